"""The files to install a service with, and its manual, are of this version."""

import json
import re
import shutil
import subprocess
import textwrap
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.recommend.metrics import Quality
from epicrec_desktop.server.config import SETTINGS, load_config
from epicrec_desktop.server.monitoring import Metrics
from epicrec_desktop.server.training import Comparison, TrainingResult

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "packaging" / "service"


def test_the_example_can_be_used():
    found = load_config(DEPLOY / "service.toml", {})
    assert found.service.folder == Path("/var/lib/epicrec/service").absolute()
    assert found.listen.workers == 2


def test_the_manual_has_every_setting_and_no_other():
    text = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| `(\w+\.\w+)` \| (\S+) \|", text, re.MULTILINE))
    config = load_config(None, {})
    known = {
        f"{section}.{name}": getattr(getattr(config, section), name)
        for section, names in SETTINGS.items()
        for name in names
    }
    assert stated.keys() == known.keys()
    assert {name: _written(value) for name, value in known.items()} == stated


def _written(default: object) -> str:
    """Return a default as the manual has it."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, int | float):
        return f"{default:,g}" if default < 10**6 else f"{default:,}"
    return (default.name if isinstance(default, Path) else str(default or "")) or "none"


def test_the_configuration_of_the_guide_can_be_used(tmp_path):
    guide = (ROOT / "docs" / "guide" / "start-a-service.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^ {8}\[service\]\n(?: {8}.*\n|\n)+", guide, re.MULTILINE)
    file = tmp_path / "service.toml"
    file.write_text(textwrap.dedent(block), encoding="utf-8")
    found = load_config(file, {})
    assert found.service.folder == tmp_path / "service"
    assert found.listen.tls_key == tmp_path / "key.pem"
    assert found.about.name == "Film club"


def test_what_containers_set_is_known():
    yaml = pytest.importorskip("yaml")
    document: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    service = document["services"]["service"]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    stated = dict(service["environment"])
    file = stated.pop("EPICREC_SERVE_SERVICE_DATABASE_FILE")
    assert file == f"/run/secrets/{service['secrets'][0]}"
    container = (DEPLOY / "Containerfile").read_text()
    words = container.replace("\\\n", " ").split()
    stated |= dict(word.split("=", 1) for word in words if word.startswith("EPICREC_SERVE_"))
    found = load_config(None, stated)
    assert found.listen.host == "0.0.0.0"
    assert found.listen.workers == 2
    assert "USER epicrec" in container


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
@pytest.mark.parametrize("unit", ["epicrec.service", "epicrec-publish.service"])
def test_the_unit_exposes_little(unit):
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=25"]
    found = subprocess.run(
        [*command, str(DEPLOY / unit)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout[-300:]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_knows_everything_in_the_unit(tmp_path):
    unit = tmp_path / "epicrec.service"
    text = (DEPLOY / "epicrec.service").read_text()
    assert "/opt/epicrec/bin/epicrec-server run " in text
    # A program that is there: that of the unit is installed by whoever runs it.
    unit.write_text(text.replace("/opt/epicrec/bin/epicrec-server", shutil.which("true") or ""))
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_alerts_and_dashboard_ask_for_metrics_that_there_are():
    metrics = Metrics()
    metrics.answered("GET", "/v1/recommendations", 200, 0.1)
    metrics.refused("queue")
    metrics.uses("linear-0", None)
    metrics.trained({"published": 1.0})
    samples = set(re.findall(r"^(epicrec_\w+)", metrics.text().decode(), re.MULTILINE))
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = (DEPLOY / "alerts.yml").read_text()
    for text in (*shown, rules):
        asked = set(re.findall(r"epicrec_[a-z_]+", text))
        assert asked
        assert asked <= samples
    figures = set(re.findall(r'figure=\\?"(\w+)"', rules + json.dumps(dashboard)))
    compared = Comparison(0.0, 0.1, 40)
    quality = Quality(0.3, 0.01, 0.2, 40)
    result = TrainingResult(None, quality, 0.3, compared, compared, 100)
    assert figures <= {"time", "published", *result.figures}


CONTRIBUTED = 'epicrec_requests_total{instance="node",route="/v1/contributions/{id}",status="%d"}'
ANSWERED = 'epicrec_requests_total{instance="node",route="/v1/recommendations",status="%d"}'
QUICK = 'epicrec_request_seconds_bucket{instance="node",route="/v1/recommendations",le="%s"}'
TRAINED = 'epicrec_training{instance="node",figure="%s"}'
EXPIRES = 'epicrec_certificate_expires{instance="node"}'
HEALTHY = {
    'up{job="epicrec",instance="node"}': "1x40",
    ANSWERED % 200: "0+600x40",
    ANSWERED % 503: "0x40",
    CONTRIBUTED % 201: "0+6x40",
    'epicrec_refused_total{instance="node",reason="rate"}': "0+6x40",
    'epicrec_database_answers{instance="node"}': "1x40",
    'epicrec_contributions_pending{instance="node"}': "0+50x40",
    'epicrec_publications_failed_total{instance="node"}': "0x40",
    'epicrec_model{instance="node",model="linear-1"}': "2x40",
    QUICK % "0.25": "0+600x40",
    QUICK % "0.5": "0+600x40",
    QUICK % "1.0": "0+600x40",
    QUICK % "+Inf": "0+600x40",
    EXPIRES: "0x40",
    TRAINED % "time": "0x40",
    TRAINED % "published": "1x40",
}
FAULTS: dict[str, dict[str, str]] = {
    "EpicrecDown": {'up{job="epicrec",instance="node"}': "1x10 0x30"},
    "EpicrecErrors": {ANSWERED % 503: "0+20x40"},
    "EpicrecDatabase": {'epicrec_database_answers{instance="node"}': "1x10 0x30"},
    # One in the whole night is enough.
    "EpicrecContributionsRefused": {CONTRIBUTED % 507: "1x20 2x20"},
    "EpicrecSlow": {QUICK % "0.25": "0x40", QUICK % "0.5": "0+500x40"},
    "EpicrecRefuses": {'epicrec_refused_total{instance="node",reason="rate"}': "0+120x40"},
    "EpicrecContributionsWait": {'epicrec_contributions_pending{instance="node"}': "12000x40"},
    "EpicrecModelUnusable": {'epicrec_publications_failed_total{instance="node"}': "0x30 1x10"},
    "EpicrecModelsDiffer": {'epicrec_model{instance="node",model="linear-2"}': "1x40"},
    "EpicrecCertificate": {EXPIRES: f"{6 * 86400}x40"},
    "EpicrecTrainingOld": {TRAINED % "time": f"-{20 * 86400}x40"},
    "EpicrecTrainingWorse": {TRAINED % "published": "0x40"},
}


def alerts_of(series: dict[str, str], folder: Path) -> str:
    """Return what promtool reports when no alert is expected after 35 minutes of this."""
    document = {
        "rule_files": [str(DEPLOY / "alerts.yml")],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": k, "values": v} for k, v in series.items()],
                "alert_rule_test": [
                    {"eval_time": "35m", "alertname": name, "exp_alerts": []} for name in FAULTS
                ],
            }
        ],
    }
    file = folder / "test.yml"
    file.write_text(json.dumps(document))  # JSON is YAML
    done = subprocess.run(
        ["promtool", "test", "rules", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_every_alert_has_a_fault_that_is_tried_and_a_line_in_the_manual():
    rules = (DEPLOY / "alerts.yml").read_text()
    assert re.findall(r"alert: (\w+)", rules) == list(FAULTS)
    manual = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(Epicrec\w+)`", manual, re.MULTILINE) == list(FAULTS)


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not here")
@pytest.mark.parametrize("name", ["", *FAULTS])
def test_a_fault_fires_its_alert_and_a_healthy_service_none(name, tmp_path):
    """As the metrics count it (`test_database_outage.py`)."""
    report = alerts_of(HEALTHY | FAULTS.get(name, {}), tmp_path)
    assert set(re.findall(r"alertname: (\w+)", report)) == ({name} if name else set()), report
