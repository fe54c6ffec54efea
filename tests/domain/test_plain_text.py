"""What a stranger wrote can be shown: nothing is obeyed, nothing readable is lost."""

import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from epicrec_desktop.domain.plain_text import ELLIPSIS, MARK, MARKS, cut, escaped_json, plain

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)
JOINERS = "\u200c\u200d"
READABLE = (
    "Heat",
    "Amélie",
    "Ame\u0301lie",  # the accent as a character of its own
    "Dr. Strangelove or: How I Learned to Stop Worrying & Love the <Bomb>",
    "千と千尋の神隠し",
    "기생충",
    "किल बिल",
    "क्‍षत्रिय",  # with U+200D
    "می‌خواهم زنده بمانم",  # with U+200C
    "בֵּית הַסֵּפֶר",
    "باب الحديد",
    "สุดเสน่หา",
    "དབང་ཕྱུག་རྒྱལ",
    "Những đứa trẻ",
    "👨‍👩‍👧 a family ❤️",
    "🏳️‍🌈",
    "WALL·E — “quoted”",
)


def unwanted(text: str) -> list[str]:
    """The characters of a text that nobody should be shown."""
    return [
        f"U+{ord(c):04X}"
        for c in text
        if unicodedata.category(c) in ("Cc", "Cs", "Cf", "Zl", "Zp")
        and c not in JOINERS
        and not unicodedata.name(c, "").startswith(("ARABIC", "SYRIAC"))
    ]


@pytest.mark.parametrize("title", READABLE)
def test_titles_of_every_script_are_unchanged(title):
    assert plain(title) == title
    assert plain(title, lines=True) == title


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mHeat\x1b[0m", f"{MARK}[31mHeat{MARK}[0m"),
        ("a\x9b2Jb", f"a{MARK}2Jb"),  # the escape of one character
        ("a\0b\x7f", f"a{MARK}b{MARK}"),
        ("gpj\u202e.exe", "gpj.exe"),
        ("\u2066a\u2069\u200f\u061cb", "ab"),
        ("a\nb\r\nc\u2028d\te", "a b  c d e"),
        ("pay\u200bpal\ufeff\u00ad\u2060", "paypal"),
        ("\ud800a\udfff", f"{MARK}a{MARK}"),
        ("a\ufffe\U0001ffff\ufdd0", f"a{MARK}{MARK}{MARK}"),
        ("a \u200db", "a b"),  # a joiner between what nothing joins
        ("a\u200d", "a"),
        ("\u3164\u115f", ""),
        ("x" + "\u0336" * 50, "x" + "\u0336" * MARKS),
        ("\u0301a", "a"),
        ("A\U000e0041\U000e0042", "A"),
    ],
)
def test_control_and_invisible_characters_are_marked_or_dropped(hostile, shown):
    assert plain(hostile) == shown


def test_line_breaks_are_kept_on_request():
    assert plain("one\r\ntwo\u2028\x1bthree", lines=True) == f"one\ntwo\n{MARK}three"


@given(ANY_TEXT, st.booleans())
@example("a\u200d\u0301\u200d ", False)
@example("\U000e0100\u200d", True)
def test_plain_text_is_clean_and_idempotent(text, lines):
    shown = plain(text, lines=lines)
    assert not unwanted(shown.replace("\n", "") if lines else shown)
    assert plain(shown, lines=lines) == shown
    shown.encode()


def test_ordinary_text_is_shown_as_if_every_character_was_looked_at():
    looked_at = "\x00"  # makes the whole text one that is looked at
    for code in range(0x10000):
        character = chr(code)
        if character not in "\u200c\u200d":
            assert plain(f"e{character}{looked_at}") == plain(f"e{character}") + "\ufffd", hex(code)


@given(ANY_TEXT, st.integers(1, 20))
def test_shortened_text_fits_its_limit_and_ends_with_an_ellipsis(text, limit):
    shown = plain(text, limit=limit)
    assert len(shown) <= limit
    whole = plain(text)
    assert shown == whole or shown.endswith(ELLIPSIS)
    assert plain(shown) == shown


def test_a_composed_character_is_never_halved():
    assert cut("ab👨‍👩‍👧", 5) == "ab" + ELLIPSIS
    assert cut("ame\u0301lie", 4) == "am" + ELLIPSIS
    assert cut("Heat", 4) == "Heat"


def test_a_title_of_millions_is_cut_at_once():
    assert plain("\u200b" * 10_000_000 + "Heat", limit=100) == ELLIPSIS
    assert len(plain("x" * 10_000_000, limit=100)) == 100


@given(st.recursive(ANY_TEXT, lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner)))
def test_escaped_json_is_exact_and_clean(value):
    document = escaped_json(json.dumps(value, ensure_ascii=False, indent=2))
    assert not unwanted(document.replace("\n", ""))
    # Two lone halves that stand together are one character for every reader of JSON.
    merged = json.loads(json.dumps(value))
    assert json.loads(document) == merged


def test_escaped_json_keeps_readable_text():
    document = json.dumps(READABLE, ensure_ascii=False)
    assert escaped_json(document) == document
