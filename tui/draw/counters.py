"""Counters as vector drawings: the symbol of the kind in a box, strength below, steps as dots, the stack behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from tui.draw.scene import Counter

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
WIDE, HIGH = 26.0, 22.0
"""Size of a counter where hexes are 44 from side to side."""
SHOWN = 3
"""Counters of a stack that are drawn; the number says how many there are."""


@dataclass(frozen=True)
class Inks:
    """Colours of the sides: fill and what is written on it, by the side's number."""

    fill: Sequence[str]
    ink: Sequence[str]

    def of(self, side: int) -> tuple[str, str]:
        """Both colours of a side."""
        return self.fill[side % len(self.fill)], self.ink[side % len(self.ink)]


def stack(counters: Sequence[Counter], x: float, y: float, inks: Inks) -> list[str]:
    """The counters of a hex around a centre, the first one on top."""
    shown = counters[:SHOWN]
    rows = []
    for depth in range(len(shown) - 1, -1, -1):
        off = 2.6 * depth - 1.3 * (len(shown) - 1)
        rows += counter(shown[depth], x + off, y - off, inks, top=depth == 0)
    if len(counters) > 1:
        left, low = x - WIDE / 2 - 1.3 * (len(shown) - 1), y + HIGH / 2 + 1.3 * (len(shown) - 1)
        rows.append(f'<circle cx="{left:.1f}" cy="{low:.1f}" r="4.6" fill="#fff" stroke="#333" stroke-width=".6"/>')
        rows.append(words(str(len(counters)), left, low + 2.3, 6.5, "#222", bold=True))
    return rows


def counter(one: Counter, x: float, y: float, inks: Inks, *, top: bool) -> list[str]:
    """One counter; of those below the top one only the card."""
    fill, ink = inks.of(one.side)
    edge = "#c9a227" if one.chosen else "#d3322b" if one.note == "cut off" else "#2b2b2b"
    left, up = x - WIDE / 2, y - HIGH / 2
    rows = [
        f'<rect x="{left:.1f}" y="{up:.1f}" width="{WIDE:g}" height="{HIGH:g}" rx="1.6" fill="{fill}" '
        f'stroke="{edge}" stroke-width="{1.4 if edge != "#2b2b2b" else 0.7}"/>'
    ]
    if not top:
        return rows
    rows += symbol(one, x, up + 6.4, ink)
    value = f"{one.attack}-{one.defense}-{one.move}" if one.known else f"?-?-{one.move or '?'}"
    if one.hq:
        value = one.short
    size = 6.8 if len(value) <= 6 else 5.6
    rows.append(words(value, x, up + HIGH - 2.6, size, ink, bold=True))
    rows += _steps(one, left, up, ink)
    return rows


def _steps(one: Counter, left: float, up: float, ink: str) -> list[str]:
    """A dot a step: full ones are left, hollow ones are lost."""
    if one.max_steps < 2:
        return []
    return [
        f'<circle cx="{left + 2.4:.1f}" cy="{up + 3 + 3.2 * n:.1f}" r="1.1" stroke="{ink}" stroke-width=".5" '
        f'fill="{ink if n < one.steps else "none"}"/>'
        for n in range(min(one.max_steps, 4))
    ]


# ---------------------------------------------------------------------- symbols of the kinds
Draw = Callable[[float, float], str]


def _cross(x: float, y: float) -> str:
    return f"M{x - 6:.1f} {y - 4:.1f}l12 8m0 -8l-12 8"


def _slash(x: float, y: float) -> str:
    return f"M{x - 6:.1f} {y + 4:.1f}l12 -8"


def _oval(x: float, y: float) -> str:
    return f"M{x - 4.2:.1f} {y:.1f}a4.2 2.5 0 1 0 8.4 0a4.2 2.5 0 1 0 -8.4 0"


def _post(x: float, y: float) -> str:
    return f"M{x:.1f} {y - 4:.1f}v8"


def _peak(x: float, y: float) -> str:
    return f"M{x - 3:.1f} {y + 4:.1f}l3 -6l3 6z"


SYMBOLS: dict[str, tuple[Draw, ...]] = {
    "⊠": (_cross,), "⊡": (_cross, _post), "⊟": (_cross, _post), "▰": (_oval,), "▱": (_oval, _cross),
    "◫": (_cross, _oval), "◰": (_cross, _oval), "◨": (_oval, _post), "◩": (_oval, _slash), "◪": (_slash,),
    "▵": (_cross, _peak),
}  # fmt: skip
"""Sign of a kind on the map to the strokes in its box, as staff maps draw them; other kinds show their letter."""


def symbol(one: Counter, x: float, y: float, ink: str) -> list[str]:
    """The box of a unit kind around a centre."""
    line = f'fill="none" stroke="{ink}" stroke-width=".8"'
    if one.hq:
        return [f'<path d="M{x - 4:.1f} {y + 4:.1f}v-8h8v5h-8" {line}/>']
    box = f"M{x - 6:.1f} {y - 4:.1f}h12v8h-12z"
    strokes = SYMBOLS.get(one.glyph)
    if strokes is None:
        return [f'<path d="{box}" {line}/>', words(one.letter, x, y + 2.5, 7, ink, bold=True)]
    return [f'<path d="{box}{"".join(draw(x, y) for draw in strokes)}" {line}/>']


def words(text: str, x: float, y: float, size: float, ink: str, *, bold: bool = False, anchor: str = "middle") -> str:
    """A line of text; ``y`` is its base line."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}"{weight} fill="{ink}">'
        f"{escape(text)}</text>"
    )
