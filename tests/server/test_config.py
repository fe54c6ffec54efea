"""A service's settings: what a file and the environment may say, and the sentences they get."""

from pathlib import Path

import pytest

from epicrec_desktop.server.config import ConfigurationError, load_config

WHOLE = """
[service]
folder = "kept"
database = "postgresql://epicrec@db/epicrec"
share_model = false
[listen]
host = "0.0.0.0"
port = 443
workers = 4
tls_cert = "tls/chain.pem"
tls_key = "/etc/tls/key.pem"
trusted_proxies = ["10.0.0.7", "fd00::/8"]
[limits]
requests_per_minute = 30
queue_seconds = 0.5
[access]
closed = true
[log]
format = "text"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "service.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_says_everything_and_its_folder_is_where_paths_begin(tmp_path):
    found = load_config(written(tmp_path, WHOLE), {})
    assert found.service.folder == tmp_path / "kept"
    assert found.service.database_address == "postgresql://epicrec@db/epicrec"
    assert not found.service.share_model
    assert (found.listen.host, found.listen.port, found.listen.workers) == ("0.0.0.0", 443, 4)
    assert found.listen.tls_cert == tmp_path / "tls" / "chain.pem"
    assert found.listen.trusted_proxies == ("10.0.0.7/32", "fd00::/8")
    assert found.limits.requests_per_minute == 30.0
    assert found.limits.burst == 60  # what is not said stays usual
    assert found.access.closed
    assert found.log.format == "text"


def test_nothing_needs_to_be_said():
    found = load_config(None, {"PATH": "/bin"})
    assert found.service.database_address.startswith("sqlite:///")
    assert found.listen.host == "127.0.0.1"
    assert found.limits.requests_per_minute > 0
    assert found.limits.contributions_per_day > 0


def test_the_environment_has_the_last_word_and_may_name_a_file(tmp_path):
    secret = tmp_path / "password"
    secret.write_text("postgresql://me:hidden@db/epicrec\n")
    environment = {
        "EPICREC_SERVE_LISTEN_PORT": "8000",
        "EPICREC_SERVE_LISTEN_TRUSTED_PROXIES": "10.0.0.1, 10.1.0.0/16",
        "EPICREC_SERVE_ACCESS_CLOSED": "no",
        "EPICREC_SERVE_SERVICE_DATABASE_FILE": str(secret),
    }
    found = load_config(written(tmp_path, WHOLE), environment)
    assert found.listen.port == 8000
    assert found.listen.trusted_proxies == ("10.0.0.1/32", "10.1.0.0/16")
    assert not found.access.closed
    assert found.service.database == "postgresql://me:hidden@db/epicrec"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[listen]\nport = 70000", "listen.port .* must be less than or equal to 65535"),
        ("[listen]\nport = 1.5", "listen.port"),
        ("[listen]\nworkers = 0", "listen.workers .* greater than or equal to 1"),
        ("[limits]\nbody_seconds = nan", "limits.body_seconds"),
        ("[limits]\nbody_seconds = -1", "limits.body_seconds"),
        ("[limits]\nqueue_secnds = 1", "Did you mean limits.queue_seconds"),
        ("[listen]\nlimits = 1", "listen.limits, which is not known"),
        ('[listen]\ntrusted_proxies = ["proxy"]', "list of addresses or networks"),
        ("[listen]\ntrusted_proxies = [[]]", "listen.trusted_proxies"),
        ('[service]\nfolder = ""', "service.folder .* a path"),
        ("[service]\ndatabase = 7", "service.database .* string"),
        ('[access]\nclosed = "perhaps"', "access.closed .* boolean"),
        ('[log]\nformat = "xml"', "log.format .* 'json' or 'text'"),
        ("[lisen]\nport = 1", r"\[lisen\], which is not known.* Did you mean \[listen\]"),
        ("port = 1", r"\[port\]"),
        ("[listen", "not valid TOML"),
        ("\udcff", "not valid TOML"),
    ],
)
def test_what_cannot_be_used_is_a_sentence_that_names_it(text, sentence, tmp_path):
    file = tmp_path / "service.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigurationError, match=sentence) as caught:
        load_config(file, {})
    assert "nothing was started" in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("EPICREC_SERVE_LISTEN_PRT", "1"),
        ("EPICREC_SERVE_PORT", "1"),
        ("EPICREC_SERVE_LISTEN_PORT", "hunter2"),
        ("EPICREC_SERVE_SERVICE_DATABASE_FILE", "/nowhere/hunter2"),
    ],
)
def test_a_wrong_variable_is_a_sentence_without_its_value(variable, value):
    with pytest.raises(ConfigurationError) as caught:
        load_config(None, {variable: value})
    assert "hunter2" not in str(caught.value)


def test_a_file_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(ConfigurationError, match="cannot be read; nothing was started"):
        load_config(tmp_path / "none.toml", {})


@pytest.mark.parametrize("words", ["x" * 401, "two\nlines", "a \x1b[31mred one"])
def test_what_a_service_says_of_itself_is_one_line(tmp_path, words):
    environment = {"EPICREC_SERVE_ABOUT_OPERATOR": words}
    with pytest.raises(ConfigurationError, match=r"about\.operator .* one line of at most 400"):
        load_config(None, environment)
    assert load_config(None, {"EPICREC_SERVE_ABOUT_OPERATOR": "Jo"}).about.operator == "Jo"
