"""Chapter 24: victory points for places, for steps of armor and artillery and for actions; the levels of victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.efs.bridges import printed, standing
from engine.games.efs.control import control, settle
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_armor, is_engineer, is_guards, is_gun, is_train
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units
from engine.play.citing import rule
from engine.play.fields import for_good

AXIS, SOVIET = "axis", "soviet"
HELD = "the Axis reaches no level"
"""What a victory of the Soviet side is called (24.13)."""
LAPSED = "lapsed"
"""What ``places`` says of a place that the Axis side holds without its occupation (24.25)."""


class Spot(NamedTuple):
    """One hex of the Victory Point schedule, or one bridge: its key in ``places`` and its values by turn."""

    key: str
    hexes: tuple[Hex, ...]
    """What must be controlled: a hex, or both ends of a bridge."""
    bridge: bool
    town: tuple[Hex, ...]
    """All hexes in which its occupation may stand (24.24)."""
    schedule: tuple[tuple[int, int], ...]
    """Last turn and value, in the order of the turns."""
    late: bool = False
    """Whether it counts once, when the game ends (R241): until then nobody gains or loses points by it."""
    turns: int = 0
    """Turns of holding it that make a point where it was given up before the end (R241), 0 for no such points."""
    open: bool = False
    """Whether it needs no occupation, for the country that it lies in, or as no place does (24.24)."""

    @property
    def staked(self) -> bool:
        """Whether the place only costs the Axis side points, if the Soviet side holds it when the game ends (R220)."""
        return any(value < 0 for _, value in self.schedule)


# ---------------------------------------------------------------------- the schedule
@rule("efs:24.21", "efs:24.24")
@for_good
def spots(c: Ctx) -> list[Spot]:
    """The Victory Point schedule of the scenario, a hex at a time; a bridge is one spot."""
    found, late = [], c.scenario.get("victory", {}).get("counted") == "at the end"
    for row in c.scenario.get("vp", ()):
        hexes = tuple(c.board.index[label] for label in row["hexes"])
        schedule = tuple((int(turn), int(value)) for turn, value in row["schedule"])
        ends = tuple(c.board.index[label] for label in str(row.get("bridge", "")).split("/") if label)
        for part in [ends] if ends else [(h,) for h in hexes]:
            one = len(hexes) == 1 or bool(ends)
            key = row["place"] if one else f"{row['place']} {c.label(part[0])}"
            turns = int(row.get("point_for_turns", 0))
            is_open = bool(row.get("open", False)) or not edition(c).places_occupied
            found.append(Spot(key, part, bool(ends), hexes, schedule, late, turns, is_open))
    return found


@rule("efs:24.23")
def worth(c: Ctx, spot: Spot, turn: int) -> int:
    """What a place is worth in a turn; after the last turn of the schedule nothing."""
    return next((value for last, value in spot.schedule if turn <= last), 0)


@rule("efs:24.22", "efs:R241")
def passing(c: Ctx, spot: Spot) -> int:
    """What a place gains for its new owner, or costs the old one, in this turn; nothing if it counts at the end."""
    return 0 if spot.late else worth(c, spot, c.state.turn)


def points(c: Ctx, h: Hex) -> int:
    """What a hex is worth in this turn."""
    return sum(worth(c, spot, c.state.turn) for spot in spots(c) if h in spot.hexes)


def stands(c: Ctx, spot: Spot) -> bool:
    """Whether no bridge of a place that counts for its bridge is destroyed; true for other places."""
    return not spot.bridge or standing(c, *spot.hexes) == printed(c, *spot.hexes)


# ---------------------------------------------------------------------- points
@rule("efs:24.11", "efs:24.12", "efs:24.31")
def score(c: Ctx, gained: int, why: str, law: str, hexes: Iterable[Hex] = ()) -> None:
    """Victory points of the Axis side rise or fall; what the Soviet side scores is taken off them."""
    if not gained:
        return
    c.state.vp += gained
    c.touch()
    c.say("victory points", f"{gained:+d} VP: {why}; the Axis has {c.state.vp}.", law, hexes=hexes)


@rule("efs:24.22", "efs:24.23", "efs:24.25", "efs:R70")
def look(c: Ctx) -> None:
    """Note who holds which place now: points come and go with control, at the value of this turn, at once."""
    settle(c)
    for spot in (s for s in spots(c) if not s.staked):
        now, before = holder(c, spot), c.state.places.get(spot.key, "").partition(" ")
        if now == AXIS and before[0] != AXIS:
            _take(c, spot)
        elif before[0] == AXIS and (now == SOVIET or not stands(c, spot)):
            c.state.places[spot.key] = SOVIET
            if before[2] != LAPSED:
                cost = int(before[2] or 0) if edition(c).points_go_back else passing(c, spot)
                score(c, -cost, f"{spot.key} is lost", "efs:24.25", spot.hexes)


@rule("efs:24.22", "efs:12.36")
def held_at_start(c: Ctx) -> None:
    """Places that are the Axis side's from the start: their points are among those that it begins with."""
    for spot in (s for s in spots(c) if not s.staked):
        if all(friendly(c, h) == AXIS for h in spot.hexes) and stands(c, spot):
            c.state.places[spot.key] = f"{AXIS} {passing(c, spot)}"
            c.state.captured_ever.append(spot.key)
    c.state.captures = len(c.state.captured_ever)


