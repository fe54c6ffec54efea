"""`epicrec contribute`: the same words as in the window, and nothing that leaves by itself."""

import json

import pytest

from epicrec_desktop.recommend.wire_contribution import parse_contribution


@pytest.fixture
def ready(fresh, taker):
    """Somebody with movies, a level and a provider."""
    fresh("library", "add", "Heat 1995", "Alien 1979")
    fresh("privacy", "set", "overall", "perturbed")
    fresh("providers", "add", "Friends", taker.address)
    taker.asked.clear()  # what it publishes was asked for
    return fresh


def test_it_says_what_it_does_and_costs_and_sends_nothing(ready, taker):
    output = ready("contribute")
    for words in (
        "1,000 well-known movies",
        "flips 27 of 100 answers",
        "74 % sure",
        "96 % of three",
        "Off.",
    ):
        assert words in output.stdout
    shown = ready("contribute", "preview", "--provider", "Friends")
    assert f"Friends gets it, at {taker.address}." in shown.stdout
    assert "2 that you confirmed" in shown.stdout
    assert "only an example" in shown.stdout
    assert taker.asked == []


def test_sent_shown_byte_for_byte_and_withdrawn(ready, taker):
    sent = ready("contribute", "send", "--provider", "Friends")
    assert "Sent to Friends, and counted there." in sent.stdout
    (asked,) = taker.asked
    assert len(parse_contribution(asked.body).bits) == 1_000
    shown = json.loads(ready("--json", "contribute").stdout)
    (entry,) = shown["contributions"]
    assert (entry["state"], entry["payload"]) == ("sent", asked.body.decode())
    assert shown["epsilon"] == shown["together"] == "1"
    assert asked.body.decode() in ready("contribute", "status").stdout
    assert "has it" in ready("contribute", "send", "--provider", "Friends").stdout
    assert len(taker.asked) == 1
    spent = json.loads(ready("--json", "privacy", "show").stdout)["spent"]
    assert spent["contributed"]["epsilon"] == "1"
    assert "A contribution of yours" in ready("activity").stdout
    taken = ready("contribute", "withdraw")
    assert "Withdrawn from Friends." in taken.stdout
    assert taker.asked[1].body == asked.body
    assert (
        json.loads(ready("--json", "contribute").stdout)["contributions"][0]["state"] == "withdrawn"
    )


def test_errors_are_sentences(ready, taker):
    assert "Nobody was asked" in ready("contribute", "withdraw", code=1).stderr
    assert "no service elsewhere" in ready("contribute", "send", code=1).stderr
    taker.answers = [(503, {"Retry-After": "30"})]
    assert "come back later" in ready("contribute", "send", "--provider", "Friends", code=1).stderr
    assert "Nothing was sent" in ready("contribute", "send", "--provider", "Friends", code=1).stderr
    assert len(taker.asked) == 1


def test_erasing_says_what_can_no_longer_be_withdrawn(ready, taker):
    ready("contribute", "send", "--provider", "Friends")
    assert "cannot be withdrawn any more" in ready("erase", "--yes").stdout
