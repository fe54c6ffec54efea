"""Text that a stranger wrote, made fit to be shown: providers, catalogs, histories, files, errors.

Whatever is shown to a person or written to the log goes through `plain`, at the place that shows
it; what is stored, sent and exported stays as it came. Three kinds of characters are changed:

- *Visible trouble is shown as a mark.* Control characters (C0, DEL, C1, among them ESC and NUL),
  lone surrogates and noncharacters become U+FFFD, so that a title with an escape sequence looks
  odd instead of working.
- *Line breaks and tabs become a space*, or stay line breaks where `lines` is asked for: a title
  cannot begin a line of its own.
- *What is invisible is dropped*: bidirectional marks, overrides and isolates, zero-width spaces,
  soft hyphens, tags, and letters that look like nothing (Hangul fillers).

Composed scripts stay readable. The joiners (U+200C, U+200D) are kept between two characters that
they can join, which Persian, Hindi and emoji families need, and dropped elsewhere. Variation
selectors and combining marks are kept after a character that they can change, at most
`MARKS` in a row, which is more than any script stacks. Letters that are written from right to
left are left alone: they need no override to be in order.
"""

from __future__ import annotations

import html
import re
import unicodedata

MARKS = 6
"""Combining marks kept on one character. Vietnamese and pointed Hebrew need three or four."""
MARK = "\N{REPLACEMENT CHARACTER}"
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
TITLE = 300
"""Characters of a title or a name that are shown where they stand in a sentence. The longest title
of a released movie has some 230."""

_JOINERS = "\u200c\u200d"
_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_LINE = re.compile(r"\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_ORDINARY = re.compile(
    r"[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u1fff\u2010-\u2027"
    r"\u2030-\u205e\u2070-\u20cf\u2100-\u2bff\u3000-\u3029\u3030-\u3098\u309b-\u3163"
    r"\u3400-\u9fff\uac00-\ud7a3]*\Z"
)
"""Text in which no character can be dropped, marked, joined or stacked."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u3164\uffa0"
_NUMBER_SIGNS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"  # visible
_SELECTORS = range(0xFE00, 0xFE10)


def plain(text: str, *, limit: int | None = None, lines: bool = False) -> str:
    """`text` as it may be shown. With `lines`, line breaks stay; else there is one line.

    `limit`: the most characters, the last of them "…" where something was cut; never inside a
    composed character. The result is unchanged by a second call.
    """
    if limit is not None and len(text) > 8 * limit:
        # What is cut off need not be looked at: a title may have millions of characters.
        text = text[: 8 * limit] + ELLIPSIS
    shown = "\n".join(map(_line, _LINE.split(text))) if lines else _line(text)
    return shown if limit is None else cut(shown, limit)


def name_key(text: str) -> str:
    """Return a key that is equal for names that look the same, whatever their case and spaces."""
    return " ".join(unicodedata.normalize("NFKC", plain(text)).casefold().split())


def _line(text: str) -> str:
    if _ORDINARY.match(text):
        return text
    characters: list[str] = []
    marks = 0
    for character in text:
        shown = _shown(character)
        if shown in _JOINERS and not (characters and _joins(characters[-1])):
            shown = ""
        if not shown:
            continue
        if _changes_the_last(shown):
            marks += 1
            if not characters or marks > MARKS:
                continue
        elif shown not in _JOINERS:
            marks = 0
            characters = _without_joiner_before(characters, shown)
        characters.append(shown)
    return "".join(_without_joiner_before(characters, " "))


def _shown(character: str) -> str:
    """Return what stands for one character: itself, a space, a mark, or nothing."""
    if character in _BREAKS:
        return " "
    if character in _JOINERS:
        return character
    code = ord(character)
    category = unicodedata.category(character)
    if category in ("Cc", "Cs") or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return MARK
    invisible = category == "Cf" and character not in _NUMBER_SIGNS
    if invisible or character in _BLANK or 0xE0000 <= code <= 0xE0FFF:
        return ""
    return character


def _changes_the_last(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Mc") or ord(character) in _SELECTORS


def _joins(character: str) -> bool:
    """Return whether a joiner may stand beside this one: a letter, a mark, or a picture."""
    category = unicodedata.category(character)
    return category[0] in "LM" or category in ("So", "Sk")


def _without_joiner_before(characters: list[str], following: str) -> list[str]:
    if characters and characters[-1] in _JOINERS and not _joins(following):
        return characters[:-1]
    return characters


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, the last of them "…" where something was cut.

    A composed character is left out whole: no mark or half of a joined pair ends the text.
    """
    if len(text) <= limit:
        return text
    end = max(limit - 1, 0)
    while end and (
        _changes_the_last(text[end]) or text[end] in _JOINERS or text[end - 1] in _JOINERS
    ):
        end -= 1
    return (text[:end].rstrip() + ELLIPSIS)[:limit]


def unescaped(markup: str) -> str:
    """Return HTML text with its character references resolved.

    A text with a reference of more digits than Python reads is returned as it is.
    """
    try:
        return html.unescape(markup)
    except ValueError:
        return markup


def escaped_json(document: str) -> str:
    r"""Return a JSON document in which what `plain` would mark or drop is written as `\uXXXX`.

    The value stays exactly what it was; a terminal that shows it obeys none of it.
    """
    return _PERHAPS_UNSAFE.sub(_escape, document)


_PERHAPS_UNSAFE = re.compile(r"[^\n\x20-\x7e]")


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    if _shown(character) == character:
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex(" ", 2).split()
    return "".join(f"\\u{unit}" for unit in units)
