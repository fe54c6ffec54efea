"""Nothing but a release tells anything: not what is fetched, nor when, nor any mark it left."""

from dataclasses import replace

import pytest
from malicious_provider import MARK

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.recommend.personas import load_personas, persona_request
from epicrec_desktop.services import personas

NO = PrivacyChoice(ReleaseLevel.NO)
SEEN = "imdb:tt0078748"


def test_no_mark_comes_back_a_day_later_nor_after_being_added_again(attack_services):
    attack_services.provider.share()
    attack_services.add()
    services = attack_services.services
    for _ in range(3):
        attack_services.later(hours=27)
        assert services.providers.refresh_public() == ("Theirs",)
    services.providers.remove("Theirs")
    services.providers.add("Somebody else", attack_services.provider.address)
    services.providers.fetch_first("Somebody else")
    requests = attack_services.provider.requests
    assert len(requests) == 5 * 4
    first = requests[:4]
    for at in range(0, 20, 4):
        assert [(r.path, r.headers) for r in requests[at : at + 4]] == [
            (r.path, r.headers) for r in first
        ]
    for request in requests:
        assert MARK not in repr(request)
        assert not {"if-none-match", "if-modified-since", "cookie"} & request.headers.keys()


def test_a_release_is_one_request_and_fetches_nothing(attack_services):
    attack_services.provider.share()
    attack_services.add(SEEN)
    asked = len(attack_services.provider.requests)
    attack_services.later(hours=30)  # what is published is long due
    attack_services.services.releases.preview()
    attack_services.release()
    attack_services.release()
    attack_services.services.recommend.rank_locally()
    after = attack_services.provider.requests[asked:]
    assert [r.method for r in after] == ["POST", "POST"]


def test_at_no_release_only_the_schedule_speaks(attack_services):
    attack_services.provider.share()
    attack_services.add(SEEN)
    asked = len(attack_services.provider.requests)
    for _ in range(3):
        attack_services.release(NO)
        attack_services.services.recommend.rank_locally()
        attack_services.services.releases.preview(NO)
    assert len(attack_services.provider.requests) == asked
    assert attack_services.services.providers.refresh_public() == ()
    attack_services.later(hours=27)
    assert attack_services.services.providers.refresh_public() == ("Theirs",)
    assert attack_services.services.providers.refresh_public() == ()
    assert not attack_services.provider.releases


def test_a_provider_that_fails_is_not_asked_more_often(attack_services):
    """Else it could have itself asked whenever it likes to."""
    attack_services.provider.catalog = b"nonsense"
    with pytest.raises(ProviderError):
        attack_services.add()
    for hours in (0, 1, 12, 10):
        attack_services.later(hours=hours)
        assert attack_services.services.providers.refresh_public() == ()
    assert len(attack_services.provider.asked("catalog")) == 1
    attack_services.later(hours=4)
    assert attack_services.services.providers.refresh_public() == ("Theirs",)
    assert len(attack_services.provider.asked("catalog")) == 2


def test_what_it_published_goes_with_it(attack_services):
    attack_services.provider.share()
    attack_services.add()
    kept = attack_services.services.context.paths.cache / "providers"
    assert list(kept.iterdir())
    attack_services.services.providers.choose("This computer")
    attack_services.services.providers.remove("Theirs")
    assert list(kept.iterdir()) == []


def test_what_it_published_stays_while_another_name_has_its_address(attack_services):
    attack_services.add()
    attack_services.services.providers.add("The same", attack_services.provider.address)
    attack_services.services.providers.remove("Theirs")
    assert attack_services.services.providers.connect("The same").has_catalog()
    attack_services.services.providers.add("The same", "https://elsewhere.example", replace=True)
    assert list((attack_services.services.context.paths.cache / "providers").iterdir()) == []


def test_a_name_that_was_only_used_is_swept_after_a_month(attack_services):
    services = attack_services.services
    services.providers.fetch_first(attack_services.provider.address)
    kept = services.context.paths.cache / "providers"
    assert len(list(kept.iterdir())) == 1
    services.providers.refresh_public()
    assert len(list(kept.iterdir())) == 1
    attack_services.later(days=3650)  # the folder's time is that of the disk
    services.providers.refresh_public()
    assert list(kept.iterdir()) == []


def test_from_the_command_line(epicrec, provider, monkeypatch):
    shipped = load_personas()
    few = replace(shipped, personas=shipped.personas[:5])
    monkeypatch.setattr(personas, "load_personas", lambda: few)
    provider.share()
    assert epicrec("providers", "add", "Theirs", provider.address).code == 0
    parts = [r.path.split("/")[2] for r in provider.requests]
    assert parts == ["catalog", "models", "models", "about"]
    assert epicrec("providers", "use", "Theirs").code == 0
    assert epicrec("privacy", "set", "overall", "no").code == 0
    for command in (("preview",), ("release",), ("recommend",)):
        assert epicrec(*command).code == 0
    assert len(provider.requests) == 4
    assert epicrec("providers", "refresh").code == 0  # it is in use: as nobody, once a month
    lists, *asked = provider.requests[4:]
    assert (lists.method, lists.path) == ("GET", f"/v1/personas/{few.digest[:16]}")
    assert [r.body for r in asked] == [persona_request(movies) for movies in few.movies]
    assert epicrec("providers", "refresh").code == 0
    assert len(provider.requests) == 10
    assert "shares its model" in epicrec("providers", "test", "Theirs").out
    assert len(provider.requests) == 14
    assert epicrec("providers", "remove", "Theirs").code == 0
    assert MARK not in repr([r.headers for r in provider.requests])


def test_releasing_from_the_command_line_does_not_ask_for_a_catalog(epicrec, provider):
    """Not even one that never came: it was asked for when the provider was added."""
    provider.catalog = b"nonsense"
    epicrec("providers", "add", "Theirs", provider.address)
    epicrec("providers", "use", "Theirs")
    asked = len(provider.requests)
    for command in ("preview", "release", "recommend"):
        assert "not here yet" in epicrec(command).problems
    assert len(provider.requests) == asked


def test_an_address_is_met_at_its_first_use(epicrec, provider):
    provider.share()
    for _ in range(2):
        assert epicrec("recommend", "--provider", provider.address).code == 0
    assert [r.method for r in provider.requests] == [*(["GET"] * 4), "POST", "POST"]


def test_an_address_named_at_no_release_is_not_asked(epicrec, provider):
    epicrec("privacy", "set", "overall", "no")
    output = epicrec("recommend", "--provider", provider.address)
    assert provider.requests == [], output.problems
