"""Workers, their supervisor and whoever publishes are killed at random moments, time and again.

What was acknowledged is counted once; every answer is wholly of one published model; what is
published is whole; and where the supervisor is gone, its workers end. A short run; a long one with
`make torture-service KILLS=100`, which says what it did.
"""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import requests

from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.wire import encode_answer, parse_request
from epicrec_desktop.server.config import ServerConfig
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publications
from service_world import BODY, KILLS, Client, contribution_by, publish, settings_in
from small_world import models, world
from waiting import LIMIT_S, wait_until

linux = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
SEED = int(os.environ.get("EPICREC_TEST_SEED", "1"))
KINDS = ("als", "knowledge")

SERVICE = """
import sys
from dataclasses import replace
from pathlib import Path
from epicrec_desktop.server import app, contributions
from epicrec_desktop.server.run import serve
from epicrec_desktop.server.config import ListenConfig, LogConfig, ServerConfig, ServiceConfig
from service_world import UNLIMITED
# Kills meet workers that fold and wipe.
app.FOLD_LOOK_SECONDS, contributions.FOLD_SECONDS = 0.05, 0.1
settings = ServerConfig(
    ServiceConfig(Path(sys.argv[1]), sys.argv[2]),
    ListenConfig(port=0, workers=2),
    UNLIMITED,
    log=LogConfig(level="error"),
)
serve(settings, on_ready=lambda address: print(address, flush=True))
"""
PUBLISHER = """
import random
import sys
import time
from pathlib import Path
from service_world import publish, settings_in
settings = settings_in(Path(sys.argv[1]))
print("started", flush=True)
while True:
    for kind in ("als", "knowledge"):
        publish(settings, kind)
        time.sleep(random.choice((0.0, 0.0, 0.7)))  # workers look twice a second
"""


@dataclass
class Crowd:
    """Two clients that go on whatever happens: one contributes, one asks and checks its answers."""

    address: str = ""
    over: bool = False
    acknowledged: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    broken: int = 0  # exchanges that a kill broke
    wrong: list[str] = field(default_factory=list)
    expected: dict[str, bytes] = field(default_factory=dict)
    manifests: dict[str, str] = field(default_factory=dict)  # id: checksum of the items

    def go_on(self, contributions: int) -> None:
        """Wait for so many more and for answers of each model, or until something is wrong."""
        most = self.acknowledged + contributions
        wait_until(
            lambda: (
                self.wrong
                or (self.acknowledged >= most and len(self.answers) == len(self.expected))
            )
        )

    def contribute(self) -> None:
        """Contribute under numbers in order, each until it is acknowledged."""
        client, address = Client(""), ""
        while not self.over:
            if address != self.address:
                client, address = Client(self.address), self.address
            try:
                number = self.acknowledged
                status = client.contribute(
                    uuid.UUID(int=number), contribution_by(number)
                ).status_code
            except (requests.RequestException, OSError):
                self.broken += 1
                time.sleep(0.01)
                continue
            if status in (201, 204):
                self.acknowledged += 1
            elif status != 503:
                self.wrong.append(f"a contribution was answered {status}")

    def ask(self) -> None:
        """Ask for recommendations and for the model, a new connection each."""
        while not self.over:
            client = Client(self.address)
            try:
                self._ask(client)
            except (requests.RequestException, OSError):
                self.broken += 1
                time.sleep(0.01)
            finally:
                client.session.close()

    def _ask(self, client: Client) -> None:
        answer = client.post("/v1/recommendations", json=BODY)
        if answer.status_code == 503:
            return
        if answer.status_code != 200:
            self.wrong.append(f"an answer had the status {answer.status_code}")
            return
        model = answer.json()["model"]
        self.answers[model] += 1
        if answer.content != self.expected.get(model):
            self.wrong.append(f"an answer is not that of {model}")
        manifest = client.get("/v1/models/current").json()
        items = client.get(f"/v1/models/{manifest['id']}/items")
        found = hashlib.sha256(items.content).hexdigest()
        if items.status_code != 200 or found != self.manifests.get(manifest["id"]):
            self.wrong.append(f"the items of {manifest['id']} are others")


