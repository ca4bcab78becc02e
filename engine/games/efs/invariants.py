"""What must hold in every position."""

from __future__ import annotations

from engine.games.efs.kinds import is_air, is_combat, is_span
from engine.games.efs.state import BY_UNIT
from engine.games.efs.tables import Ctx, tables
from engine.kit.invariants import astray, overdrawn
from engine.play.fields import derived, stacks


def invariants(c: Ctx) -> list[str]:
    """Sentences about what is wrong with a position; empty when nothing is."""
    s, r, number = c.state, c.roster, c.numbers.section
    wrong = [*astray(c, BY_UNIT), *_stacked_wrong(c), *overdrawn(c, "quarters")]
    for u, n in enumerate(s.committed) if max(s.committed, default=-1) >= 0 else ():
        if n >= 0 and n not in s.battle.values():
            wrong.append(f"{r.ids[u]} is committed to battle {n}, which is none ({number('efs:12.1')})")
    laid = {name for name in s.spans}
    wrong += [f"{name} lies on the map and in the pool" for name in laid if s.box[r.by_id[name]] == "bridge pool"]
    return wrong


@derived("hex_of")
def _stacked_wrong(c: Ctx) -> list[str]:
    r, number, wrong = c.roster, c.numbers.section, list[str]()
    for h, units in stacks(c).items():
        if len({r.side[u] for u in units if is_combat(c, u)}) > 1:
            wrong.append(f"both sides stand in {c.label(h)} ({number('efs:10.24')})")
        if h not in tables(c).land:
            wrong.append(f"units stand in {c.label(h)}, which is no land in play")
        wrong += [
            f"{r.ids[u]} is in {c.label(h)} ({number('efs:2.21')})" for u in units if is_air(c, u) or is_span(c, u)
        ]
    return wrong
