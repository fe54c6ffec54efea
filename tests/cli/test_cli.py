"""The command line as a person or a script uses it: output, exit codes, no tracebacks."""

import csv
import json
import os
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from made_ratings import EACH, MOVIES, PEOPLE, made_ratings

from command_line import Epicrec
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.release import ReleaseFacts
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.recommend.invitation import Invitation, encode
from epicrec_desktop.recommend.learned_question import load_question
from processes import python
from sql import sql

KEYS_OF_A_MOVIE = {
    *("id", "title", "year", "imdb_id", "in_catalog", "status", "evidence", "rule", "categories"),
    *("day", "visits", "confidence", "weight", "imports", "rating", "seen_again", "stars"),
}
"""Scripts read them: without one, or with another meaning, the next version is a major one."""


def test_run_does_the_whole_job_and_sends_the_same_bytes_again(fresh):
    output = fresh.json("run", "--sample")
    movies = output["movies"]
    assert all(set(movie) == KEYS_OF_A_MOVIE for movie in movies)
    assert sum(movie["status"] == "confirmed" for movie in movies) > 20
    release = output["release"]
    assert (release["level"], release["provider"]) == ("perturbed", "This computer")
    assert output["budget"]["mechanism"] == "S-LQ"
    assert 0.04 <= output["budget"]["epsilon"] <= 1
    rows = output["recommendations"]
    assert len(rows["overall"]) >= 20
    assert {s["ranked"] for s in rows["overall"]} == {"here", "provider"}
    assert "Drama" in rows["categories"]
    watched = {movie["id"] for movie in movies if movie["status"] == "confirmed"}
    assert not watched & {s["id"] for s in rows["overall"]}

    again = fresh("run", "--sample")
    assert again.stderr == ""
    for words in ("Movies found", "Privacy budget", "What was sent", "ranked here"):
        assert words in again.stdout
    (entry,) = fresh.json("ledger")
    assert f" {len(entry['payload']):,} bytes, " in again.stdout
    assert entry["sha256"] == release["sha256"]
    assert json.loads(entry["payload"])["profile"] == release["items"] == entry["items"]
    assert (entry["error"], entry["open_items"]) == (None, [])
    assert {"window", *ReleaseFacts.__struct_fields__} <= entry.keys() | {"period"}
    shown = fresh("ledger", "--last", "1").stdout
    assert "Level: Blurred" in shown
    assert "only behind the blurred numbers" in shown
    assert shown.index("Blurred numbers") < shown.index("sha256")
    assert "UTC on this computer" in shown
    assert "Made here; nothing was sent." in shown
    assert "Sent:" not in shown

    # What stays on this computer is no contact.
    assert fresh.json("activity") == []
    assert "No contact with anybody is on record." in fresh("activity").stdout
    printed = fresh("preview").stdout
    assert "made before, unchanged. It stays on this computer." in printed
    assert "sent" not in printed.partition("Category")[0].replace("is sent", "")


def test_no_release_has_no_release_and_no_budget(with_sample):
    document = with_sample.json("run", "--sample", "--level", "no")
    assert (document["release"], document["budget"]) == (None, None)
    assert len(document["recommendations"]["overall"]) >= 20
    assert with_sample.json("ledger") == []


def test_all_release_sends_the_confirmed_movies(with_sample):
    document = with_sample.json("run", "--sample", "--level", "all")
    confirmed = {m["id"] for m in document["movies"] if m["status"] == "confirmed"}
    assert set(document["release"]["items"]) == confirmed
    assert document["release"]["level"] == "all"
    assert document["budget"] is None


def test_an_answer_of_the_user_outlasts_a_scan(with_sample):
    chosen = next(m for m in with_sample.json("library") if m["status"] == "confirmed")
    with_sample("library", "reject", chosen["id"])
    with_sample("run", "--sample", "--level", "no")
    after = {m["id"]: m["status"] for m in with_sample.json("library")}
    assert after[chosen["id"]] == "rejected"
    (changed,) = with_sample.json("library", "confirm", chosen["title"])  # what changed, no more
    assert (changed["id"], changed["status"]) == (chosen["id"], "confirmed")
    with_sample("library", "weight", chosen["id"], "0.5")
    movie = next(m for m in with_sample.json("library") if m["id"] == chosen["id"])
    assert (movie["status"], movie["weight"]) == ("confirmed", 0.5)


def test_levels_are_kept(fresh):
    fresh("privacy", "set", "horror", "no")
    shown = fresh.json("privacy", "show")
    assert shown["categories"] == {"Horror": "no"}
    assert shown["budget"]["mechanism"] == "M-LQ"
    assert set(shown["budget"]["scales"]) == set(load_question().cells)
    fresh("privacy", "set", "horror", "default")
    assert fresh.json("privacy", "show")["categories"] == {}


