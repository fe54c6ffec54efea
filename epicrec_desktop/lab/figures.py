"""Plots in the app's calm look: what experiments say of their figures, drawn by matplotlib.

matplotlib is an extra (`lab`), imported where it is used. Figures use their own canvas, never
pyplot, so that no window system is needed and no global state remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from epicrec_desktop import resources
from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.system_errors import reason_of


class Color:
    """Colors of figures."""

    GROUND, INK, MUTED, LINE = "#fdfcfa", "#1b1d21", "#5d636e", "#e0ddd6"
    GREEN, BLUE, OCHRE, RED, GRAY = "#2f6f5e", "#3f679b", "#a87715", "#a4342c", "#868c95"


_FONTS = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
_LOOK = {
    "axes.axisbelow": True,
    "axes.edgecolor": Color.LINE,
    "axes.facecolor": Color.GROUND,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": Color.MUTED,
    "axes.labelsize": 9.5,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": Color.INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "axes.titleweight": 600,
    "figure.constrained_layout.use": True,
    "figure.dpi": 160,
    "figure.facecolor": Color.GROUND,
    "font.family": "Inter",
    "grid.color": Color.LINE,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.labelcolor": "linecolor",
    "lines.markersize": 4,
    "xtick.color": Color.MUTED,
    "xtick.labelsize": 9,
    "xtick.major.size": 0,
    "ytick.color": Color.MUTED,
    "ytick.labelsize": 9,
    "ytick.major.size": 0,
}
_FEW = 8
"""Up to so many points on an axis each have a tick."""


@dataclass(frozen=True)
class Series:
    """One line: y over x, with the lower and upper bounds of intervals where there are any."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    color: str
    band: tuple[Sequence[float], Sequence[float]] | None = None
    style: str | tuple[int, tuple[int, ...]] = "-"
    marker: bool = True


def series_of(
    rows: Iterable[Mapping[str, Any]],
    x: str,
    y: str,
    label: str,
    color: str,
    *,
    interval: str | None = None,
    times: float = 1.0,
    **look: Any,
) -> Series:
    """Return a line through rows of a result, in the order of column `x`.

    `interval` is the column of half widths; values of `y` are drawn so many `times` as large.
    `look` has the style and marker of `Series`.
    """
    ordered = sorted(rows, key=lambda row: float(row[x]))
    band = None
    if interval is not None:
        low, high = (
            [times * (row[y] + sign * row[interval]) for row in ordered] for sign in (-1, 1)
        )
        band = low, high
    values = [times * row[y] for row in ordered]
    return Series(label, [row[x] for row in ordered], values, color, band, **look)


def level(label: str, like: Series, height: float, color: str) -> Series:
    """Return a dashed line at one height, over the x of another line."""
    flat = [height] * len(like.x)
    return replace(like, label=label, y=flat, color=color, band=None, style="--", marker=False)


@dataclass
class Lines:
    """Lines over a common x axis.

    `log` names the logarithmic axes: "x", "y" or "xy"; other y axes start at 0. `marks` are
    vertical lines: label, x and color.
    """

    heading: str
    series: Sequence[Series]
    x_label: str
    log: str = ""
    marks: Sequence[tuple[str, float, str]] = ()

    def draw(self, axes: Any) -> None:
        """Draw the lines, with a legend in the order in which they end."""
        axes.set(xlabel=self.x_label, **{f"{axis}scale": "log" for axis in self.log})
        if not self.series:
            axes.text(0.5, 0.5, "nothing measured", transform=axes.transAxes, ha="center")
            return
        for one in sorted(self.series, key=lambda one: -one.y[-1]):
            width, marker = (1.8, "o") if one.marker else (1.2, None)
            axes.plot(
                one.x,
                one.y,
                label=one.label,
                color=one.color,
                linestyle=one.style,
                linewidth=width,
                marker=marker,
            )
            if one.band is not None:
                axes.fill_between(one.x, *one.band, color=one.color, alpha=0.14, linewidth=0)
        for label, x, color in self.marks:
            axes.axvline(x, label=label, color=color, linewidth=1.2, linestyle=":")
        points = sorted({x for one in self.series for x in one.x})
        if len(points) <= _FEW:
            axes.set_xticks(points, list(map(_plain, points)))
            axes.minorticks_off()
        elif "x" in self.log:
            _plain_decades(axes.xaxis)
        if "y" in self.log:
            _plain_decades(axes.yaxis)
        else:
            axes.set_ylim(bottom=0.0)
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))


@dataclass
class Bars:
    """Horizontal bars with names and values, the first on top, and a dashed reference line."""

    heading: str
    values: Mapping[str, float]
    reference: float

    def draw(self, axes: Any) -> None:
        """Draw the bars."""
        drawn = axes.barh(list(self.values), list(self.values.values()), color=Color.GREEN)
        axes.bar_label(drawn, fmt="{:.2f}", padding=4, size=8.5, color=Color.INK)
        axes.axvline(self.reference, color=Color.RED, linewidth=1.2, linestyle="--")
        axes.invert_yaxis()
        axes.grid(visible=False)


@dataclass
class Sheet:
    """One picture: a title, a line below it, and panels side by side; `height` in inches."""

    name: str
    title: str
    subtitle: str
    panels: Sequence[Lines | Bars]
    height: float = 4.6

    def save(self, folder: Path) -> Path:
        """Write as PNG. Raises `EpicRecError` where the folder cannot be written."""
        path = folder / f"{self.name}.png"
        count = len(self.panels)
        with import_module("matplotlib").rc_context(_LOOK):
            figure: Any = import_module("matplotlib.figure").Figure(
                (7.6 if count == 1 else 6.2 * count, self.height)
            )
            figure.suptitle(f"{self.title}\n", x=0.01, ha="left", size=14, weight=600)
            figure.text(0.01, 1 - 0.5 / self.height, self.subtitle, size=9.5, color=Color.MUTED)
            drawn = figure.subplots(1, count, squeeze=False)[0]
            for axes, panel in zip(drawn, self.panels, strict=True):
                axes.set_title(panel.heading)
                panel.draw(axes)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                figure.savefig(path)
            except OSError as error:
                raise EpicRecError(
                    "The plot cannot be saved in {folder} ({reason}). The figures in the "
                    "table are complete. Choose another folder with --out.",
                    folder=folder,
                    reason=reason_of(error),
                ) from None
        return path


def require_plots() -> None:
    """Make matplotlib ready, with the app's font; called before a long run.

    Raises `EpicRecError` if it is missing.
    """
    try:
        manager = import_module("matplotlib.font_manager").fontManager
    except ImportError:
        raise EpicRecError(
            "Plots need matplotlib, which is not installed, so nothing was computed. Leave --out "
            "away, or install it: {how}",
            how=how_to_install("lab"),
        ) from None
    if not any(font.name == "Inter" for font in manager.ttflist):
        for name in _FONTS:
            manager.addfont(str(resources.path("fonts", name)))


def _plain_decades(axis: Any) -> None:
    """Set plain numbers at 1, 2, 5 of each decade, at 1 alone for many decades."""
    ticker = import_module("matplotlib.ticker")
    low, high = axis.get_view_interval()
    steps = (1.0, 2.0, 5.0) if high / low < 1e3 else (1.0,)
    axis.set_major_locator(ticker.LogLocator(subs=steps))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: _plain(value)))
    axis.set_minor_locator(ticker.NullLocator())


def _plain(value: float) -> str:
    """Return the number as 12,000 or 0.05, never as a power."""
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"
