"""The form of the files in `resources/sites/`."""

import pytest

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.matching.sites import Reader, SiteTable, Undated

TABLE = """
# A comment.
watch = watch|stream
watch = see

<rented>
title ${name}-rented = /
    needs = rented

<service>
rented ${name} = /
title ${name} = ${path}
    heads = ${watch}
    undated = service
    needs = film

[one.example]
[two.example three.example]
label = One
service one = /film/(?P<slug>[^/]+)
    undated = careful
    needs =
    mixed
search search-one = /s\\?

[four.example]
no_stray_ids
"""


def test_kinds_of_pages_become_rules():
    one, four = SiteTable(TABLE).sites()
    assert one.hosts == ("one.example", "two.example", "three.example")
    rented, page, search = one.rules
    assert [rule.name for rule in one.rules] == ["one-rented", "one", "search-one"]
    assert rented.needs.search("You rented Heat")
    assert not rented.mixed  # what a page says of itself holds for the last of its kind
    assert (page.undated, page.needs, page.mixed) == (Undated.CAREFUL, None, True)
    assert page.evidence is Evidence.INTEREST
    assert page.path.match("/film/heat")["slug"] == "heat"
    assert [bool(page.heads.match(f"{word} Heat")) for word in ("Stream", "See", "Hear")] == [
        True,
        True,
        False,
    ]
    assert page.signature.match(" | One")
    assert search.reader is Reader.SEARCH
    assert search.signature is None
    assert (four.hosts, four.rules, four.ids_anywhere) == (("four.example",), (), False)


@pytest.mark.parametrize(
    ("page", "error"),
    [
        ("title one = /\n    shape = round", ValueError),
        ("title one = /\n    undated = perhaps", KeyError),
        ("page one = /", KeyError),
        ("title one = /${slug}", KeyError),
    ],
)
def test_what_no_rule_has_is_refused(page, error):
    with pytest.raises(error):
        list(SiteTable(f"[one.example]\n{page}").sites())