def test_the_mechanism_is_chosen_and_kept(fresh):
    assert fresh.json("privacy", "show")["mechanism"] == "learned"
    chosen = fresh.json("privacy", "mechanism", "published")
    assert (chosen["mechanism"], chosen["budget"]["mechanism"]) == ("published", "S-DPDP")
    assert "As published" in fresh("privacy", "show").stdout
    back = fresh.json("privacy", "mechanism", "improved")
    assert (back["mechanism"], back["budget"]["mechanism"]) == ("improved", "S-MAP")


def test_trust_is_a_part_of_the_budget_and_the_spent_part_is_shown(fresh):
    nothing = {"joint": None, "contributed": None, "providers": {}, "causes": []}
    assert fresh.json("privacy", "show")["spent"] == nothing
    fresh("providers", "add", "Mine", "http://127.0.0.1:1", "--trust", "0.5")
    assert fresh.json("providers", "list")[1]["trust"] == "1/2"
    assert fresh.json("providers", "trust", "Mine", "1/4")[1]["trust"] == "1/4"
    assert "Trust is 1, 1/2, 1/4 or 1/8" in fresh.problem("providers", "trust", "Mine", "2")
    fresh("run", "--sample")
    shown = fresh.json("privacy", "show")
    epsilon = Fraction(shown["spent"]["joint"]["epsilon"])
    assert float(epsilon) == pytest.approx(shown["budget"]["epsilon"])
    assert shown["spent"]["providers"] == {"This computer": shown["spent"]["joint"]}
    assert "So far, someone who thought it 50:50" in fresh("privacy", "show").stdout


def test_an_invitation_is_shown_before_it_is_accepted(fresh, tmp_path):
    invitation = Invitation("Film club", "http://127.0.0.1:1", key="epicrec_secret")
    file = tmp_path / "club.epicrec"
    file.write_text(encode(invitation))
    said = fresh.json("providers", "accept", str(file))
    assert (said["name"], said["key"]) == ("Film club", True)
    assert "epicrec_secret" not in json.dumps(said)
    assert [p["address"] for p in fresh.json("providers")] == [None]
    (_, club) = fresh.json("providers", "accept", str(file), "--yes")
    assert (club["name"], club["key"], club["trust"]) == ("Film club", True, "1/4")
    file.write_text("hello")
    assert "not a whole invitation" in fresh.problem("providers", "accept", str(file))


def test_a_providers_address_is_not_changed_unasked(fresh):
    fresh("providers", "add", "Mine", "http://127.0.0.1:1")
    refused = fresh.problem("providers", "add", "mine", "http://127.0.0.1:2")
    assert "Mine already, at http://127.0.0.1:1" in refused
    assert "--replace" in refused
    assert [p["address"] for p in fresh.json("providers")] == [None, "http://127.0.0.1:1"]
    fresh("providers", "add", "mine", "http://127.0.0.1:2", "--replace")
    shown = [(p["name"], p["address"]) for p in fresh.json("providers")]
    assert shown == [("This computer", None), ("Mine", "http://127.0.0.1:2")]


def test_other_servers_are_added_by_an_address_that_names_their_interface(fresh):
    addresses = ["gorse+http://127.0.0.1:1#like", "json+http://127.0.0.1:1/r#items:results.id"]
    fresh("providers", "add", "Shop", "gorse+http://127.0.0.1:1/")
    fresh("providers", "add", "Store", addresses[1])
    assert [p["address"] for p in fresh.json("providers")] == [None, *addresses]


def test_a_list_can_be_seen_before_it_is_released(with_sample):
    shown = with_sample.json("preview")
    assert set(shown["worth"]) == {"movies", "right_percent", "begins", "worst", "worst_percent"}
    assert shown["worth"]["worst"] in shown["budget"]["scales"], "named as the numbers are"
    assert shown["example"]
    assert shown["true_counts"]["Drama"] > 0
    drawn = with_sample.json("release", "--draw")
    assert not drawn["example"]
    assert with_sample.json("ledger") == []
    printed = with_sample("release", "--draw").stdout
    assert f"The real list ({len(drawn['items'])} movies), drawn once and for good." in printed
    assert "Nothing was sent." in printed
    assert with_sample.json("preview")["sha256"] == drawn["sha256"]
    released = with_sample.json("release")["release"]
    assert released["sha256"] == drawn["sha256"]
    assert set(released["items"]) == set(drawn["items"])


