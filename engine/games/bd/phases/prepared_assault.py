"""11.1 to 11.6: who may attack what in the prepared assault phase, and the step where attacks are made one by one."""

from __future__ import annotations

from engine.games.bd.phases.phase import Phase
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words


def _end(c: Ctx) -> None:
    c.say("phase", "The Prepared Assault Phase ends.", "bd:5.2")
    c.done()


@rule("bd:11.1", "bd:11.5")
class Combat(Phase):
    """Prepared assault phase: one attack after the other, in any order."""

    id = "combat"
    phase = "combat"
    private = True
    title = "Prepared Assault Phase"
    verbs = (Verb("end", no_words, lambda c: None, _end, "end: no further attack in this phase", "bd:11.1"),)

    def begin(self, c: Context[BdState]) -> None:
        s, n = c.state, len(c.roster)
        s.fought, s.fled, s.attacked = [0] * n, [0] * n, []
        s.used.clear()
        c.touch()

    def prompt(self, c: Context[BdState]) -> Prompt:
        return Prompt(c.state.side, "Prepared assaults, or end.", "bd:11.1", Action("end"))
