"""Which chits go into the cup: those whose headquarters would gain most if they acted now (6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.advice.planning import AvaPlanning
from engine.games.ava.greedy import duties
from engine.games.ava.phases.command import in_command
from engine.games.ava.tables import tables
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.distances import distances_of
from engine.players.planner.summons import Summons

AGAIN = 0.5
"""Share of its worth that each further chit of a headquarters brings, whose units have acted by then."""
CHOSEN = ("chosen", "kept")
"""Where chits are that have been selected for this turn."""
EQUALS = 0.01
"""Share of the strength that a chit sets in motion, for those who would gain alike."""


def select(scene: Scene) -> Iterator[Idea | None]:
    """The chits whose headquarters would gain most, and as ever what is not of a headquarters on the map."""
    c, chits = scene.c, tables(scene.c).chits
    if "summons" not in scene.notes:
        k, planning = AvaKnowledge(c, scene.side), AvaPlanning()
        scene.notes["summons"] = Summons(k, planning.weights(c, scene.side), distances_of(c.data.memo, k.beside))
    summons: Summons = scene.notes["summons"]
    for idea in duties.select(scene):
        chit = idea.action.args[0] if idea is not None and idea.action.verb in ("select", "add") else ""
        hq = c.roster.by_id.get(chits[chit]["hq"], -1) if chit else -1
        if idea is None or hq < 0 or c.state.hex_of[hq] < 0:
            yield idea
            continue
        gain = yield from summons.gain(in_command(c, hq))
        before = sum(e["hq"] == chits[chit]["hq"] and c.state.chits.get(k) in CHOSEN for k, e in chits.items())
        what = f"{chits[chit]['label']} would gain by acting now"
        yield idea._replace(what=what, parts=(("plan", gain * AGAIN**before), ("strength", idea.score * EQUALS)))
