"""What `run` promises beyond the usual: levels for once, a provider that is down, the true ε."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from malicious_provider import hostile

from command_line import Epicrec
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.period import TRUST_TIERS, Period
from epicrec_desktop.services import personas
from epicrec_desktop.services.periods import accept_clock
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.wiring import Services, build
from local_http_server import serving
from persona_world import FilmClub, few_personas


@contextmanager
def services_of(program: Epicrec) -> Iterator[Services]:
    with closing(build(Paths.under(program.base))) as services:
        yield services


def test_a_level_for_once_does_not_open_a_closed_category(with_sample):
    with_sample("privacy", "set", "Drama", "no")
    with_sample("privacy", "set", "Comedy", "all")
    released = with_sample.json("run", "--sample", "--level", "all")["release"]
    with services_of(with_sample) as services:
        movies = services.context.catalog().catalog.movies
    categories = {m.wire_id: m.categories for m in movies if m.wire_id}
    assert released["items"]
    assert not [item for item in released["items"] if "Drama" in categories[item]]


def test_one_open_category_is_not_said_to_be_everything(with_sample):
    with_sample("privacy", "set", "overall", "no")
    with_sample("privacy", "set", "Drama", "all")
    with_sample("release")
    shown = [with_sample(name).stdout for name in ("preview", "release", "ledger")]
    assert not [text for text in shown if "Everything" in text]
    assert all("By name" in text for text in shown)


def test_a_provider_that_is_down_takes_nothing_else_away(fresh):
    shown = fresh.json("run", "--sample", "--provider", "http://127.0.0.1:1", code=1)
    assert (shown["release"], shown["budget"]) == (None, None)
    assert len(shown["recommendations"]["overall"]) >= 20
    assert "is not here yet, so nothing was sent" in shown["recommendations"]["notes"][0]


def test_the_printed_bound_is_that_of_the_release(with_sample):
    """An earlier period was sampled at a larger budget than levels are quantified to now."""
    with services_of(with_sample) as services:
        budget = services.privacy.budget(PrivacyChoice(ReleaseLevel.PERTURBED))
        assert budget.epsilon < 1
        one = Fraction(1)
        mechanism = Mechanism("M-DPDP", ("Drama",), ((1,),), 1, (one,), one)
        period = Period(mechanism, {"Drama": "perturbed"}, dict.fromkeys(TRUST_TIERS, (0,)))
        with services.context.database.write() as session:
            repository = SampleRepository(session)
            sampled = repository.read().replace(count=1, periods={"2020-01": period.to_dict()})
            repository.store(sampled, now=datetime.now(UTC))
    output = with_sample.json("run", "--sample")["budget"]
    assert (output["epsilon"], output["observer_percent"]) == (1, 74)


FIRST_SENTENCE = "add to what others know of the same movies"


@pytest.mark.usefixtures("quick_budget")
@pytest.mark.parametrize("way", [["run", "--sample"], ["release"], ["recommend"]], ids=" ".join)
def test_every_way_to_release_shows_first_what_will_be_sent(with_sample, way):
    shown = with_sample(*way).stdout
    assert shown.count("What will be sent") == 1
    before, _, after = shown.partition("What will be sent")
    assert "What was sent" not in before
    assert "To This computer (it stays on this computer): Blurred." in after
    assert FIRST_SENTENCE in after
    assert after.index(FIRST_SENTENCE) < after.index("What was sent")
    again = with_sample("release").stdout
    assert ", the same bytes as before." in again
    assert FIRST_SENTENCE not in again


@pytest.mark.usefixtures("quick_budget")
def test_terminal_and_json_say_what_a_provider_would_know_for_certain(with_sample):
    with hostile() as theirs:
        with_sample("providers", "add", "Theirs", theirs.address)
        assert not with_sample.json("privacy", "show")["chosen"]
        unchosen = "You have not chosen a level yet"
        assert unchosen in with_sample("release", "--provider", "Theirs").stdout
        with_sample("privacy", "set", "overall", "all")
        assert with_sample.json("privacy", "show")["chosen"]
        output = with_sample("release", "--provider", "Theirs").stdout
        assert "Theirs will know for certain: " in output
        assert "What is sent cannot be taken back." in output
        assert unchosen not in output
        shown = with_sample.json("preview", "--provider", "Theirs")
        assert shown["discloses"]["same_list"]
        assert shown["discloses"]["named_new"] == []
        assert shown["discloses"]["named_again"] == shown["items"]
        assert shown["discloses"]["sentences"] == [
            "Theirs has this very list already. Sending it again tells it nothing more."
        ]
    (entry,) = with_sample.json("ledger", "--last", "1")
    assert entry["discloses"]["named_new"] == shown["items"]


@pytest.mark.usefixtures("quick_budget")
def test_the_ledger_says_that_a_list_without_a_good_answer_may_have_been_sent(with_sample):
    with hostile() as theirs:
        theirs.answer = lambda _released: b"no document"
        with_sample("providers", "add", "Theirs", theirs.address)
        with_sample("release", "--provider", "Theirs", code=1)
        assert theirs.releases
    shown = with_sample("ledger").stdout
    assert "It may have been sent: there is no good answer on record." in shown
    assert "What it can reveal: Someone who thought it 50:50" in shown


@pytest.mark.usefixtures("quick_budget")
def test_a_library_that_was_copied_is_counted_twice_and_erasing_it_starts_over(with_sample):
    with_sample("release")
    spent = Fraction(with_sample.json("privacy", "show")["spent"]["joint"]["epsilon"])
    shutil.rmtree(with_sample.base / "state")  # as on another computer
    with_sample("privacy", "set", "Drama", "no")
    assert "counted twice" in with_sample("release").stdout
    after = with_sample.json("privacy", "show")["spent"]["joint"]["epsilon"]
    assert Fraction(after) == 2 * spent
    with_sample("erase", "--yes")
    with_sample("library", "add", "Heat 1995")
    assert FIRST_SENTENCE in with_sample("release").stdout


def test_at_no_release_nothing_is_announced(with_sample):
    assert "What will be sent" not in with_sample("run", "--sample", "--level", "no").stdout


@pytest.mark.usefixtures("quick_budget")
def test_a_clock_that_jumped_is_asked_about_before_anything_is_sampled(fresh):
    with services_of(fresh) as services:
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        with services.context.database.write() as session:
            accept_clock(session, datetime(2020, 2, 1, tzinfo=UTC))
    assert fresh.json("preview")["clock"]["last"] == "2020-02-01"
    for shown in (fresh("preview").stdout, fresh.problem("release")):
        assert "said 2020-02-01 before" in shown
        assert "If it is right, release with --clock-is-right." in shown
    assert fresh.json("preview")["example"], "nothing was sampled"
    assert fresh.json("release", "--clock-is-right")["release"] is not None
    shown = fresh.json("preview")
    assert shown["clock"] is None
    assert set(shown["worth"]) == {"movies", "right_percent", "begins", "worst", "worst_percent"}


def test_what_a_provider_would_say_is_printed_and_in_json(with_sample, monkeypatch):
    monkeypatch.setattr(personas, "load_personas", lambda: few_personas(12))
    with services_of(with_sample) as services:
        club = FilmClub(services.context.catalog().catalog)
    with serving(club) as server:
        with_sample("providers", "add", "Film club", server.address)
        with_sample("providers", "use", "Film club")
        with_sample("privacy", "set", "overall", "no")
        assert with_sample.json("recommend")["recommendations"]["learned"] is None
        assert with_sample.json("providers", "refresh")["personas"]
        asked = len(club.asked)
        shown = with_sample.json("recommend")["recommendations"]
        text = with_sample("recommend").stdout
        assert len(club.asked) == asked == 12  # nobody is asked when somebody looks
        assert f"{asked + 1} questions" in with_sample("providers", "show", "Film club").stdout
        with_sample("providers", "as-nobody", "Film club", "off")
        assert with_sample.json("recommend")["recommendations"]["learned"] is None
    learned = shown["learned"]
    assert len(learned["movies"]) > 10
    assert learned["personas"] == asked
    assert 0 <= learned["guessed_by_mean"] < learned["guessed"] <= 10
    assert "What Film club would say (learned here" in text
    assert "it got nothing about you" in text
