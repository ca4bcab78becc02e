"""To be written."""

from __future__ import annotations

from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.step import Context, Prompt, Step, Verb, always, no_words


def prepare(c: Ctx) -> None:
    """Every counter in its box before the set-up, columns of the right length, control as at the start."""
    s, r, n = c.state, c.roster, len(c.roster)
    s.hex_of, s.steps_left, s.box = [-1] * n, list(r.steps), ["to place"] * n
    for column in ("covered", "supply", "mp_left", "moving", "picked", "still", "fought", "fled", "refit", "marked"):
        setattr(s, column, [0] * n)
    s.origin = [-1] * n
    s.control = {c.label(h): "soviet" for h in tables(c).tracked}
    s.replacements = c.data.constant("replacements")
    c.touch()


class SetUp(Step[PmState]):
    """To be written."""

    id = "set-up"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "To be written.", "pm:5.2")

    def enter(self, c: Context[PmState]) -> None:
        c.state.side = c.frame.vars.get("side", c.state.side) or "axis"
        c.touch()

    verbs = (Verb("end", no_words, always, lambda c: c.done(), "end: go on", "pm:5.2"),)
