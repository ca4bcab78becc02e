"""What is left in a step, for the list and for the question before a phase is ended early."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.bd import gambit
from engine.games.bd.combat.access import attack_list
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import PREPARED
from engine.games.bd.kinds import is_cavalry
from engine.games.bd.movement.allowance import movers
from engine.games.bd.movement.stacking import overstacked
from engine.games.bd.phases.bulgaria import party
from engine.games.bd.phases.expedition import back
from engine.games.bd.phases.fieldworks import walls
from engine.games.bd.phases.german_segment import enterers, riders_waiting
from engine.games.bd.phases.offensive_supply import deployable
from engine.games.bd.phases.prepared_assault import must_attack
from engine.games.bd.phases.replacing import to_replace
from engine.games.bd.phases.soviet_segment import promotions
from engine.games.bd.phases.strategic import cost, entrainers
from engine.games.bd.setup.free import lacks
from engine.games.bd.stacking import fits
from engine.games.bd.state import GOING
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import occupied, side_units
from engine.kit.setting_up import left
from engine.play.asked import Task
from engine.play.citing import rule
from engine.play.fields import derived

NEAR = 2
"""Hexes from the enemy within which a unit that has not moved is worth a question."""


def tasks(c: Ctx) -> list[Task]:
    """What is left in the present step, what is pressing first; empty for steps that are one question."""
    step = c.frame.step if c.state.stack else ""
    found = list(_LEFT[step](c)) if step in _LEFT else []
    return sorted(found, key=lambda t: not t.pressing)


@derived("hex_of", "side")
def _far(c: Ctx) -> dict[Hex, int]:
    """Hexes by their distance from the nearest enemy: 0 beside it, as far as anything matters."""
    enemy = occupied(c, c.other(c.state.side))
    shore = sorted({n for h in enemy for n in c.grid.adjacent[h]} - enemy)
    found = dict.fromkeys(shore, 0)
    for distance in range(1, NEAR + 1):
        shore = sorted({n for h in shore for n in c.grid.adjacent[h]}.difference(found))
        found |= dict.fromkeys(shore, distance)
    return found


@rule("bd:10.1", "bd:6.2")
def _movement(c: Ctx) -> Iterator[Task]:
    """Units that may still move, those near the enemy first; hexes with too many are pressing."""
    s = c.state
    for h in overstacked(c, s.side):
        crowd = fits(c, side_units(c, h, s.side), h)
        text, law = (crowd.reason.rstrip("."), crowd.rule) if crowd else ("too many units", "bd:6.2")
        yield Task(c.label(h), text, law, True, "hexes too full")
    for u in party(c):
        yield Task(c.roster.ids[u], "comes back from Bulgaria", "bd:8.26", True, "units come back from Bulgaria")
    for name in back(c):
        yield Task(name, "can come back from the Caucasus", "bd:4.13", False, "units can come from the Caucasus")
    far = _far(c)
    for name in movers(c):
        u = c.roster.by_id[name]
        away, kind = far.get(s.hex_of[u], 99), c.roster.kind[u]
        if s.moving[u] == GOING:
            yield Task(name, f"may go on, {s.mp_left[u]} MP left", "bd:10.6")
        elif away > NEAR:
            yield Task(name, "not moved", "bd:10.1", False, "more not moved", kind)
        else:
            text = "beside the enemy, not moved" if not away else f"not moved, {away} from the front"
            yield Task(name, text, "bd:10.1", away > 0, "units near the enemy have not moved", kind)


@rule("bd:8.1", "bd:8.12", "bd:8.30", "bd:4.17")
def _segment(c: Ctx) -> Iterator[Task]:
    """Units that wait to enter press where they would be lost: German ones but for who may drop, and cavalry groups."""
    lost = c.state.side == "axis"
    for name in (*enterers(c), *riders_waiting(c)):
        if gambit.drops(c, c.roster.by_id[name]):
            yield Task(name, "may enter, or drop on the enemy in this turn", "bd:4.17")
            continue
        gone = lost or is_cavalry(c, c.roster.by_id[name])
        yield Task(name, "waits to enter", "bd:8.30" if gone and not lost else "bd:8.1", gone, "units wait to enter")
    if lost and (count := c.state.walls_in_hand) and walls(c):
        text = f"{counted(count, 'East Wall counter is', 'East Wall counters are')} to be placed"
        yield Task("", text, "bd:8.5", True, "East Wall counters are in hand")
    for name in () if lost else promotions(c):
        yield Task(name, "can take the place of a rifle army", "bd:8.20", True, "units can be converted")
    for name in to_replace(c):
        yield Task(name, "can be rebuilt", "bd:8.12", True, "units can be rebuilt")


@rule("bd:8.7")
def _strategic(c: Ctx) -> Iterator[Task]:
    for name in entrainers(c):
        yield Task(name, f"may move strategically, counts {cost(c, c.roster.by_id[name])}", "bd:8.7")


@rule("bd:7.12")
def _markers(c: Ctx) -> Iterator[Task]:
    for name in deployable(c):
        if name not in c.state.offensive:
            yield Task("", f"marker {name}", "bd:7.12", True, "markers are not on the map")


@rule("bd:5.12", "bd:11.3")
def _combat(c: Ctx) -> Iterator[Task]:
    for u, targets in must_attack(c).items():
        where = " or ".join(c.label(h) for h in targets)
        yield Task(c.roster.ids[u], f"must attack {where}", "bd:5.12", True, "units must attack")
    under_way = c.frame.vars["target"] >= 0
    for h, units in attack_list(c).items():
        good = not under_way and promising(c, h, units)
        names = c.roster.names(units[:3]) + (f" and {len(units) - 3} more" if len(units) > 3 else "")
        yield Task(
            c.label(h), f"could be attacked by {names}", "bd:11.3", good, "attacks at 3:1 or better are left", lost=True
        )


@rule("bd:11.8")
def promising(c: Ctx, h: Hex, units: tuple[Unit, ...]) -> bool:
    """Whether all who can attack a hex reach the column of 3:1 together."""
    found = tally(c, PREPARED, units, h)
    columns = tables(c).crt.columns
    return found.automatic == "DE" or (found.column is not None and columns.index(found.column) >= columns.index("3:1"))


@rule("bd:3.1", "bd:15.3")
def _set_up(c: Ctx) -> Iterator[Task]:
    """What the set-up still lacks."""
    return left(c, lacks(c, c.frame.vars["side"]), "bd:3.1")


_LEFT = {
    "combat": _combat, "strategic-movement": _strategic,
    "free-set-up": _set_up,
    "movement": _movement, "german-segment": _segment, "soviet-segment": _segment, "offensive-supply": _markers,
}  # fmt: skip
