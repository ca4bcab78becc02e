"""What eyes make of colours: contrast, and how far apart two of them are, also with a colour-vision deficiency."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.style import Style

Rgb = tuple[float, float, float]
"""Linear light, each from 0 to 1."""

LEAST = 4.5
"""Contrast that text needs (WCAG 2.1, level AA)."""

XTERM = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
)  # fmt: skip
VGA = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255),
    (255, 255, 255),
)  # fmt: skip
SIXTEENS = (XTERM, VGA)
"""The sixteen colours as the two commonest terminals show them, xterm and the Linux console."""

SEEN = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Matrices on linear light for whole deficiencies: Machado, Oliveira and Fernandes 2009."""


def triplet(color: Color, sixteen: Sequence[tuple[int, int, int]] = XTERM) -> ColorTriplet:
    """A colour as red, green and blue; one of the first sixteen as the given terminal shows it."""
    if color.number is not None and color.number < 16:
        return ColorTriplet(*sixteen[color.number])
    return color.get_truecolor()


def light(rgb: Sequence[int]) -> Rgb:
    """Linear light of red, green and blue from 0 to 255."""
    found = [c / 255 / 12.92 if c <= 10.31 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return found[0], found[1], found[2]


def luminance(rgb: Sequence[int]) -> float:
    """Relative luminance, 0 to 1."""
    r, g, b = light(rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def lab(rgb: Rgb) -> tuple[float, float, float]:
    """Linear light as CIE L*a*b* (D65)."""
    r, g, b = (min(1.0, max(0.0, c)) for c in rgb)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(rgb: Rgb, deficiency: str) -> Rgb:
    """Linear light as somebody with a deficiency sees it; empty for none."""
    if not deficiency:
        return rgb
    rows = SEEN[deficiency]
    found = [sum(m * c for m, c in zip(row, rgb, strict=True)) for row in rows]
    return found[0], found[1], found[2]


def distance(one: Sequence[int], other: Sequence[int], deficiency: str = "") -> float:
    """How different two colours look: CIE 1976 colour difference; about 2.3 is just noticeable."""
    a, b = (lab(seen(light(rgb), deficiency)) for rgb in (one, other))
    return sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))


def pair(
    style: Style, system: ColorSystem, sixteen: Sequence[tuple[int, int, int]] = XTERM
) -> tuple[ColorTriplet, ...]:
    """Foreground and background of a style as a terminal with these colours shows them; empty without colours."""
    if style.color is None or style.color.is_default or style.bgcolor is None or style.bgcolor.is_default:
        return ()
    found = tuple(triplet(c.downgrade(system), sixteen) for c in (style.color, style.bgcolor))
    return found[::-1] if style.reverse else found
