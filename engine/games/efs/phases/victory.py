"""Victory Determination Phase: 24.2 places and their occupation, 24.13 the end of the scenario."""

from __future__ import annotations

from engine.games.efs import evacuation
from engine.games.efs.pause import missed
from engine.games.efs.phases.phase import Automatic
from engine.games.efs.reckoning import reckon
from engine.games.efs.standing import note_turn
from engine.games.efs.state import EfsState
from engine.games.efs.tables import tables
from engine.games.efs.victory import call_mandates, decide, judge, look
from engine.play.citing import rule
from engine.play.step import Context


class Victory(Automatic):
    """Places and their occupation are judged; after the last turn the levels of victory decide."""

    id = "victory"
    phase = "victory"
    title = "Victory Determination"

    @rule("efs:4.23", "efs:24.13", "efs:24.25")
    def run(self, c: Context[EfsState]) -> None:
        look(c)
        judge(c)
        call_mandates(c)
        missed(c)
        note_turn(c)
        evacuation.look(c)
        last = c.state.turn >= tables(c).last_turn
        if last:
            reckon(c)
        c.say("score", f"The Axis has {c.state.vp} VP at the end of Game Turn {c.state.turn}.", "efs:24.11")
        if last:
            decide(c)