def begin(
    program: str, settings: ServerConfig, partial: list[subprocess.Popen[str]]
) -> tuple[str, int]:
    """Start a program of ours; what it says first, and its process."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    folder = settings.service.folder
    with (folder.parent / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(folder), settings.service.database_address],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
        )
    partial.append(process)
    said = process.stdout.readline().strip()
    assert said, (folder.parent / "log").read_text()[-2000:]
    return said, process.pid


def children(process: int) -> list[int]:
    """The children of a process."""
    try:
        child_processes = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return list(map(int, child_processes.split()))


@linux
@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_nothing_acknowledged_is_lost_and_no_model_is_half(address, tmp_path):
    settings, chance = settings_in(tmp_path / "service"), random.Random(SEED)
    settings = replace(settings, service=replace(settings.service, database=address))
    crowd = Crowd()
    for kind in KINDS:
        publish(settings, kind)
        model = models()[kind]
        asked = parse_request(json.dumps(BODY).encode())
        answer = Recommender(model, world().catalog).answer(asked)
        crowd.expected[model.id] = encode_answer(answer)
        crowd.manifests[model.id] = model.sha256
    killed = _kill_for_long(settings, crowd, chance)
    print(  # noqa: T201 - `make torture-service` shows it
        f"killed: {dict(killed)}; acknowledged: {crowd.acknowledged}; answers: "
        f"{dict(crowd.answers)}; exchanges broken: {crowd.broken}"
    )
    assert crowd.wrong == []
    assert sum(killed.values()) == KILLS
    assert set(crowd.answers) == set(crowd.expected)  # models were swapped meanwhile
    assert crowd.acknowledged > KILLS
    storage = Storage(settings.service.database_address)
    (found,) = storage.sums()
    storage.close()
    # The last one may be there unacknowledged.
    assert found.tally.number in (crowd.acknowledged, crowd.acknowledged + 1)
    publications = Publications(settings.service.publications)
    used = publications.active_publication()
    for name in (used.name, *used.before[:1]):
        assert publications.load(name).model.id in crowd.expected


def _kill_for_long(settings: ServerConfig, crowd: Crowd, chance: random.Random) -> Counter[str]:
    """Kill `KILLS` times, and return what was killed how often."""
    partial = list[subprocess.Popen[str]]()
    killed = Counter[str]()
    threads = [threading.Thread(target=t, daemon=True) for t in (crowd.contribute, crowd.ask)]
    try:
        crowd.address, supervisor = begin(SERVICE, settings, partial)
        _, publisher = begin(PUBLISHER, settings, partial)
        for thread in threads:
            thread.start()
        while sum(killed.values()) < KILLS and not crowd.wrong:
            time.sleep(chance.uniform(0.0, 0.6))
            what = chance.choices(("worker", "supervisor", "publisher"), (6, 2, 2))[0]
            workers = children(supervisor)
            if what == "worker" and workers:
                os.kill(chance.choice(workers), signal.SIGKILL)
            elif what == "publisher":
                os.kill(publisher, signal.SIGKILL)
                _, publisher = begin(PUBLISHER, settings, partial)
            elif what == "supervisor":
                os.kill(supervisor, signal.SIGKILL)
                wait_until(
                    lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers),  # noqa: B023
                    "a worker outlived its supervisor",
                )
                crowd.address, supervisor = begin(SERVICE, settings, partial)
            else:
                continue
            killed[what] += 1
        crowd.go_on(5)
    finally:
        crowd.over = True
        for thread in threads:
            if thread.is_alive():
                thread.join(LIMIT_S)
        for process in partial:
            process.kill()
            process.wait(LIMIT_S)
            if process.stdout is not None:
                process.stdout.close()
    assert settings.service.folder.is_dir()
    return killed
