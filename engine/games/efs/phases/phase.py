"""A phase of the printed sequence: how it opens, and that it is passed over where nobody has anything to do in it."""

from __future__ import annotations

from engine.games.efs.state import EfsState
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

WAITS = "waits"
"""Set for a position put up by hand, which waits in its phase also when nobody has anything to do in it."""


EMPTY = "empty_phases"
"""The option by which such phases are not passed over but wait for their end."""


class Phase(Step[EfsState]):
    """A step of the sequence of play, called with ``side`` and ``phase``, the id of its row in the sequence."""

    def begin(self, c: Context[EfsState]) -> None:
        """What happens by itself at the start of the phase."""

    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """Why there is nothing to decide, with the rule, or ``None``: the phase then passes by itself."""
        return None

    def close(self, c: Context[EfsState]) -> None:
        """What happens by itself at the end of the phase; then the step ends."""
        c.done()

    @rule("efs:4.21")
    def enter(self, c: Context[EfsState]) -> None:
        """Open the phase, and pass over it with its reason where nobody has anything to do."""
        self.begin(c)
        if c.frame.vars.get(WAITS) or (c.options.get(EMPTY) == "wait" and next(iter(self.legal(c)), None) is not None):
            return
        if not c.state.over and (reason := self.nothing(c)) is not None:
            c.say("passed", f"{phase_title(c, c.frame.vars['phase'])}: {reason.reason}", reason.rule)
            self.close(c)


def phase_title(c: Context[EfsState], phase: str) -> str:
    """The printed title of a phase of the sequence."""
    return next((str(p["title"]) for p in c.data.tables["sequence"]["phase"] if p["id"] == phase), phase)


class Automatic(Step[EfsState]):
    """A phase in which nobody decides anything: ``run`` says all that happens in it."""

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], f"{self.title} goes on.", "efs:4.21")

    def run(self, c: Context[EfsState]) -> None:
        """What happens in the phase."""

    def enter(self, c: Context[EfsState]) -> None:
        """Run the phase, which ends at once unless it has called a step or has ended the game."""
        frame = c.frame
        self.run(c)
        if not c.state.over and c.frame is frame:
            c.done()

    def resume(self, c: Context[EfsState], ended: str) -> None:
        c.done()
