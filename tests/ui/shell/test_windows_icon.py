"""The icon of the programs on Windows: every size, and the drawing of the window."""

import struct
from pathlib import Path

from PySide6.QtGui import QImage

from epicrec_desktop.ui.common import icons

ROOT = Path(__file__).resolve().parents[3]
ICON = ROOT / "packaging" / "epicrec-desktop.ico"
SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)


def pictures() -> dict[int, QImage]:
    data = ICON.read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    found = {}
    for number in range(count):
        side, _, _, _, _, bits, length, place = struct.unpack_from(
            "<BBBBHHII", data, 6 + 16 * number
        )
        image = QImage.fromData(data[place : place + length], "PNG")
        assert bits == 32
        assert image.width() == image.height() == (side or 256)
        found[image.width()] = image
    return found


def test_the_icon_has_every_size_and_the_look_of_the_window(qapp):
    found = pictures()
    assert tuple(found) == SIZES
    drawn = icons.application_icon().pixmap(64, 64).toImage()
    for x, y in ((32, 12), (44, 32), (24, 32), (32, 52)):
        one, other = found[64].pixelColor(x, y), drawn.pixelColor(x, y)
        parts = zip(one.getRgb(), other.getRgb(), strict=True)
        assert max(abs(a - b) for a, b in parts) < 12, (x, y)
    assert found[256].pixelColor(0, 0).alpha() == 0, "the corners are clear"


def test_the_bundle_uses_it():
    spec = (ROOT / "packaging" / "epicrec.spec").read_text(encoding="utf-8")
    assert f'"packaging" / "{ICON.name}"' in spec
