"""Styles of the map by name. The scene and the lines know only names; what they look like is data of the themes.

A dozen styles draw the map at rest: six grounds, two rivers, the start line, places and the two sides (a river that is
also the start line, or a place that scores, has a variant). The others show what is going on at this moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.style import Style

from tui.draw.glyphs import UNDER

STYLES = (
    "void", "plains", "light", "heavy", "marsh", "water", "mountain", "river", "major", "line", "line river", "city",
    "objective", "first", "second", "cursor", "reach", "target", "path", "mark", "letter", "overlay", "chosen", "rail",
)  # fmt: skip
"""Every style that the map can ask for."""


UNDERLINED = Style(underline=True)


@dataclass(frozen=True)
class MapTheme:
    """Styles by name. ``plain``: there are no colours, so the cursor needs signs of its own."""

    name: str
    styles: Mapping[str, Style]
    plain: bool = False

    def __getitem__(self, name: str) -> Style:
        if name.endswith(UNDER):
            return self[name.removesuffix(UNDER)] + UNDERLINED
        return self.styles.get(name, self.styles["mark"])
