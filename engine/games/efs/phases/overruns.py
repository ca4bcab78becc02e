"""11.3: the verb with which units that move overrun the enemy beside them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from engine.games.efs.arrivals import waiting
from engine.games.efs.combat.overrun import may_overrun, may_take_part
from engine.games.efs.combat.overrunning import call_overrun
from engine.games.efs.command import held_back
from engine.games.efs.edition import edition
from engine.games.efs.movement.allowance import begun, may_begin, points
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.kit.picking import group_of
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks, while_same
from engine.play.step import Verb


@rule("efs:11.31", "efs:11.36", "efs:11.37", "efs:21.27", "efs:8.12")
def overrun_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``overrun 18pz-pzr B0235``: the enemy in the next hex; picked units go together."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    if group[0] in waiting(c, c.state.side):
        text = (
            f"{c.roster.short[group[0]]} waits beside the map: it enters a hex without enemies and overruns from there."
        )
        return Refusal(edition(c).overrun_waiting_law, text, (h,), tuple(group))
    if c.roster.side[group[0]] != c.state.side or c.state.hex_of[group[0]] < 0:
        return Refusal("efs:11.31", f"{c.roster.short[group[0]]} is no unit of yours on the map.", units=tuple(group))
    if (refusal := may_overrun(c, group, h)) is not None:
        return refusal
    if len({begun(c, u) for u in group}) > 1:
        text = f"{c.roster.names(group)} did not begin their movement together: no common overrun."
        return Refusal("efs:11.36", text, units=tuple(group))
    return held_back(c, [u for u in group if not begun(c, u)])


@rule("efs:11.31")
def _overrun(c: Ctx, unit: str, hex_: str) -> None:
    call_overrun(c, group_of(c, c.unit(unit)), c.hex(hex_))


@derived()
def overrunners(c: Ctx) -> list[str]:
    """Ids of the units beside the enemy that can make overruns and have points left, stopped by a zone or not."""
    s, r, enemy = c.state, c.roster, fighters(c, c.other(c.state.side))
    beside_it = while_same(c, ("beside", s.side), enemy, lambda: {n for h in enemy for n in c.grid.adjacent[h]})
    near = [units for h, units in stacks(c).items() if h in beside_it]
    beside = [u for u in sorted(chain(*near)) if r.side[u] == s.side and points(c, u) > 0]
    return [r.ids[u] for u in beside if may_begin(c, u) is None and may_take_part(c, u) is None]


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    enemy = fighters(c, c.other(c.state.side))
    for name in overrunners(c) if subject is None else [subject]:
        if name in overrunners(c):
            here = c.state.hex_of[c.roster.by_id[name]]
            yield from ((name, c.label(n)) for n in c.grid.adjacent[here] if n in enemy)


OVERRUN_VERB = Verb(
    "overrun", _options, overrun_check, _overrun, "overrun UNIT HEX: the enemy in the next hex", "efs:11.3",
    overrunners, battle="overrun",
)  # fmt: skip
"""For the movement phases."""