def test_export_and_erase(with_sample, tmp_path):
    with_sample("release")
    file = tmp_path / "mine.json"
    with_sample("export", str(file))
    document = json.loads(file.read_text(encoding="utf-8"))
    assert len(document["library"]) > 20
    assert len(document["ledger"]) == 1
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("mine")
    assert "--force" in with_sample.problem("export", str(file))
    assert file.read_text() == "mine"
    with_sample("export", str(file), "--force")
    again = json.loads(file.read_text(encoding="utf-8"))
    assert again["library"] == document["library"]
    assert "Nothing was removed" in with_sample.problem("erase")
    with_sample("erase", "--yes")
    assert [f for f in with_sample.base.rglob("*") if f.is_file()] == []


def test_bad_input_is_one_sentence_and_changes_nothing(with_sample, tmp_path):
    file, empty, missing = tmp_path / "notes.txt", tmp_path / "empty", tmp_path / "missing.csv"
    file.write_text("just a few words\n")
    empty.mkdir()
    before = {m["id"]: m["status"] for m in with_sample.json("library")}
    for arguments in (
        ("run", "--profile", "/nowhere/at/all"),
        ("run", "--profile", str(file)),
        ("run", "--sample", "--provider", "nobody"),
        ("run", "--sample", "--provider", "http://127.0.0.1:1"),
        ("scan", "--profile", str(empty)),
        ("catalog", "import", str(file)),
        ("match", "--catalog", str(empty), "--rows", str(file)),
        ("library", "confirm", "No Such Movie"),
        ("library", "weight", "No Such Movie", "2"),
        ("privacy", "set", "cooking", "no"),
        ("providers", "add", "x", "ftp://example.org"),
        ("providers", "test", "nobody"),
        ("train",),
        ("export", "/nowhere/at/all/file.json"),
    ):
        assert with_sample.problem(*arguments).endswith("."), arguments
    assert {m["id"]: m["status"] for m in with_sample.json("library")} == before
    assert str(missing) in with_sample.problem("catalog", "import", str(missing))
    assert Epicrec(tmp_path / "other").problem("run").endswith(("--sample.", "."))


def test_wrong_use_is_2(tmp_path):
    for arguments in ([], ["fly"], ["run", "--level", "some"], ["providers", "trust", "x", "1e9"]):
        assert "usage" in Epicrec(tmp_path)(*arguments, code=2).stderr


def test_run_on_a_real_profile(fresh, unpacked):
    document = fresh.json("run", "--profile", str(unpacked / "firefox"), "--level", "no")
    found = {m["title"]: (m["status"], m["evidence"], m["day"]) for m in document["movies"]}
    for title in ("The Matrix", "Inception", "Interstellar", "Spirited Away"):
        assert found[title] == ("suggested", "interest", None), "its pages were looked at"
    assert not {"Game of Thrones", "Keanu Reeves"} & {m["title"] for m in document["movies"]}


@pytest.fixture
def ratings_folder(tmp_path) -> Path:
    """Return a folder in MovieLens's format, with made-up ratings of the starter's movies."""
    folder = tmp_path / "ratings"
    folder.mkdir()
    # The best known movies first: the Matrix is one of them, under this number.
    movies = sorted(load_starter().movies, key=lambda movie: -movie.popularity)
    for name, content in made_ratings(movies).items():
        (folder / name).write_bytes(content)
    return folder


def test_match_reads_rows_and_writes_rows(fresh, ratings_folder, tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        '{"url": "https://www.imdb.com/title/tt0133093/", "title": "The Matrix (1999) - IMDb"}\n'
        '{"url": "https://www.imdb.com/name/nm0000206/", "title": "Keanu Reeves - IMDb"}\n'
    )
    done = fresh("match", "--catalog", str(ratings_folder), "--rows", str(rows))
    first, second = map(json.loads, done.stdout.splitlines())
    with (ratings_folder / "links.csv").open(encoding="utf-8", newline="") as file:
        numbers = {row["imdbId"]: int(row["movieId"]) for row in csv.DictReader(file)}
    assert first["movie_ids"] == [numbers["0133093"]]
    assert first["decision"] == "accept"
    assert second == {
        "movie_ids": [],
        "evidence": "none",
        "rule": second["rule"],
        "confidence": second["confidence"],
        "decision": "none",
    }
    of_starter = fresh("match", "--rows", str(rows))
    assert json.loads(of_starter.stdout.splitlines()[0])["movie_ids"] == ["imdb:tt0133093"]


