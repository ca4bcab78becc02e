"""To be written."""

from __future__ import annotations

from engine.games.pm.state import PmState
from engine.step import Context, Prompt, Step, Verb, always, no_words


class Overstack(Step[PmState]):
    """To be written."""

    id = "overstack"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "To be written.", "pm:5.2")

    def enter(self, c: Context[PmState]) -> None:
        c.state.side = c.frame.vars.get("side", c.state.side) or "axis"
        c.touch()

    verbs = (Verb("end", no_words, always, lambda c: c.done(), "end: go on", "pm:5.2"),)


def fits(c: Context[PmState], units: object, h: int) -> None:
    """To be written."""
