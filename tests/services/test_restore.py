"""There and back: an export that is restored, in an empty home, its own, another one."""

import json
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from contribution_taker import Taker, taking
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError, EpicRecError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.months import period_of
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.door.traffic import current
from epicrec_desktop.provider.address import ASSISTANT
from epicrec_desktop.recommend.wire_contribution import EPSILON
from epicrec_desktop.services.backup import restore
from epicrec_desktop.services.backup.restore_sentences import restore_sentences
from epicrec_desktop.services.release_summary import summary_sections
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.store.ledger import SendRecord
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.store.records import table
from epicrec_desktop.store.sample_file import LossCause
from losses import causes_of, joint_loss
from planting import planting

HEAT, MATRIX, ALIEN, JAWS = "Heat (1995)", "The Matrix (1999)", "Alien (1979)", "Jaws (1975)"
MONTH = timedelta(days=31)


def exported(world, file: Path) -> Path:
    world.services.data.export(file, replace=True)
    return file


def bring(world, file: Path):
    return world.services.backup.restore(world.services.backup.plan(file))


def copies_before_imports(world) -> list[Path]:
    return sorted(world.paths.data.glob("epicrec.sqlite3.before-import*"))


def periods_by_title(world) -> dict[str, str]:
    with world.services.context.database.read() as session:
        periods = LibraryRepository(session).periods()
    movie = world.services.library.movie
    return {movie(key).label: period for key, period in periods.items()}


def lines(database: sqlite3.Connection) -> list[str]:
    """What a database says, but for how often it was written."""
    return [line for line in database.iterdump() if "'commits'" not in line]


def dump(world) -> list[str]:
    with closing(sqlite3.connect(world.paths.database)) as database:
        return lines(database)


@pytest.fixture
def lived(world):
    """A home with something of everything."""
    heat, matrix, alien = world.add(HEAT, MATRIX, ALIEN)
    library = world.services.library
    library.rate(heat, OwnRating(Rating.LIKED, again=True))
    library.set_status([alien], LibraryStatus.REJECTED)
    library.set_weight(matrix, 0.5)
    library.rate(matrix, OwnRating(note="The phone rings. «Wake up.»", day=date(2026, 5, 3)))
    for title in ("Casablanca", "Metropolis"):
        library.watch_later(library.search_catalog(title)[0][0], True)
    world.services.lists.add(MovieList("Trains", "By night.", (matrix, alien)))
    world.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    world.services.providers.add("Films", "https://films.example", trust=Fraction(1, 2))
    world.release()
    world.add(JAWS)  # joins the next month
    library.forget([heat])  # its month stays
    with world.services.contacts.logged(ContactKind.CATALOG, "Wikidata"):
        current().add(612, 1_204_355)
    with world.services.context.database.write() as session:
        sends = table(SendRecord)
        session.execute(sends.update().values(bytes_sent=730, bytes_received=4_100))
    return world


def comparable(file: Path) -> dict[str, Any]:
    """An export without what says when it was made, and by which library."""
    document = json.loads(file.read_text(encoding="utf-8"))
    del document["created"]
    for name in ("epoch", "draws", "earlier"):
        del document["draws"][name]
    return document


def test_an_export_restored_into_an_empty_home_is_exported_the_same(lived, home, tmp_path):
    lived.services.privacy.set_category("Horror", ReleaseLevel.NO)
    file = exported(lived, tmp_path / "there.json")
    other = home("other")
    done = bring(other, file)
    assert done.movies.new == 3
    assert comparable(exported(other, tmp_path / "back.json")) == comparable(file)
    document = json.loads(file.read_text(encoding="utf-8"))
    for logged, sent in ((document["contacts"], 612), (document["ledger"][0]["sends"], 730)):
        assert logged[0]["bytes_sent"] == sent
    assert {e.movie.label: e.status for e in other.services.library.entries()} == {
        e.movie.label: e.status for e in lived.services.library.entries()
    }
    assert causes_of(other.services) == [LossCause.COPIED], (
        "the library it comes from may go on releasing"
    )
    assert joint_loss(other.services) == 2 * joint_loss(lived.services)


