"""How the program looks, by its settings and the terminal; and settings changed while it runs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from rich.style import Style
from textual.filter import ANSIToTruecolor, Monochrome

from engine.play.action import Action
from engine.play.options import WORD
from tui.draw.bytes_patch import show_plain
from tui.game.controller import Controller
from tui.settings.config import Settings, glyph_set, theme_name
from tui.settings.themes import MONO, SIXTEEN, Palette, find, fitting, textual_theme
from tui.widgets.hex_map import HexMap

if TYPE_CHECKING:
    from textual.app import App
    from textual.theme import Theme

    from tui.program import Start

    Base = App[None]
else:
    Base = object


MIXED: dict[str, dict[str, str]] = {}
"""The colours of each theme as it is written out, as style sheets name them."""


class Dressed(Base):
    """The part of the program that knows its theme, its signs and its settings."""

    start: Start
    settings: Settings
    controller: Controller | None
    problems: list[str]
    reader: bool
    palette: Palette
    roles: dict[str, Style]
    plain: bool
    _worn: tuple[str, dict[str, str]] | None = None
    """The theme that all parts have, and its colours."""

    @property
    def current_theme(self) -> Theme:
        """The theme by its name. The library asks with every line that is drawn, and copies all themes first."""
        return self._registered_themes.get(self.theme) or super().current_theme

    def get_css_variables(self) -> dict[str, str]:
        """The colours of the theme. The library mixes them whenever it asks: thrice before the first screen."""
        theme = repr(self.current_theme)
        if theme not in MIXED:
            MIXED[theme] = super().get_css_variables()
        self.theme_variables = MIXED[theme]
        return MIXED[theme]

    def refresh_css(self, animate: bool = True) -> None:
        """All parts follow the theme, unless they have it: the library lets them at the start, when nothing is new."""
        wanted = self.theme, self.get_css_variables()
        if wanted != self._worn:
            self._worn = wanted
            super().refresh_css(animate=animate)

    @property
    def color_count(self) -> int:
        """How many colours the terminal shows; 0 for none."""
        return 0 if self.palette.name == MONO else self._colors()

    def _colors(self) -> int:
        known = {"standard": 16, "windows": 16, "256": 256, "truecolor": 2**24}
        return known.get(self.console.color_system or "", 0)

    def dress(self) -> None:
        """Theme and signs by what is set, as far as this terminal can show them."""
        environ = dict(os.environ)
        palette = find(theme_name(self.settings, environ), self.start.folders.config, self.problems)
        self.palette = fitting(palette, self._colors())
        if self.palette.name in (MONO, SIXTEEN):
            # The library turns the terminal's own colours into others, and those of NO_COLOR into black on black.
            self._filters = [f for f in self._filters if not isinstance(f, Monochrome | ANSIToTruecolor)]
        self.plain = self.reader or glyph_set(self.settings, environ) == "ascii"
        self.roles = self.palette.roles
        theme = textual_theme(self.palette)
        self.register_theme(theme)
        self.theme = theme.name

    def change_setting(self, name: str, value: Any) -> str:
        """Keep a setting and follow it; why it is not kept, as a sentence, else empty. It counts in either case."""
        from tui.settings.keeping import keep_setting

        problem = keep_setting(self.start.folders.config, name, value)
        self.settings = self.settings._replace(**{name: value})
        if name in ("theme", "glyphs"):
            self.dress()
            self._dress_again()
        for screen in self.screen_stack:
            follow = getattr(screen, "follow_settings", None)
            if follow is not None:
                follow()
        return problem

    def change_option(self, name: str, value: str) -> str:
        """Change an option of the game on the table for the side that decides; why that cannot be, else empty."""
        assert self.controller is not None
        outcome = self.controller.play(Action(WORD, (name, value)))
        for screen in self.screen_stack if outcome.ok else ():
            follow = getattr(screen, "follow_game", None)
            if follow is not None:
                follow()
        return "" if outcome.ok else outcome.message or str(outcome.refusal)

    def _dress_again(self) -> None:
        """Everything that is open in the new colours and signs."""
        show_plain(self, self.plain)
        colours, signs = self.palette.map_theme(self.color_count), "ascii" if self.plain else "unicode"
        for screen in self.screen_stack:
            for game_map in screen.query(HexMap):
                game_map.restyle(colours, signs)
            for part in screen.query("*"):
                part.refresh()
            redraw = getattr(screen, "redraw", None)
            if redraw is not None:
                redraw()