@rule("efs:12.36")
def owe(c: Ctx, count: int) -> None:
    """Further Mandated Attacks are to be made: nine are kept, each one beyond is a point of the Axis side at once."""
    if not count:
        return
    due, most = c.state.mandates + count, c.data.constant("mandates_kept")
    c.state.mandates = min(due, most)
    c.touch()
    score(c, max(due - most, 0), f"more than {most} Mandated Attacks are not made", "efs:12.36")


@rule("efs:12.36")
def called_for(c: Ctx) -> list[str]:
    """Places captured for the first time in this turn and still held, while Mandated Attacks are to be made."""
    new = c.state.captured_ever[c.state.captures :] if c.state.mandates else []
    return [key for key in new if c.state.places.get(key, "").startswith(AXIS)]


@rule("efs:12.36")
def call_mandates(c: Ctx) -> None:
    """In a turn with a place newly captured and still held, every outstanding Mandated Attack becomes a point."""
    called = called_for(c)
    c.state.captures = len(c.state.captured_ever)
    if called:
        due, c.state.mandates = c.state.mandates, 0
        score(
            c,
            due * edition(c).mandate_vp,
            f"{due} Mandated Attack{'s were' if due > 1 else ' was'} not made",
            "efs:12.36",
        )


@rule("efs:24.22", "efs:24.23")
def _take(c: Ctx, spot: Spot) -> None:
    s, value = c.state, passing(c, spot)
    s.places[spot.key] = f"{AXIS} {value}"
    if spot.key not in s.captured_ever or edition(c).recaptures_call:
        s.captured_ever.append(spot.key)
    c.touch()
    score(c, value, f"{spot.key} is taken", "efs:24.22", spot.hexes)


def holder(c: Ctx, spot: Spot) -> str:
    """The side that controls a place now, or where control lasts had it last: empty while it is contested or vacant;
    of a broken bridge nobody."""
    whose = friendly if edition(c).control_lasts else control
    sides = {whose(c, h) for h in spot.hexes}
    if not stands(c, spot) or len(sides) > 1:
        return SOVIET if SOVIET in sides else ""
    return sides.pop()


@rule("efs:24.24", "efs:R220")
def needs_step(spot: Spot) -> bool:
    """Whether a place needs a step in it: no bridge does, no open place, none that only costs points at the end."""
    return not (spot.bridge or spot.open or spot.staked)


@rule("efs:24.24")
def occupied(c: Ctx, spot: Spot) -> bool:
    """Whether a step of an Axis combat unit stands in a place."""
    return any(combat_units(c, h, AXIS) for h in spot.town)


@rule("efs:24.24", "efs:24.25")
def deserted(c: Ctx) -> list[Spot]:
    """Places whose points are lost, or not won back, in the Victory Determination Phase, as nobody occupies them."""
    ends = c.state.turn >= tables(c).last_turn
    return [
        spot for spot in spots(c)
        if c.state.places.get(spot.key, "").startswith(AXIS) and needs_step(spot)
        and (ends or spot.turns or not spot.late) and worth(c, spot, c.state.turn) and not occupied(c, spot)
    ]  # fmt: skip