def test_no_month_is_drawn_a_second_time_and_the_same_bytes_go_again(lived, home, tmp_path):
    sent = lived.services.ledger.entries()[0].release
    other = home("other")
    bring(other, exported(lived, tmp_path / "export.json"))
    sampled = other.sampled()
    outcome = other.release()
    assert outcome.repeated
    assert other.sampled() == sampled == lived.sampled()
    assert [e.release.payload for e in other.services.ledger.entries()] == [sent.payload]
    assert periods_by_title(other) == periods_by_title(lived)
    other.clock.moment += MONTH
    other.release()
    assert {name: other.sampled()[name] for name in sampled} == sampled


def test_an_old_export_in_its_own_home_forgets_nothing_that_was_drawn_since(lived, tmp_path):
    file = exported(lived, tmp_path / "old.json")
    lived.clock.moment += MONTH
    lived.release()
    before, spent = lived.sampled(), joint_loss(lived.services)
    assert len(before) == 2
    bring(lived, file)
    assert lived.sampled() == before
    assert joint_loss(lived.services) == spent
    assert causes_of(lived.services) == []
    assert lived.release().repeated


def test_after_the_database_was_lost_later_draws_come_back_with_an_older_export(home, tmp_path):
    """The second copy of the samples is still there: a month sampled after the export counts."""
    mine = home("mine")
    mine.add(HEAT)
    mine.release()
    mine.add(ALIEN)
    file = exported(mine, tmp_path / "old.json")
    mine.clock.moment += MONTH
    mine.add(MATRIX)
    mine.release()
    sampled, now = mine.sampled(), mine.clock.moment
    mine.services.close()
    for left in mine.paths.data.glob("epicrec.sqlite3*"):
        left.unlink()
    again = home("mine")
    again.clock.moment = now
    assert causes_of(again.services) == [LossCause.ELSEWHERE]
    assert not again.services.ledger.was_issued_elsewhere(), "all lists were made and stayed here"
    bring(again, file)
    assert again.sampled() == sampled
    waited = periods_by_title(again)["Alien (1979)"]
    assert waited == max(sampled), "it was in the period sampled after the export"
    again.add(MATRIX)
    assert periods_by_title(again)["The Matrix (1999)"] > max(sampled)
    again.release()
    assert again.sampled() == sampled, "nothing is due: both months were sampled"
    assert LossCause.ELSEWHERE not in causes_of(again.services)


