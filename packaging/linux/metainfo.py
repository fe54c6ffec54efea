"""What software centers show of the program: AppStream metadata of this version.

The file beside this has what stays the same. Releases come from CHANGELOG.md (their days) and from
what the window shows after an update (their notes); addresses from HOMEPAGE, a repository of
GitHub's form, in which the pictures of the guide are at the tag of the release.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from packages import ROOT, day, release_version, version

from epicrec_desktop.ui.shell.upgrade import release_notes

METAINFO = "io.epicrec.desktop.metainfo.xml"
PICTURES = {
    "recommendations": ("Recommendations, ranked on this computer",
                        "Empfehlungen, auf diesem Computer sortiert"),
    "movies": ("The movies that were found", "Die Filme, die gefunden wurden"),
    "privacy-levels": ("What a service gets, overall and for a category",
                       "Was ein Dienst bekommt, insgesamt und je Kategorie"),
    "activity": ("Everything that left, byte for byte",
                 "Alles, was weitergegeben wurde, Byte für Byte"),
}  # fmt: skip
"""Pictures of the guide and what they show, in English and German."""


def metainfo(homepage: str = "") -> str:
    """Return the metadata; without the homepage's address without links and pictures."""
    root = ET.fromstring(Path(__file__).with_name(METAINFO).read_text(encoding="utf-8"))
    days = dict(_released())
    if homepage:
        newest = release_version() if release_version() in days else next(iter(days))
        _add_addresses(root, homepage.rstrip("/"), f"v{newest}")
    releases = ET.SubElement(root, "releases")
    if release_version() not in days:
        ET.SubElement(releases, "release", version=version(), date=day(), type="development")
    notes = release_notes()
    for released, date in days.items():
        one = ET.SubElement(releases, "release", version=released, date=date)
        if entries := notes.get(released):
            points = ET.SubElement(ET.SubElement(one, "description"), "ul")
            for entry in entries:
                ET.SubElement(points, "li").text = entry
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _add_addresses(root: ET.Element, homepage: str, tag: str) -> None:
    for kind, address in (
        ("homepage", homepage),
        ("bugtracker", f"{homepage}/issues"),
        ("vcs-browser", homepage),
    ):
        ET.SubElement(root, "url", type=kind).text = address
    shown = ET.SubElement(root, "screenshots")
    for place, (name, captions) in enumerate(PICTURES.items()):
        one = ET.SubElement(shown, "screenshot", {"type": "default"} if place == 0 else {})
        for language, caption in zip(({}, {"xml:lang": "de"}), captions, strict=True):
            ET.SubElement(one, "caption", language).text = caption
        picture = f"raw/{tag}/docs/guide/pictures/{name}-light.webp"
        ET.SubElement(one, "image", type="source").text = f"{homepage}/{picture}"


def _released() -> list[tuple[str, str]]:
    """Return versions and days of all releases, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^## ([0-9.]+) - (\S+)$", text, re.MULTILINE)
