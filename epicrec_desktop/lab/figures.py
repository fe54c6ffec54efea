"""Plots in the app's calm look. matplotlib is an extra (`plots`), imported where it is used.

Figures use their own canvas, never pyplot, so that no window system is needed and no global state
remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop import resources
from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.domain.errors import EpicRecError


class Color:
    """Colors of figures."""

    GROUND, INK, MUTED, LINE = "#fdfcfa", "#1b1d21", "#5d636e", "#e0ddd6"
    GREEN, BLUE, OCHRE, RED, GRAY = "#2f6f5e", "#3f679b", "#a87715", "#a4342c", "#868c95"


_FONTS = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
_DPI = 160
_FEW = 8
"""Up to so many points on a linear axis each have a tick."""
_CHARACTER = 0.069
"""Width of a label's character, in inches."""
_LABEL_GAP = 0.052
"""Least distance between two labels, as a share of the height of the axes."""


@dataclass(frozen=True)
class Series:
    """One line: y over x, with half widths of intervals where there are any."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    color: str
    interval: Sequence[float] | None = None
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
    **look: Any,
) -> Series:
    """Return a line through rows of a result, in the order of column `x`; `interval` is a column.

    `look` has the style and marker of `Series`.
    """
    ordered = sorted(rows, key=lambda row: float(row[x]))
    return Series(
        label,
        [row[x] for row in ordered],
        [row[y] for row in ordered],
        color,
        None if interval is None else [row[interval] for row in ordered],
        **look,
    )


def require_plots() -> None:
    """Raise `EpicRecError` if matplotlib is missing; called before a long run."""
    try:
        import_module("matplotlib.figure")
    except ImportError:
        raise EpicRecError(
            "Plots need matplotlib, which is not installed, so nothing was computed. Leave --out "
            "away, or install it: {how}",
            how=how_to_install("lab"),
        ) from None


class Sheet:
    """One figure: a title, a line below it, and panels side by side."""

    def __init__(
        self,
        title: str,
        subtitle: str,
        panels: int = 1,
        *,
        height: float = 4.6,
        names: bool = False,
    ) -> None:
        """Create an empty sheet, `height` inches high; `names` reserves space for words on y axes.

        Raises `EpicRecError` where matplotlib is missing.
        """
        require_plots()
        _use_fonts()
        width = {1: 7.6, 2: 12.4}.get(panels, 5.2 * panels)
        figure: Any = import_module("matplotlib.figure").Figure(
            (width, height), facecolor=Color.GROUND
        )
        # Distances in inches, so that every sheet has the same margins.
        left = (1.15 if names else 0.72) / width
        figure.subplots_adjust(
            left=left,
            right=1 - 0.35 / width,
            bottom=0.62 / height,
            top=1 - 1.22 / height,
            wspace=0.28 if names else 0.2,
        )
        text = {"x": 0.3 / width, "ha": "left", "va": "top"}
        figure.text(y=1 - 0.2 / height, s=title, size=14, weight=600, color=Color.INK, **text)
        figure.text(y=1 - 0.52 / height, s=subtitle, size=9.5, color=Color.MUTED, **text)
        self.figure = figure
        self.panels = [_style_axes(axes) for axes in figure.subplots(1, panels, squeeze=False)[0]]

    def save(self, folder: Path, name: str) -> Path:
        """Write as PNG. Raises `EpicRecError` where the folder cannot be written."""
        path = folder / f"{name}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.figure.savefig(path, dpi=_DPI, facecolor=Color.GROUND)
        except OSError as error:
            raise EpicRecError(
                "The plot cannot be saved in {folder} ({reason}). The figures in the "
                "table are complete. Choose another folder with --out.",
                folder=folder,
                reason=error.strerror or type(error).__name__,
            ) from None
        return path


def lines(
    axes: Any,
    series: Sequence[Series],
    *,
    heading: str = "",
    x_label: str = "",
    log: str = "",
    from_zero: bool = False,
    ticks: Sequence[float] | None = None,
) -> None:
    """Draw lines, each labeled at its right end.

    `log` names the logarithmic axes: "x", "y" or "xy". `from_zero`: the y axis starts at 0. `ticks`
    on the x axis are otherwise at the points.
    """
    axes.set(xlabel=x_label, **{f"{axis}scale": "log" for axis in log})
    for one in series:
        axes.plot(
            one.x,
            one.y,
            linestyle=one.style,
            color=one.color,
            linewidth=1.8 if one.marker else 1.2,
            marker="o" if one.marker else None,
            markersize=4,
            solid_capstyle="round",
        )
        if one.interval is not None:
            low = np.subtract(one.y, one.interval)
            high = np.add(one.y, one.interval)
            axes.fill_between(one.x, low, high, color=one.color, alpha=0.14, linewidth=0)
    axes.set_title(heading, loc="left", size=10.5, weight=600, color=Color.INK, pad=8)
    if not series:
        axes.text(
            0.5, 0.5, "nothing measured", transform=axes.transAxes, color=Color.MUTED, ha="center"
        )
        return
    points = sorted({x for one in series for x in one.x})
    longest = max(len(one.label) for one in series)
    _reserve_label_space(axes, (points[0], points[-1]), 0.2 + _CHARACTER * longest)
    if axes.get_xscale() == "log":
        plain_log_ticks(axes.xaxis, ticks or points)
    elif ticks or len(points) <= _FEW:
        axes.set_xticks(ticks or points)
    if axes.get_yscale() == "log":
        _plain_decades(axes)
    elif from_zero:
        axes.set_ylim(bottom=0.0)
    _label_ends(axes, series)


def bars(
    axes: Any, values: Mapping[str, float], reference: float, *, heading: str = "", slots: int = 0
) -> None:
    """Draw horizontal bars with names and values, the first on top, and a dashed reference line.

    `slots` reserves space for so many bars, so that bars of two panels have one width.
    """
    names = list(values)
    places = list(range(len(names)))
    axes.barh(places, list(values.values()), height=0.66, color=Color.GREEN)
    for y, value in zip(places, values.values(), strict=True):
        axes.annotate(
            f"{value:.2f}",
            (0, y),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            size=8.5,
            color=Color.GROUND,
        )
    axes.axvline(reference, color=Color.RED, linewidth=1.2, linestyle="--")
    axes.set_yticks(places, names)
    axes.set_ylim(max(len(places), slots) - 0.4, -0.6)
    axes.grid(visible=False)
    axes.set_title(heading, loc="left", size=10.5, weight=600, color=Color.INK, pad=8)


def plain_log_ticks(axis: Any, values: Sequence[float]) -> None:
    """Make the axis logarithmic with these plain numbers as ticks."""
    ticker = import_module("matplotlib.ticker")
    axis.set_major_locator(ticker.FixedLocator(list(values)))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: _plain(value)))
    axis.set_minor_locator(ticker.NullLocator())


def _plain_decades(axes: Any) -> None:
    """Set plain numbers at 1, 2, 5 of each decade, at 1 alone for many decades."""
    ticker = import_module("matplotlib.ticker")
    low, high = axes.get_ylim()
    steps = (1.0, 2.0, 5.0) if high / low < 1e3 else (1.0,)
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=steps))
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: _plain(value)))
    axes.yaxis.set_minor_locator(ticker.NullLocator())


def _plain(value: float) -> str:
    """Return the number as 12,000 or 0.05, never as a power."""
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"


def _use_fonts() -> None:
    """Register the app's font from the program's resources."""
    manager = import_module("matplotlib.font_manager").fontManager
    if not any(font.name == "Inter" for font in manager.ttflist):
        for name in _FONTS:
            manager.addfont(str(resources.path("fonts", name)))
    import_module("matplotlib").rcParams["font.family"] = "Inter"


def _style_axes(axes: Any) -> Any:
    """Style axes: two thin lines, faint horizontal grid, small gray numbers."""
    axes.set_facecolor(Color.GROUND)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(Color.LINE)
    axes.grid(axis="y", color=Color.LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=Color.MUTED, labelsize=9, length=0, pad=6)
    axes.xaxis.label.set(color=Color.MUTED, size=9.5)
    axes.yaxis.label.set(color=Color.MUTED, size=9.5)
    return axes


def _reserve_label_space(axes: Any, ends: tuple[float, float], inches: float) -> None:
    """Widen the x axis to the right, so that labels stand beside the last point."""
    width = axes.get_position().width * axes.figure.get_figwidth()
    room = min(0.6, inches / width)
    low, high = ends
    if axes.get_xscale() == "log":
        span = max(high / low, 1.5) ** (1 / (1 - room))
        axes.set_xlim(low / span**0.03, low * span)
    else:
        span = (high - low or 1.0) / (1 - room)
        axes.set_xlim(low - 0.03 * span, low + span)


def _label_ends(axes: Any, series: Sequence[Series]) -> None:
    """Add labels right of the last points, moved apart to avoid overlap."""
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = [to_axes.transform((one.x[-1], one.y[-1])) for one in series]
    order = sorted(range(len(series)), key=lambda k: float(ends[k][1]))
    heights = _spread_labels([min(max(float(ends[k][1]), 0.0), 1.0) for k in order])
    for k, y in zip(order, heights, strict=True):
        axes.annotate(
            series[k].label,
            (float(ends[k][0]) + 0.025, y),
            xycoords="axes fraction",
            va="center",
            size=9,
            color=series[k].color,
            bbox={"facecolor": Color.GROUND, "edgecolor": "none", "pad": 1.5},
        )


def _spread_labels(heights: Sequence[float]) -> list[float]:
    """Return ascending heights at least a label's height apart, shifted as a whole."""
    placed: list[float] = []
    for y in heights:
        placed.append(max(y, placed[-1] + _LABEL_GAP) if placed else y)
    moved = (sum(placed) - sum(heights)) / max(len(placed), 1)
    return [y - min(moved, placed[0]) for y in placed]