def test_an_assistant_answers_from_its_list_in_a_restored_library(world, home, tmp_path):
    world.add("Heat (1995)", "Alien (1979)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    world.services.providers.add("Helper", ASSISTANT)
    world.release(provider="Helper")
    answer = world.services.assistant.answer("films_for_tonight", {})
    other = home("other")
    bring(other, exported(world, tmp_path / "export.json"))
    assert other.services.assistant.answer("films_for_tonight", {}) == answer
    releases = [entry.release.sha256 for entry in other.services.ledger.entries()]
    bring(other, tmp_path / "export.json")
    assert [entry.release.sha256 for entry in other.services.ledger.entries()] == releases


def test_two_libraries_that_drew_the_same_month_add_up(home, tmp_path):
    one, two = home("one"), home("two")
    one.add(HEAT)
    one.release()
    two.add(MATRIX)
    two.release()
    two.add(ALIEN)
    month = period_of(two.clock.moment)
    loss_one, loss_two = joint_loss(one.services), joint_loss(two.services)
    file = exported(two, tmp_path / "two.json")
    plan = one.services.backup.plan(file)
    assert plan.would.samples.periods.twice == (month,)
    assert any(
        "2026" in str(line) and "adds up" in str(line) for line in restore_sentences(plan.would)
    )
    before = one.sampled()[month]
    one.services.backup.restore(plan)
    assert one.sampled()[month] == before
    assert sorted(causes_of(one.services)) == [LossCause.COPIED, LossCause.JOINED]
    assert joint_loss(one.services) == loss_one + 2 * loss_two
    titles = periods_by_title(one)
    assert titles["The Matrix (1999)"] == month, "it was sampled there, and is in no later sample"
    assert titles["Alien (1979)"] == OPEN_PERIOD, "it was in no draw"
    # A second time nothing is new, and nothing is counted again.
    spent, kept = joint_loss(one.services), dump(one)
    again = one.services.backup.plan(file)
    assert not again.would.changes
    assert [str(line) for line in restore_sentences(again.would)] == [
        "Everything in this export is here already."
    ]
    one.services.backup.restore(again)
    assert joint_loss(one.services) == spent
    assert dump(one) == kept


def test_a_month_drawn_only_there_holds_here_and_nothing_here_waits_for_it(home, tmp_path):
    """Movies here that waited were not in it: they are in the next one."""
    one, two = home("one"), home("two")
    one.add(HEAT)
    two.add(MATRIX)
    two.release()
    month = period_of(two.clock.moment)
    assert periods_by_title(one) == {"Heat (1995)": OPEN_PERIOD}
    bring(one, exported(two, tmp_path / "two.json"))
    assert one.sampled() == two.sampled()
    assert periods_by_title(one)["The Matrix (1999)"] == month
    assert periods_by_title(one)["Heat (1995)"] == OPEN_PERIOD


def test_what_is_said_here_stays(home, tmp_path):
    one, two = home("one"), home("two")
    (key,) = one.add(HEAT)
    one.services.library.rate(key, OwnRating(Rating.DISLIKED))
    one.services.privacy.set_overall(ReleaseLevel.NO)
    one.services.providers.add("Films", "https://films.example")
    there, _ = two.add(HEAT, MATRIX)
    two.services.library.rate(there, OwnRating(Rating.LIKED))
    two.services.library.set_status([there], LibraryStatus.REJECTED)
    two.services.privacy.set_overall(ReleaseLevel.ALL)
    two.services.providers.add("films", "https://other.example")
    done = bring(one, exported(two, tmp_path / "two.json"))
    assert (done.movies.new, done.movies.differing) == (1, 1)
    entries = {e.movie.label: e for e in one.services.library.entries()}
    assert entries[HEAT].status is LibraryStatus.CONFIRMED
    assert entries[HEAT].own.rating is Rating.DISLIKED
    assert entries[MATRIX].status is LibraryStatus.CONFIRMED
    assert one.services.privacy.choice().overall is ReleaseLevel.NO
    assert [p.address for p in one.services.providers.all() if p.address] == [
        "https://films.example"
    ]
    said = " ".join(str(line) for line in restore_sentences(done))
    assert "stays as you chose it here" in said
    assert "Of one movie you said something else" in said


def test_a_failure_or_a_change_since_the_plan_leaves_everything_as_it_was(
    lived, home, tmp_path, monkeypatch
):
    other = home("other")
    plan = other.services.backup.plan(exported(lived, tmp_path / "export.json"))
    before = dump(other)
    with monkeypatch.context() as patch:
        patch.setattr(restore, "assign_periods", Mock(side_effect=OSError("the disk")))
        with pytest.raises(OSError, match="the disk"):
            other.services.backup.restore(plan)
    assert dump(other) == before
    assert other.sampled() == {}
    other.add(MATRIX)
    before = dump(other)
    with pytest.raises(AgreementError, match="nothing was restored"):
        other.services.backup.restore(plan)
    assert dump(other) == before
    assert copies_before_imports(other) == []


def test_the_previous_library_is_retained_beside_the_restored_one(lived, home, tmp_path):
    other = home("other")
    other.add(MATRIX)
    before = dump(other)
    bring(other, exported(lived, tmp_path / "export.json"))
    between = dump(other)
    other.clock.moment += timedelta(milliseconds=1)
    bring(other, exported(lived, tmp_path / "again.json"))
    for kept, content in zip(copies_before_imports(other), (before, between), strict=True):
        with closing(sqlite3.connect(kept)) as database:
            assert lines(database) == content


def test_movies_that_no_catalog_here_has_come_along_and_count_for_nothing(lived, home, tmp_path):
    file = exported(lived, tmp_path / "export.json")
    document = json.loads(file.read_text(encoding="utf-8"))
    movie = next(f for f in document["library"] if f["title"] == "Jaws")
    movie.update(id="imdb:tt9999999", ids={"imdb": "tt9999999"}, title="Jaws of Elsewhere")
    file.write_text(json.dumps(document), encoding="utf-8")
    other = home("other")
    size = len(other.services.context.catalog().catalog.movies)
    done = bring(other, file)
    assert done.unknown == 1
    assert "Jaws of Elsewhere" in {e.movie.title for e in other.services.library.entries()}
    assert len(other.services.context.catalog().catalog.movies) == size
    back = comparable(exported(other, tmp_path / "back.json"))
    assert "Jaws of Elsewhere" in {f["title"] for f in back["library"]}


def _set(path: str, value: Any):
    def change(document: dict[str, Any]) -> None:
        *above, last = path.split("/")
        place: Any = document
        for name in above:
            place = place[int(name)] if isinstance(place, list) else place[name]
        place[int(last) if isinstance(place, list) else last] = value

    return change


def _period(path: str, value: Any):
    def change(document: dict[str, Any]) -> None:
        (period,) = document["draws"]["windows"].values()
        _set(path, value)(period["document"])

    return change


HOSTILE = {
    "a title that never ends": _set("library/0/title", "x" * 2_000_000),
    "no title": _set("library/0/title", 7),
    "a weight above one": _set("library/0/weight", 3),
    "a weight that is no number": _set("library/0/weight", "much"),
    "another status": _set("library/0/status", "stolen"),
    "an id of another kind": _set("library/0/ids", {"imdb": "tt1; DROP TABLE library"}),
    "a month that is none": _set("months_kept/0/release_window", "2026-13"),
    "a time without a zone": _set("created", "2026-11-01T00:00:00"),
    "a time that is none": _set("created", "2026-99-01T00:00:00+00:00"),
    "a time after the last one": _set("library/0/last_seen", "9999-12-31T23:59:59-12:00"),
    "a time before the first one": _set("ledger/0/created", "0001-01-01T00:00:00+14:00"),
    "a level of its own": _set("privacy/overall", "everything"),
    "a category of its own": _set("privacy/categories", {"Secret": "all"}),
    "a provider without encryption": _set("providers/0/address", "http://films.example"),
    "a name in two lines": _set("providers/0/name", "Films\nof others"),
    "a name that turns around": _set("ledger/0/provider", "Films\u202e"),
    "a name with letters nobody sees": _set("contacts/0/name", "Wikidata\U000e0041"),
    "a mechanism in two lines": _set("ledger/0/mechanism", "C-\u2029SDPC"),
    "a trust that is no rung": _set("providers/0/trust", "2"),
    "other bytes than were sent": _set("ledger/0/payload_base64", "e30="),
    "bytes that are no base64": _set("ledger/0/payload_base64", "%%%"),
    "a loss that is none": _set("draws/earlier", [{"loss": "1/0", "why": "copied", "windows": [],
                                                   "epoch": None}]),
    "a reason of its own": _set("draws/earlier", [{"loss": "1", "why": "because", "windows": [],
                                                   "epoch": None}]),
    "a library without a name": _set("draws/epoch", None),
    "noise that keeps no budget": _period("mechanism/epsilon", "1/1000000"),
    "a scale of nothing": _period("mechanism/scales/0", "0"),
    "a number that never ends": _period("mechanism/scales/0", "9" * 5_000),
    "a fraction too long to add": _period("mechanism/scales/0", f"{10**450 + 1}/{10**450}"),
    "a share that never ends": _period("mechanism/multiplier", 10**12),
    "a rung above all": _period("rungs", {"2": [0]}),
    "no rung": _period("rungs", {}),
    "a copy of no rung": _period("issued", {"https://films.example": "1/3"}),
    "one number too few": _period("rungs/1", [1]),
    "a number in words": _period("rungs/1/0", "7"),
    "half a movie": _period("rungs/1/0", 7.5),
    "a number that is true": _period("mechanism/multiplier", True),
    "a mechanism nobody knows": _period("mechanism/kind", "mine"),
}  # fmt: skip


def test_a_file_that_is_made_to_harm_is_refused_whole(lived, home, tmp_path):
    text = exported(lived, tmp_path / "export.json").read_text(encoding="utf-8")
    other = home("other")
    other.add(MATRIX)
    before = dump(other)
    file = tmp_path / "hostile.json"
    for name, change in HOSTILE.items():
        document = json.loads(text)
        change(document)
        file.write_text(json.dumps(document), encoding="utf-8")
        with pytest.raises(EpicRecError, match="Nothing was changed") as refused:
            other.services.backup.plan(file)
        assert not {"DROP", "xxx"} & set(str(refused.value).split()), name
        assert dump(other) == before, name


def test_what_is_no_export_is_reported(world, tmp_path):
    file = tmp_path / "file.json"
    for content, sentence in (
        (b"", "no export of EpicRec"),
        (b"[" * 100_000, "no export of EpicRec"),
        (b"{}", "no export of EpicRec"),
        (b'{"format": "epicrec-export", "version": 1', "damaged"),
        (b'{"format": "epicrec-export", "version": 1}', "damaged"),
        (b'{"format": "epicrec-export", "version": 9}', "newer version"),
        (b'{"format": "epicrec-export", "version": 1e999}', "damaged"),
        (b'{"format": "epicrec-export", "version": NaN}', "damaged"),
        (b"\xff\xfe\x00", "no export of EpicRec"),
        (b'{"format": "epicrec-export\xff", "version": 1}', "no export of EpicRec"),
        (b'{"version": 1, "format": "epicrec-export", "created": "\xff"}', "damaged"),
    ):
        file.write_bytes(content)
        with pytest.raises(EpicRecError, match=sentence):
            world.services.backup.plan(file)
    with pytest.raises(EpicRecError, match="no such file"):
        world.services.backup.plan(tmp_path / "nothing")
    with pytest.raises(EpicRecError, match="no export of EpicRec"):
        world.services.backup.plan(tmp_path)


def test_an_entry_that_says_something_else_than_its_bytes_is_never_sent_again(
    lived, home, tmp_path
):
    """Whoever changes the list of an entry must not have other bytes sent under its name."""
    file = exported(lived, tmp_path / "export.json")
    document = json.loads(file.read_text(encoding="utf-8"))
    document["ledger"][0]["items"] = ["imdb:tt0113277"]
    file.write_text(json.dumps(document), encoding="utf-8")
    other = home("other")
    bring(other, file)
    sampled = other.sampled()
    outcome = other.release()
    assert not outcome.repeated, "the entry is kept as a record alone"
    assert other.sampled() == sampled, "and still no month is sampled again"


def contributed(world, taker: Taker) -> None:
    world.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    world.services.providers.add("Takers", taker.address, replace=True)
    proposal = world.services.contributions.propose("Takers")
    world.services.contributions.contribute(proposal)


def test_a_contribution_comes_along_and_can_be_withdrawn_where_it_came_to(world, home, tmp_path):
    with taking() as taker:
        world.add(HEAT, MATRIX)
        contributed(world, taker)
        other = home("other")
        bring(other, exported(world, tmp_path / "export.json"))
        there, here = (w.services.contributions.status().entries for w in (world, other))
        assert here == there
        assert "copied" in causes_of(other.services)
        assert joint_loss(other.services) == 2 * EPSILON
        other.add(HEAT)
        assert other.services.contributions.propose("Takers").nothing
        other.clock.moment += MONTH
        assert (
            other.services.contributions.propose("Takers").disclosed == 0
        )  # told of already, there
        other.services.contributions.withdraw(taker.address)
        disclosed, taken = taker.asked
        assert (taken.path, taken.body) == (f"{disclosed.path}/withdrawal", disclosed.body)
        again = bring(other, exported(other, tmp_path / "again.json"))
        assert not again.changes


def test_two_contributions_of_one_month_add_up_and_ours_stays(world, home, tmp_path):
    with taking() as taker:
        other = home("other")
        for one, movie in ((world, HEAT), (other, MATRIX)):
            one.add(movie)
            contributed(one, taker)
        ours = other.services.contributions.status().entries
        done = bring(other, exported(world, tmp_path / "export.json"))
        assert done.samples.contributions.twice == ("2026-11",)
        assert other.services.contributions.status().entries == ours
        # Here, there, and once more there: that library may live on.
        assert joint_loss(other.services) == 3 * EPSILON
        other.clock.moment += MONTH
        other.add(HEAT)
        assert other.services.contributions.propose("Takers").disclosed == 0
        before = dump(other)
        bring(other, tmp_path / "export.json")
        assert joint_loss(other.services) == 3 * EPSILON
        assert len(dump(other)) == len(before)


def test_a_contribution_that_is_none_is_refused_with_its_file(world, tmp_path):
    with taking() as taker:
        contributed(world, taker)
    file = exported(world, tmp_path / "export.json")
    text, before = file.read_text(encoding="utf-8"), dump(world)
    issued = {"javascript:1": {"id": "8a5a6f0e-3f6c-4f0a-9d7e-2b1c0d9e8f7a", "name": "x"}}
    for path, value in (
        ("drawn/2026-11/document/payload", "{}"),
        ("drawn/2026-11/document/sha256", "0" * 64),
        ("told/<b>", "2026-11"),
        ("sends/0/receiver", "file:///etc/passwd"),
        ("drawn/2026-11/document/issued", issued),
    ):
        document = json.loads(text)
        _set(path, value)(document["contributions"])
        file.write_text(json.dumps(document), encoding="utf-8")
        with pytest.raises(EpicRecError):
            world.services.backup.plan(file)
        assert dump(world) == before, path


def sentences(world) -> list[str]:
    """What Activity and Privacy say of the last release, of the months, and of a next one."""
    entry = world.services.ledger.entries()[0]
    summary = world.services.summaries.release_summary(entry.release)
    sections = summary_sections(summary, local=True)
    calendar = world.services.ledger.calendar()
    preview = world.services.releases.preview()
    return [
        *(str(section.heading) for section in sections),
        *(f"{month.name}: {month.movies}" for month in calendar.months),
        f"{preview.perturbed_items} in numbers, {preview.withheld_items} not at all",
    ]


@pytest.fixture
def one_uncounted(world):
    """A home in which Alien belongs to a released month, and is behind none of its numbers."""
    world.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    _, alien = world.add(HEAT, ALIEN)
    world.services.library.set_status([alien], LibraryStatus.REJECTED)
    world.release()
    world.services.library.set_status([alien], LibraryStatus.CONFIRMED)
    return world


def test_a_movie_left_out_of_a_sample_is_left_out_after_a_restore_elsewhere(
    one_uncounted, home, tmp_path
):
    there = sentences(one_uncounted)
    assert "2026-11: 1" in there
    elsewhere = home("elsewhere")
    bring(elsewhere, exported(one_uncounted, tmp_path / "mine.json"))
    assert sentences(elsewhere) == there


def test_a_movie_left_out_there_and_counted_here_is_behind_the_numbers_here(
    one_uncounted, home, tmp_path
):
    file = exported(one_uncounted, tmp_path / "mine.json")
    here = home("here")
    here.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    here.clock.moment += MONTH
    here.add(ALIEN)
    here.release()
    spent = joint_loss(here.services)
    bring(here, file)
    release = here.services.ledger.entries()[0].release
    assert release.period == "2026-12"
    assert ALIEN in here.services.summaries.release_summary(release).counted
    assert periods_by_title(here)[ALIEN] == "2026-12"
    assert joint_loss(here.services) >= spent


def test_a_forgotten_movie_that_was_left_out_stays_so(one_uncounted, home, tmp_path):
    key = one_uncounted.services.library.search_catalog("Alien")[0][0]
    one_uncounted.services.library.forget([key])
    elsewhere = home("elsewhere")
    bring(elsewhere, exported(one_uncounted, tmp_path / "mine.json"))
    one_uncounted.add(ALIEN)
    elsewhere.add(ALIEN)
    assert sentences(elsewhere) == sentences(one_uncounted)
    assert "2026-11: 1" in sentences(elsewhere)


@pytest.mark.parametrize(
    "lost", ["imdb_id", "imdb_id, wikidata_id, movielens_id, starter_id, tmdb_id"]
)
def test_a_movie_with_other_ids_by_now_is_counted_and_reported_once(world, home, tmp_path, lost):
    """After an export, a loss, an id that was corrected and a restore it was answered twice."""
    with taking() as taker:
        world.add(HEAT)
        contributed(world, taker)
        world.release()
        other = home("other")
        free = ", ".join(f"{column} = NULL" for column in lost.split(", "))
        with planting(other.paths.database) as database:
            database.execute("UPDATE movies SET imdb_id = NULL WHERE imdb_id = 'tt0078748'")
            heat = "title = 'Heat' AND year = 1995"
            database.execute(f"UPDATE movies SET {free} WHERE {heat}")
            database.execute(f"UPDATE movies SET imdb_id = 'tt0078748' WHERE {heat}")
        bring(other, exported(world, tmp_path / "export.json"))
        other.clock.moment += MONTH
        other.add(HEAT)
        assert other.services.contributions.propose("Takers").disclosed == 0
    assert periods_by_title(other)[HEAT] == "2026-11"