def test_importing_ratings_trains_a_model(fresh, ratings_folder):
    info = fresh.json("catalog", "import", str(ratings_folder))
    assert info["ratings"] == PEOPLE * EACH
    assert info["model"] == "linear"
    assert info["movies"] > MOVIES
    document = fresh.json("run", "--sample")
    assert document["recommendations"]["model"].startswith("linear-")


def test_consent_is_withdrawn_by_name_or_path_with_all_that_came_from_it(fresh, tmp_path):
    profile = write_sample_profile(tmp_path / "sample", datetime.now(UTC))
    folder = str(profile.database.parent)
    fresh("scan", "--profile", folder)
    kept = fresh.json("library")[0]
    fresh("library", "confirm", kept["id"])
    assert "“Nobody” is no profile" in fresh.problem("browsers", "--revoke", "Nobody")
    (before,) = [b for b in fresh.json("browsers") if b["consent"]]
    after = fresh.json("browsers", "--revoke", folder)
    assert not [b for b in after if b["consent"]]
    assert [m["id"] for m in fresh.json("library")] == [kept["id"]]
    fresh("scan", "--profile", folder)
    fresh("browsers", "--revoke", before["profile"])
    assert [m["id"] for m in fresh.json("library")] == [kept["id"]]


@pytest.mark.slow
def test_forgetting_what_was_deleted_in_the_browser(fresh, tmp_path):
    profile = write_sample_profile(tmp_path / "sample", datetime.now(UTC))
    fresh("scan", "--profile", str(profile.database.parent))
    before = fresh.json("library")
    assert fresh.json("library", "forget", "--deleted") == []
    assert "No movie was found" in fresh("library", "forget", "--deleted", "--yes").stdout
    sql(profile.database, "DELETE FROM visits WHERE url > 20")
    gone = fresh.json("library", "forget", "--deleted", code=1)
    refused = fresh("library", "forget", before[0]["id"], "--deleted", code=1)
    assert "Nothing was changed. Add --yes" in refused.stderr
    assert all(movie["title"] in refused.stdout for movie in [before[0], *gone])
    assert fresh.json("library") == before
    assert fresh.json("library", "forget", "--deleted", "--yes") == gone
    assert 0 < len(gone) < len(before)
    assert fresh.json("library") == [movie for movie in before if movie not in gone]
    assert "Name movies" in fresh.problem("library", "forget")


def test_a_key_comes_from_a_file_and_is_shown_nowhere(fresh, tmp_path):
    key, file = "epicrec_0123456789abcdef", tmp_path / "key"
    file.write_text(f"{key}\n")
    fresh("providers", "add", "Club", "http://127.0.0.1:1", "--key-file", str(file))
    assert fresh.json("providers", "list")[1]["key"] is True
    shown = fresh("providers", "show", "Club").stdout
    assert "says nothing of itself" in shown
    assert "Not seen yet" in shown
    assert "100% of the budget" in shown
    assert "To test it: `epicrec providers test`" in shown
    assert key not in shown + fresh("providers", "list").stdout
    document = fresh.json("providers", "show", "Club")
    assert document["says"] is None
    assert document["found"]["key"] is True
    assert fresh.json("providers", "key", "Club", "--remove")[1]["key"] is False
    assert "cannot be read" in fresh.problem("providers", "key", "Club", "--key-file", "/nowhere")
    file.write_text("two words")
    assert "This is no key" in fresh.problem("providers", "key", "Club", "--key-file", str(file))
    assert "shares no model" in fresh.problem("providers", "show", "Club", "--try")


def test_a_command_imports_what_it_needs(fresh):
    """NumPy, the HTTP library and the search are for commands that need them.

    `recommend` writes: what was released before goes again, and is recorded.
    """
    fresh("recommend")
    fresh("watchlist", "add", "Heat 1995")
    code = """if True:
        import sys
        from epicrec_desktop.cli import main
        heavy = {"numpy", "requests", "rapidfuzz", "alembic", "scipy"}
        light = ("library", "watchlist", "browsers", "activity", "ledger --json")
        for words in (*light, "privacy show", "recommend"):
            main(["--base-dir", sys.argv[1], *words.split()])
            print(words, *heavy & sys.modules.keys(), sep=": ", file=sys.stderr)
    """
    done = python("-c", code, str(fresh.base), check=True)
    found = dict(line.split(": ", 1) for line in done.stderr.replace("\n", ": \n").splitlines())
    light = dict.fromkeys(("library", "watchlist", "browsers", "activity", "ledger --json"), "")
    assert {words: found[words] for words in light} == light
    assert {modules.strip(": ") for modules in found.values()} <= {"", "numpy"}
