"""Tracks of a position put up by hand: points, mandates, railroads, replacements, and the attacks that are declared."""

from __future__ import annotations

from typing import Any

from engine.components.errors import BadInput
from engine.games.efs.air.interdiction import MOST, spread
from engine.games.efs.combat.battles import NONE
from engine.games.efs.combat.declare import attackable, join
from engine.games.efs.movement.railroad import capacity
from engine.games.efs.rails import CUT, is_rail
from engine.games.efs.tables import Ctx
from engine.kit.editing import Change, hexes, table, whole
from engine.play.asked import HEXES, NUMBER, NUMBERS, Dial
from engine.play.citing import rule

DECLARED = "declared_attacks"
AIRCRAFT, RESULTS = "V", ("E", "R", "S")
"""Results of the Soviet Replacements Table that are used up later in the turn, beside type V and strongpoints."""
BUILD = "strongpoints"


def _interdiction(c: Ctx, value: Any) -> None:
    found = table(value, "interdiction", '{"B0235": 1}')
    c.state.zoi = {c.label(c.hex(str(h))): whole(n, "interdiction", 1, 9) for h, n in found.items()}


@rule("efs:14.63", "efs:14.64")
def _interdiction_markers(c: Ctx, value: Any) -> None:
    """Markers with the zones around them, on top of the levels that are told hex by hex; no headquarters rolls."""
    for label, n in table(value, "interdiction_markers", '{"B0235": 1}').items():
        spread(c, c.hex(str(label)), whole(n, "interdiction_markers", 1, MOST))


def _mandates(c: Ctx, value: Any) -> None:
    c.state.mandates = whole(value, "mandated_attacks", 0, c.data.constant("mandates_kept"))


def _points(c: Ctx, value: Any) -> None:
    c.state.vp = whole(value, "victory_points", -999, 999)


def _cuts(c: Ctx, value: Any) -> None:
    for label in hexes(c, value, "rail_cuts"):
        _on_rail(c, label)
        c.state.gauge[label] = CUT


@rule("efs:19.1")
def _railheads(c: Ctx, value: Any) -> None:
    for label in hexes(c, value, "railheads"):
        _on_rail(c, label)
        c.state.gauge[label] = str(c.data.meta["sides"][0])


def _on_rail(c: Ctx, label: str) -> None:
    if not is_rail(c, c.hex(label)):
        raise BadInput(f"{label} is no railroad hex")


def _captured(c: Ctx, value: Any) -> None:
    c.state.captured_ever = hexes(c, value, "captured")


def _by_side(column: str, key: str) -> Any:
    """A track with a number for each side, kept in a column of notes under the side or ``SIDE TYPE``."""

    def change(c: Ctx, value: Any) -> None:
        for side, n in table(value, column, '{"axis": 1}').items():
            if side not in c.data.meta["sides"]:
                raise BadInput(f"'{side}' is no side; the sides are: {', '.join(c.data.meta['sides'])}")
            notes = getattr(c.state, column)
            notes[f"{side} {key}" if key else side] = whole(n, column, 0, 99)

    return change


def _conversion(c: Ctx, value: Any) -> None:
    c.state.conversion["axis"] = whole(value, "railroad_conversion_points", 0, 99)


def dials_of(c: Ctx) -> list[Dial]:
    """What is on the tracks now, for those who offer to change it."""
    s, most = c.state, c.data.constant("mandates_kept")
    return [
        Dial("victory_points", "Victory points of the Axis", "efs:24.11", NUMBER, s.vp, -999, 999),
        Dial("mandated_attacks", "Mandated attacks not yet made", "efs:12.36", NUMBER, s.mandates, 0, most),
        Dial("interdiction", "Zones of Interdiction", "efs:14.63", NUMBERS, dict(s.zoi), 0, 9),
        Dial("rail_cuts", "Rail cuts", "efs:19.4", HEXES, [h for h, what in s.gauge.items() if what == CUT]),
    ]


@rule("efs:11.14")
def _capacity(c: Ctx, value: Any) -> None:
    """Stacking points that a side may still move by railroad in this turn."""
    for side, n in _sides(c, value, "railroad_capacity", '{"axis": 4}'):
        c.state.rail_used[side] = capacity(c, side) - whole(n, "railroad_capacity", 0, 99)


@rule("efs:7.33", "efs:7.4", "efs:7.5", "efs:7.63")
def _results(c: Ctx, value: Any) -> None:
    """Results of the replacements of this turn that are not yet used: V of a side; E, R, S and plain strongpoints."""
    for side, told in _sides(c, value, "replacement_results", '{"soviet": {"E": 1}}'):
        for word, n in table(told, "replacement_results", '{"E": 1}').items():
            known = (AIRCRAFT, *RESULTS, BUILD) if side == "soviet" else (AIRCRAFT,)
            if word not in known:
                raise BadInput(
                    f"'replacement_results' of the side {side} has no '{word}'; known are: {', '.join(known)}"
                )
            count = whole(n, "replacement_results", 0, 99)
            if word == BUILD:
                c.state.strongpoints[side] = count
            else:
                c.state.events[f"{side} {word}" if word == AIRCRAFT else word] = count


def _sides(c: Ctx, value: Any, key: str, example: str) -> list[tuple[str, Any]]:
    """A track with something for each side."""
    told, sides = table(value, key, example), c.data.meta["sides"]
    if strange := [side for side in told if side not in sides]:
        raise BadInput(f"'{strange[0]}' is no side; the sides are: {', '.join(sides)}")
    return list(told.items())


@rule("efs:12.11")
def declare(c: Ctx, labels: list[str], attacker: str) -> None:
    """Attacks of a side on some hexes are declared, by all who stand beside and can; each goes for the first of them.

    Raises ``BadInput`` where nobody is left for a hex.
    """
    for u in range(len(c.roster)):
        c.state.committed[u] = NONE
    for column in (c.state.battle, c.state.battle_order, c.state.battle_asp, c.state.battle_flags):
        column.clear()
    c.state.battles_done = []
    c.touch()
    for label in labels:
        h = c.hex(label)
        units = [u for u in attackable(c, attacker).get(h, ()) if c.state.committed[u] == NONE]
        if not units:
            raise BadInput(f"nobody of the side {attacker} could attack {label} in this position", "efs:12.12")
        join(c, units, h)


TRACKS: dict[str, Change] = {
    "interdiction": _interdiction,
    "interdiction_markers": _interdiction_markers,
    DECLARED: lambda c, value: None,
    "mandated_attacks": _mandates,
    "victory_points": _points,
    "captured": _captured,
    "rail_cuts": _cuts,
    "railheads": _railheads,
    "railroad_conversion_points": _conversion,
    "infantry_replacement_points": _by_side("points", "I"),
    "armaments_replacement_points": _by_side("points", "A"),
    "step_losses": _by_side("losses", ""),
    "railroad_capacity": _capacity,
    "replacement_results": _results,
}
"""Tracks and markers by the name that ``edit`` takes; declared attacks wait until the phase is known (``declare``)."""
