"""A turn is over: what it has brought, before the next one begins."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from engine.components.wording import plural
from engine.play.asked import Score
from engine.play.turns import TurnReport
from tui.game.controller import Controller
from tui.screens.text import TextScreen
from tui.widgets.lines import Line, line, ruled, section, wrapped

NAMED = 12
"""So many of the units lost are named."""


class TurnOverScreen(TextScreen):
    """Enter goes on; a key that was typed ahead does nothing here."""

    name_for_help = "The end of a turn"
    hints = (("choose", "to the next turn"), ("page_down", "page"), ("rules", "rules"), "help")

    def __init__(self, title: str, build: Callable[[int], list[Line]], on: Callable[[], None]) -> None:
        super().__init__(title, build)
        self.on = on
        self._since = monotonic()

    def press(self, key: str) -> None:
        """Enter and Esc go on, once what was typed ahead is over."""
        command = self.stavka.keymap.find(self.scopes, key)
        if command not in ("choose", "back"):
            super().press(key)
        elif monotonic() - self._since < self.stavka.type_ahead:
            self._since = monotonic()
        else:
            self.app.pop_screen()
            self.on()


def turn_lines(
    controller: Controller, found: TurnReport, before: Score, after: Score, since: str, width: int
) -> list[Line]:
    """Points and how they changed ``since`` when, losses of both sides, what matters, and what is asked next."""
    gained = f" ({after.number - before.number:+d} {since})" if after.number != before.number else ""
    head = f"{after.decides or f'{controller.side_title(after.side)}: {after.in_points}'}{gained}"
    rows = [ruled(line((head, "strong")), section(after.law), width), ()]
    if found.battles:
        rows.append(line(f"{plural(found.battles, 'battle')} rolled for."))
    for side, lost in found.losses.items():
        parts = [f"{plural(len(lost.gone), 'unit')} eliminated"] if lost.gone else []
        whose = " by others" if lost.gone else ""
        parts += [f"{plural(lost.steps, 'step')} lost{whose}"] if lost.steps else []
        rows.append(line((f"{controller.side_title(side)}: {', '.join(parts) or 'no losses'}", "strong")))
        names = [controller.view.short(u) for u in lost.gone[:NAMED]]
        more = f" and {len(lost.gone) - NAMED} more" if len(lost.gone) > NAMED else ""
        rows += wrapped(", ".join(names) + more, width - 2, "dim", "  ") if names else []
    rows += [(), *(row for event in found.told for row in _sentence(event.text, event.rule, width))]
    prompt = controller.view.prompt
    who = f"{controller.side_title(prompt.side)}: " if prompt.side else ""
    return [*rows, (), line((f"{controller.view.turn_name} begins.", "strong")), *wrapped(who + prompt.text, width)]


def _sentence(text: str, rule: str, width: int) -> list[Line]:
    rows = wrapped(text, width - 8)
    return [ruled(rows[0], section(rule), width), *rows[1:]]