@rule("efs:24.24", "efs:24.25", "efs:R70")
def judge(c: Ctx) -> None:
    """In the Victory Determination Phase: a place that the Axis holds needs a step of a combat unit in it."""
    for spot in spots(c):
        side, _, booked = c.state.places.get(spot.key, "").partition(" ")
        if side != AXIS or spot.late or not needs_step(spot):
            continue
        stays = occupied(c, spot)
        if not stays and booked != LAPSED:
            c.state.places[spot.key] = f"{AXIS} {LAPSED}"
            score(c, -worth(c, spot, c.state.turn), f"{spot.key} is not occupied", "efs:24.25", spot.hexes)
        elif stays and booked == LAPSED:
            value = worth(c, spot, c.state.turn)
            c.state.places[spot.key] = f"{AXIS} {value}"
            score(c, value, f"{spot.key} is occupied again", "efs:24.25", spot.hexes)


# ---------------------------------------------------------------------- step losses
@rule("efs:24.41", "efs:21.35", "efs:R57")
def counts(c: Ctx, u: Unit) -> bool:
    """Whether a lost step of a unit moves the Step Loss marker: armor and artillery, no engineers and no trains."""
    return (is_armor(c, u) or is_gun(c, u)) and not is_engineer(c, u) and not is_train(c, u)


@rule("efs:24.41", "efs:24.42")
def step_lost(c: Ctx, u: Unit, count: int = 1) -> None:
    """A unit has lost steps in play: every sixth of armor or artillery is a victory point.

    Where an edition pays for Guards at once, their steps move no marker.
    """
    if is_guards(c, u) and edition(c).guards_vp:
        score(
            c,
            count * edition(c).guards_vp,
            f"{counted(count, 'step of Guards is', 'steps of Guards are')} lost",
            "efs:24.41",
        )
        return
    if not counts(c, u):
        return
    side, box = c.roster.side[u], c.data.constant("steps_per_vp")
    c.state.losses[side] += count
    c.touch()
    while c.state.losses[side] >= box:
        c.state.losses[side] -= box
        gained = 1 if side == SOVIET else -1
        who = "Soviet" if side == SOVIET else "Axis"
        score(c, gained, f"{box} {who} steps of armor and artillery are lost", "efs:24.41")


@rule("efs:24.2")
def due(c: Ctx, spot: Spot) -> int:
    """What a place is worth when it counts: now, or at the end what only counts then."""
    return worth(c, spot, tables(c).last_turn if spot.late or spot.staked else c.state.turn)


@rule("efs:24.25")
def booked(c: Ctx, spot: Spot) -> int:
    """Points that a place has brought the Axis side and that go back with it, whatever it is worth by now."""
    side, _, points = c.state.places.get(spot.key, "").partition(" ")
    return int(points) if side == AXIS and edition(c).points_go_back and points.isdigit() else 0


# ---------------------------------------------------------------------- the end
@rule("efs:24.31", "efs:12.36", "efs:R220")
def last_account(c: Ctx) -> None:
    """What a scenario counts when it ends: Mandated Attacks that were never made, places that only cost points."""
    each = int(c.scenario.get("mandated", {}).get("unmade", 0))
    if each and (due := c.state.mandates):
        c.state.mandates = 0
        score(c, each * due, f"{counted(due, 'Mandated Attack was', 'Mandated Attacks were')} never made", "efs:R220")
    for spot in spots(c):
        if spot.staked and all(friendly(c, h) == SOVIET for h in spot.hexes):
            score(c, worth(c, spot, c.state.turn), f"{spot.key} is in Soviet hands", "efs:R220", spot.hexes)


@rule("efs:24.13")
def levels(c: Ctx) -> list[tuple[str, int]]:
    """The levels of victory with the points that they need, the least first."""
    found: dict[str, Any] = c.scenario["victory"]["levels"]
    return sorted(((name, int(need)) for name, need in found.items()), key=lambda row: row[1])


@rule("efs:4.23", "efs:24.13")
def decide(c: Ctx) -> None:
    """The game is over: the Axis wins at the highest level that its points reach, else the Soviet side wins."""
    last_account(c)
    reached = [(name, need) for name, need in levels(c) if c.state.vp >= need]
    least, vp = levels(c)[0][1], c.state.vp
    if reached:
        name, need = reached[-1]
        c.say("end", f"The Axis has {vp} VP and needs {need}: {name} victory of the Axis.", "efs:24.13")
        c.over(AXIS, f"{name} victory", "efs:24.13")
    else:
        c.say("end", f"The Axis has {vp} VP, {least} are needed: victory of the Soviet side.", "efs:24.13")
        c.over(SOVIET, HELD, "efs:24.13")
