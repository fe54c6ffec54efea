"""Somebody who does anything in any order, over the real services and providers on loopback.

`Person.act` does one thing by chance. What happened is also kept apart from the program: what each
provider received and answered, and which movies went by name.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

from malicious_provider import MaliciousProvider, movie
from PySide6.QtWidgets import QApplication

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.personas import persona_request
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog
from epicrec_desktop.ui.shell.window import MainWindow
from ui.places import PAGES
from waiting import wait_until

CONFIRMED, REJECTED = LibraryStatus.CONFIRMED, LibraryStatus.REJECTED
NAMES = ("Club", "Cinema", "Archive")


@dataclass(frozen=True)
class Sent:
    """A list that reached a provider. `answered`: with recommendations."""

    moment: datetime
    address: str
    name: str  # as it was known then
    payload: bytes
    open_items: frozenset[str]  # what was the person's own and at All Release then
    answered: bool


@dataclass
class Person:
    """One walk. `servers` are real ones; `down` holds addresses that refuse connections."""

    base: Path
    servers: list[MaliciousProvider]
    wait: Callable[[MainWindow], None]
    seed: int
    down: set[str] = field(default_factory=set)
    moment: datetime = field(default_factory=datetime.now)
    done: list[str] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    tiers: dict[str, object] = field(default_factory=dict)  # of every month, as first sampled
    drops: int = 0  # attempts that were refused
    _seen: dict[str, int] = field(default_factory=dict)
    _undo: list[Callable[[], object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.services, self.window = self._open()
        catalog = self.services.context.catalog()
        self.places = dict(catalog.position)
        self.movies = catalog.catalog.movies
        keys = sorted(self.places)
        self.rng.shuffle(keys)
        self.keys = keys[:80]
        for number, server in enumerate(self.servers):
            known = self.rng.sample(keys, 600) + self.keys[number::2]
            ids = {self.movies[self.places[key]].wire_id or "" for key in known}
            server.catalog = json.dumps(
                {
                    "name": f"catalog {number}",
                    "version": "1",
                    "categories": list(CATEGORIES),
                    "movies": [movie(wire_id) for wire_id in sorted(ids)],
                }
            ).encode()

    # The program

    def _open(self) -> tuple[wiring.Services, MainWindow]:
        home = self.base / "home"
        home.mkdir(exist_ok=True)
        services = wiring.build(
            Paths.under(self.base / "data"),
            now=lambda: self.moment,
            environment=Environment("linux", home, {}),
            pause=0.0,
        )
        services.settings.wizard_step = "done"
        window = MainWindow(services.paths, Settings(wizard_step="done"))
        window.attach_services(services)
        window.resize(1280, 860)
        window.show()
        self.wait(window)
        return services, window

    def close(self) -> None:
        """Close the window, and with it the services."""
        self.window.close()
        self.window.deleteLater()
        QApplication.processEvents()

    @property
    def current(self) -> str:
        """The provider in use."""
        return self.services.providers.current()

    @property
    def page(self) -> str:
        """The page that is looked at."""
        return str(self.window.stack.current_key)

    # What happened, apart from the program

    def look_at_servers(self) -> None:
        """Take note of what arrived since."""
        names = {info.address: info.name for info in self.services.providers.all()}
        for server in self.servers:
            posts = [request for request in server.requests if request.method == "POST"]
            for request in posts[self._seen.get(server.address, 0) :]:
                movies = json.loads(request.body)["profile"]
                if request.body == persona_request(tuple(movies)):
                    continue  # about a made-up person, whom nobody here chose
                listed = frozenset(movies)
                kept = [s for s in self.sent if s.payload == request.body]
                mine = kept[0].open_items if kept else self.open_now() & listed
                self.sent.append(
                    Sent(
                        self.moment,
                        server.address,
                        names.get(server.address, ""),
                        request.body,
                        mine,
                        server.status == 200,
                    )
                )
            self._seen[server.address] = len(posts)

    def confirmed(self) -> list[tuple[str, tuple[str, ...], float]]:
        """Public id, categories and weight of every confirmed movie."""
        return [
            (e.movie.wire_id or "", tuple(e.movie.categories), e.weight)
            for e in self.services.library.entries(CONFIRMED)
        ]

    def open_now(self) -> frozenset[str]:
        """Movies that the levels in force let go as they are."""
        choice = self.services.privacy.choice()
        return frozenset(
            wire
            for wire, categories, weight in self.confirmed()
            if weight == 1 and choice.classify(categories) is ItemClass.OPEN
        )

    # Acts

    def act(self) -> str:
        """Do one thing; what it was."""
        acts: list[tuple[int, Callable[[], str | None]]] = [
            (10, self.add),
            (4, self.refuse),
            (3, self.weigh),
            (4, self.undo),
            (6, self.overall),
            (5, self.category),
            (2, self.follow_overall),
            (4, self.add_provider),
            (5, self.choose_provider),
            (2, self.remove_provider),
            (5, self.break_provider),
            (4, self.trust),
            (2, self.test_provider),
            (12, self.release),
            (4, self.decline),
            (7, self.refresh),
            (3, self.send_again),
            (2, self.bring_in),
            (4, self.month),
            (3, self.day),
            (2, self.restart),
            (9, self.walk),
        ]
        weights = [weight for weight, _ in acts]
        first = (self.add, self.add_provider, self.choose_provider)
        start = len(self.done)
        self.moment += timedelta(seconds=1)  # two acts are never at one moment
        act = first[start] if start < len(first) else None
        said = (act or self.rng.choices([act for _, act in acts], weights)[0])() or "nothing to do"
        self.wait(self.window)
        self.look_at_servers()
        self.done.append(said)
        return said

    def _library_changed(self) -> None:
        self.window.context.library_changed.emit(self)

    def add(self) -> str:
        some = self.rng.sample(self.keys, self.rng.choice((1, 1, 4)))
        for key in some:
            self.services.library.add(key)
        self._undo.append(lambda: [self.services.library.forget([key]) for key in some])
        self._library_changed()
        return f"add {len(some)}"

    def refuse(self) -> str:
        key = self.rng.choice(self.keys)
        self.services.library.refuse(key)
        self._undo.append(lambda: self.services.library.answer({key: {"status": None}}))
        self._library_changed()
        return "refuse"

    def weigh(self) -> str | None:
        entries = self.services.library.entries(CONFIRMED)
        if not entries:
            return None
        entry, weight = self.rng.choice(entries), self.rng.choice((0.0, 0.0, 0.5, 1.0))
        self.services.library.set_weight(entry.id, weight)
        self._library_changed()
        return f"weigh {weight}"

    def undo(self) -> str | None:
        if not self._undo:
            return None
        self._undo.pop()()
        self._library_changed()
        return "undo"

    def _privacy(self):
        self.window.show_page("privacy")
        self.wait(self.window)
        return self.window.page("privacy")

    def overall(self) -> str:
        level = self.rng.choice(list(ReleaseLevel))
        self._privacy().cards.cards[level].click()
        return f"overall {level.value}"

    def category(self) -> str:
        name, level = self.rng.choice(CATEGORIES), self.rng.choice(list(ReleaseLevel))
        self._privacy().levels.choose_category(name, level)
        return f"{name} {level.value}"

    def follow_overall(self) -> str:
        self._privacy().levels.choose_all(None)
        return "follow overall"

    def _providers(self):
        self.window.show_page("settings")
        section = self.window.page("settings").providers
        self.wait(self.window)
        return section

    def add_provider(self) -> str:
        name, server = self.rng.choice(NAMES), self.rng.choice(self.servers)
        if self.services.providers.known_elsewhere(name, server.address):
            return self.choose_provider() or ""
        form = self._providers().form
        form.name.setText(name)
        form.address.setText(server.address)
        form.add.click()
        return f"add provider {name}"

    def _row(self, *, elsewhere: bool):
        rows = [r for r in self._providers().rows if r.info.address or not elsewhere]
        return self.rng.choice(rows) if rows else None

    def choose_provider(self) -> str | None:
        row = self._row(elsewhere=self.rng.random() < 0.8)
        if row is None:
            return None
        row.use.click()
        self.wait(self.window)
        return f"choose {row.info.name}{self._answer_level()}"

    def _answer_level(self) -> str:
        """Where it is asked what may leave: a level, or no answer."""
        for question in self.window.findChildren(LevelDialog):
            if not question.isVisible():
                continue
            if self.rng.random() < 0.3:
                question.no.click()
                return ", no level"
            level = self.rng.choice(list(ReleaseLevel))
            question.cards.cards[level].click()
            question.yes.click()
            return f", level {level.value}"
        return ""

    def remove_provider(self) -> str | None:
        row = self._row(elsewhere=True)
        if row is None:
            return None
        row.remove.click()
        question = self.window.findChild(ConfirmDialog, "settings.provider.question")
        question.yes.click()
        return f"remove {row.info.name}"

    def break_provider(self) -> str:
        server = self.rng.choice(self.servers)
        self.down.discard(server.address)
        server.status = 200
        how = self.rng.choice(("works", "works", "refuses", "closed"))
        if how == "refuses":
            server.status = 503
        elif how == "closed":
            self.down.add(server.address)
        return f"{server.address} {how}"

    def trust(self) -> str | None:
        row = self._row(elsewhere=True)
        if row is None:
            return None
        part = self.rng.choice((Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)))
        row.trust._segments[str(part)].click()
        return f"trust {row.info.name} {part}"

    def test_provider(self):
        row = self._row(elsewhere=True)
        if row is None:
            return None
        row.test.click()
        return f"test {row.info.name}"

    def _ask(self) -> ReleaseDialog | None:
        page = self._privacy()
        if not page.release.isVisible() or not page.release.isEnabled():
            return None
        before = set(page.findChildren(ReleaseDialog))
        self.look_at_servers()
        sent = len(self.sent)
        page.release.click()
        if self._answer_level():
            self.wait(self.window)
        self.wait(self.window)
        self.look_at_servers()
        assert page.findChildren(ReleaseDialog) == [] or len(self.sent) == sent, "made and sent"
        asked = [d for d in page.findChildren(ReleaseDialog) if d not in before]
        return asked[0] if asked else None

    def release(self) -> str | None:
        dialog = self._ask()
        if dialog is None:
            return "release, without a question"

        def ready() -> bool:
            QApplication.processEvents()
            return dialog.yes.isEnabled()

        wait_until(ready, "the list can never be sent")
        shown = frozenset(movie.wire_id or "" for movie in dialog.walls.movies)
        before = len(self.services.ledger.entries())
        said = dialog.yes.text()
        dialog.yes.click()
        self.wait(self.window)
        entries = self.services.ledger.entries()
        if len(entries) > before:
            assert frozenset(entries[0].release.items) == shown, "another list than was shown"
        return f"release: {said}"

    def decline(self) -> str | None:
        dialog = self._ask()
        if dialog is None:
            return None
        dialog.no.click()
        return "decline"

    def refresh(self) -> str | None:
        self.window.show_page("recommendations")
        self.wait(self.window)
        button = self.window.page("recommendations").refresh_button
        if not button.isVisible() or not button.isEnabled():
            return None
        button.click()
        return "refresh"

    def send_again(self) -> str | None:
        self.window.show_page("activity")
        self.wait(self.window)
        page = self.window.page("activity")
        if not page.model.items:
            return None
        page.list.setCurrentIndex(page.model.index(self.rng.randrange(len(page.model.items))))
        self.wait(self.window)
        if not page.details.again.isVisible():
            return None
        page.details.again.click()
        return "send again"

    def bring_in(self) -> str:
        file = self.base / "export.csv"
        some = [self.movies[self.places[key]] for key in self.rng.sample(self.keys, 3)]
        lines = ["Date,Name,Year,Letterboxd URI,Rating"]
        lines += [
            f'2026-01-02,"{m.title}",{m.year},https://boxd.it/x{n},4' for n, m in enumerate(some)
        ]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        preview = self.services.imports.preview([file])
        self.services.imports.apply(preview, preview.usual())
        self._library_changed()
        return "import"

    def month(self) -> str:
        self.moment = self.moment.replace(day=1) + timedelta(days=31 + self.rng.randrange(20))
        self._minute()
        return f"month {self.moment:%Y-%m}"

    def day(self) -> str:
        self.moment += timedelta(hours=self.rng.randrange(1, 40))
        self._minute()
        return f"day {self.moment:%m-%d}"

    def _minute(self) -> None:
        """What the window's timers do within a minute."""
        self.window.months.check()
        self.window.publications.minute_passed()

    def restart(self) -> str:
        self.close()
        self.services, self.window = self._open()
        self._undo.clear()
        return "restart"

    def walk(self) -> str:
        key = self.rng.choice(PAGES)
        self.window.show_page(key)
        return f"go to {key}"

    def look_around(self) -> None:
        """See another page, without doing anything there."""
        self.window.show_page(
            self.rng.choice(("recommendations", "privacy", "activity", "settings"))
        )
        self.wait(self.window)

    def choice(self) -> PrivacyChoice:
        """The levels in force."""
        return self.services.privacy.choice()

    def here(self) -> bool:
        """Whether the provider in use is this computer."""
        return self.current == THIS_COMPUTER
