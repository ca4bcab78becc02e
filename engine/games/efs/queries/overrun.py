"""What can be asked about overruns: the calculation, what bars one, which could be made now or after moving."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.efs.combat.overrun import cost, least_odds, may_overrun, may_take_part, odds, tally
from engine.games.efs.combat.overrunning import LOSS, SETBACK, SUCCESS
from engine.games.efs.command import held_back
from engine.games.efs.movement.allowance import begun, budget, may_begin, points
from engine.games.efs.movement.network import WAYS
from engine.games.efs.movement.reach import reach_of
from engine.games.efs.movement.search import Search
from engine.games.efs.state import QUARTERS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters, on_map
from engine.kit.attacks import facing, one_side, told_stands
from engine.play.action import Impossible, Refusal
from engine.play.asked import Prospect
from engine.play.citing import rule
from engine.play.engagement import Engagement
from engine.play.fields import derived
from engine.play.suppose import supposing

KIND = "overrun"
MEANS = "S they retreat, you go in · S1 they lose a step too · F you stop before them · F1 you lose a step too"
"""What the codes of the Overrun Table say."""
Group = tuple[Unit, ...]


@rule("efs:11.3", "efs:11.37")
def overrun_tally(c: Ctx, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """The calculation of an overrun; ``stands`` puts units beside the hex in thought. What bars it is told in it.

    Raises ``BadInput`` for an overrun by nobody and for other modifiers, ``Impossible`` for one of nobody and for units
    that are not beside the hex.
    """
    if not fight.targets or not fight.attackers:
        raise BadInput("an overrun names a hex and the units that make it")
    if unknown := sorted(set(modifiers) - {"stands", "stay", "follow"}):
        raise BadInput(f"'{unknown[0]}' modifies no overrun")
    places = told_stands(c, modifiers, fight.attackers)
    there, units = supposing(c, hex_of=places) if places else c, list(fight.attackers)
    if (refusal := one_side(c, fight.attackers, "efs:11.32")) is not None:
        raise Impossible(refusal)
    if fight.target not in fighters(c, c.other(c.roster.side[units[0]])):
        text = f"There is no enemy combat unit in {c.board.describe(fight.target)}."
        raise Impossible(Refusal("efs:11.32", text, (fight.target,)))
    around, wrong = there.grid.neighbours, may_overrun(there, units, fight.target)
    if wrong is not None and any(fight.target not in around[there.state.hex_of[u]] for u in units):
        raise Impossible(wrong)
    found = tally(there, units, fight.target)
    points = cost(there, units, fight.target)
    found.further = {"drm": found.drm, "cost": None if points is None else points / QUARTERS}
    if wrong is not None:
        found.barred = wrong.rule, wrong.reason
    return found


# ---------------------------------------------------------------------- which could be made
@rule("efs:11.31", "efs:11.32", "efs:11.37")
@derived()
def overruns(c: Ctx) -> list[Prospect]:
    """The overruns that stacks could make from where they stand or could go, the best first."""
    return sorted((p for p in overruns_by_stack(c) if p is not None), key=lambda p: p.order)


@rule("efs:11.31", "efs:11.32")
def overruns_by_stack(c: Ctx) -> Iterator[Prospect | None]:
    """The same stack after stack, with ``None`` in between: for who looks at them in pieces."""
    edge = facing(c, sorted(fighters(c, c.other(c.state.side))))
    yield None
    for group in _groups(c):
        reach, here = reach_of(c, group), c.state.hex_of[group[0]]
        yield None
        launches = yield from _launches(c, group, reach, edge)
        for target, a in sorted(launches.items()):
            calculated = tally(_standing(c, group, a, reach), group, target)
            chance = calculated.distribution
            won = chance.get(SUCCESS, 0.0) + chance.get(LOSS, 0.0)
            stands, moving = tuple((u, a) for u in group), group if a != here else ()
            mine, theirs = chance.get(SETBACK, 0.0), chance.get(LOSS, 0.0)
            yield Prospect(stands, moving, calculated, mine, theirs, won)


@rule("efs:10.22", "efs:11.32", "efs:11.36", "efs:21.27")
def _groups(c: Ctx) -> Iterator[Group]:
    """Units that could overrun together: those of one hex that have moved alike, and the faster of them alone."""
    stacks: dict[tuple[Hex, Hex, bool], list[Unit]] = {}
    for u in on_map(c, c.state.side):
        if may_take_part(c, u) is None and may_begin(c, u) is None and points(c, u) > 0:
            stacks.setdefault((c.state.hex_of[u], c.state.origin[u], begun(c, u)), []).append(u)
    for units in stacks.values():
        slow = budget(c, units)
        for group in (tuple(units), tuple(u for u in units if points(c, u) > slow)):
            if group and held_back(c, [u for u in group if not begun(c, u)]) is None:
                yield group


@rule("efs:11.34", "efs:11.35", "efs:11.36", "efs:11.37")
def _launches(
    c: Ctx, group: Group, reach: Search, edge: Mapping[Hex, Sequence[Hex]]
) -> Generator[None, None, dict[Hex, Hex]]:
    """Enemy hexes that a stack can overrun, each with the hex from which that leaves it most points."""
    best: dict[Hex, Hex] = {}
    for a in sorted(reach.hexes.keys() & edge.keys(), key=lambda h: (reach.hexes[h], h)):
        weak = [h for h in edge[a] if h not in best and odds(c, group, h) >= least_odds(c, group, h)[0]]
        there = _standing(c, group, a, reach) if weak else c
        best |= {h: a for h in weak if may_overrun(there, group, h) is None}
        yield
    return best


def _standing(c: Ctx, group: Group, a: Hex, reach: Search) -> Ctx:
    """For a calculation: a stack has moved to a hex by the way that is cheapest."""
    if a == c.state.hex_of[group[0]]:
        return c
    left, way = budget(c, group) - reach.hexes[a], reach.ends[a] % WAYS
    return supposing(
        c, hex_of=dict.fromkeys(group, a), way=dict.fromkeys(group, way), mp_left=dict.fromkeys(group, left)
    )
