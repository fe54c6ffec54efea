"""Nothing but a release tells anything: not what is fetched, nor when, nor any mark it left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hostile_provider import MARK, HostileProvider, catalog

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError

NO = PrivacyChoice(ReleaseLevel.NO)
SEEN = "imdb:tt0078748"


def test_no_mark_comes_back_a_day_later_nor_after_being_added_anew(attacked: Any) -> None:
    attacked.provider.share()
    attacked.add()
    services = attacked.services
    for _ in range(3):
        attacked.later(hours=27)
        assert services.providers.refresh_public() == ("Theirs",)
    services.providers.remove("Theirs")
    services.providers.add("Somebody else", attacked.provider.address)
    services.providers.fetch_first("Somebody else")
    requests = attacked.provider.requests
    assert len(requests) == 5 * 4
    first = requests[:4]
    for at in range(0, 20, 4):
        assert [(r.path, r.headers) for r in requests[at : at + 4]] == [
            (r.path, r.headers) for r in first
        ]
    for request in requests:
        assert MARK not in repr(request)
        assert not {"if-none-match", "if-modified-since", "cookie"} & request.headers.keys()


def test_a_release_is_one_request_and_fetches_nothing(attacked: Any) -> None:
    attacked.provider.share()
    attacked.add()
    attacked.confirm(SEEN)
    asked = len(attacked.provider.requests)
    attacked.later(hours=30)  # what is published is long due
    attacked.services.privacy.preview()
    attacked.release()
    attacked.release()
    attacked.services.recommend.rank_here()
    after = attacked.provider.requests[asked:]
    assert [r.method for r in after] == ["POST", "POST"]


def test_at_no_release_only_the_schedule_speaks(attacked: Any) -> None:
    attacked.provider.share()
    attacked.add()
    attacked.confirm(SEEN)
    asked = len(attacked.provider.requests)
    for _ in range(3):
        attacked.release(NO)
        attacked.services.recommend.rank_here()
        attacked.services.privacy.preview(NO)
    assert len(attacked.provider.requests) == asked
    assert attacked.services.providers.refresh_public() == ()
    attacked.later(hours=27)
    assert attacked.services.providers.refresh_public() == ("Theirs",)
    assert attacked.services.providers.refresh_public() == ()
    assert not attacked.provider.releases


def test_a_provider_that_fails_is_not_asked_more_often(attacked: Any) -> None:
    """Else it could have itself asked whenever it likes to."""
    attacked.provider.catalog = b"nonsense"
    with pytest.raises(ProviderError):
        attacked.add()
    for hours in (0, 1, 12, 10):
        attacked.later(hours=hours)
        assert attacked.services.providers.refresh_public() == ()
    assert len(attacked.provider.asked("catalog")) == 1
    attacked.later(hours=4)
    assert attacked.services.providers.refresh_public() == ("Theirs",)
    assert len(attacked.provider.asked("catalog")) == 2


def test_what_it_published_goes_with_it(attacked: Any) -> None:
    attacked.provider.share()
    attacked.add()
    kept = attacked.services.context.paths.cache / "providers"
    assert list(kept.iterdir())
    attacked.services.providers.choose("This computer")
    attacked.services.providers.remove("Theirs")
    assert list(kept.iterdir()) == []


def test_what_it_published_stays_while_another_name_has_its_address(attacked: Any) -> None:
    attacked.add()
    attacked.services.providers.add("The same", attacked.provider.address)
    attacked.services.providers.remove("Theirs")
    assert attacked.services.providers.connect("The same").has_catalog()
    attacked.services.providers.add("The same", "https://elsewhere.example", replace=True)
    assert list((attacked.services.context.paths.cache / "providers").iterdir()) == []


def test_a_name_that_was_only_used_is_swept_after_a_month(attacked: Any) -> None:
    services = attacked.services
    services.providers.fetch_first(attacked.provider.address)
    kept = services.context.paths.cache / "providers"
    assert len(list(kept.iterdir())) == 1
    services.providers.refresh_public()
    assert len(list(kept.iterdir())) == 1
    attacked.later(days=3650)  # the folder's time is that of the disk
    services.providers.refresh_public()
    assert list(kept.iterdir()) == []


def test_a_catalog_that_changes_daily_leaves_one_copy(attacked: Any) -> None:
    attacked.provider.share()
    attacked.provider.catalog = lambda count: catalog(version=f"day {count}")
    attacked.add()
    kept = attacked.services.context.paths.cache / "providers"
    files = sorted(file.name for file in kept.rglob("*"))
    for _ in range(4):
        attacked.later(hours=27)
        attacked.services.providers.refresh_public()
        assert sorted(file.name for file in kept.rglob("*")) == files
    assert attacked.services.providers.connect().catalog().version == "day 5"


def test_from_the_command_line(epicrec: Callable[..., Any], provider: HostileProvider) -> None:
    provider.share()
    assert epicrec("providers", "add", "Theirs", provider.address).code == 0
    parts = [r.path.split("/")[2] for r in provider.requests]
    assert parts == ["catalog", "models", "models", "about"]
    assert epicrec("providers", "use", "Theirs").code == 0
    assert epicrec("privacy", "set", "overall", "no").code == 0
    for command in (("preview",), ("release",), ("recommend",), ("providers", "refresh")):
        assert epicrec(*command).code == 0
    assert len(provider.requests) == 4
    assert "shares its model" in epicrec("providers", "test", "Theirs").out
    assert len(provider.requests) == 8
    assert epicrec("providers", "remove", "Theirs").code == 0
    assert MARK not in repr([r.headers for r in provider.requests])


def test_releasing_from_the_command_line_does_not_ask_for_a_catalog(
    epicrec: Callable[..., Any], provider: HostileProvider
) -> None:
    """Not even one that never came: it was asked for when the provider was added."""
    provider.catalog = b"nonsense"
    epicrec("providers", "add", "Theirs", provider.address)
    epicrec("providers", "use", "Theirs")
    asked = len(provider.requests)
    for command in ("preview", "release", "recommend"):
        assert "not here yet" in epicrec(command).problems
    assert len(provider.requests) == asked


def test_an_address_is_met_at_its_first_use(
    epicrec: Callable[..., Any], provider: HostileProvider
) -> None:
    provider.share()
    for _ in range(2):
        assert epicrec("recommend", "--provider", provider.address).code == 0
    assert [r.method for r in provider.requests] == [*(["GET"] * 4), "POST", "POST"]


def test_an_address_named_at_no_release_is_not_asked(
    epicrec: Callable[..., Any], provider: HostileProvider
) -> None:
    epicrec("privacy", "set", "overall", "no")
    told = epicrec("recommend", "--provider", provider.address)
    assert provider.requests == [], told.problems
