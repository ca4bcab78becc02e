"""11.11: every column shift of a battle, each with its rule; right is positive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.components.grid import Hex, Unit
from engine.games.bd import works
from engine.games.bd.combat.strengths import dry
from engine.games.bd.combat.support import MOBILE, PREPARED, Support, second_fight
from engine.games.bd.kinds import CAVALRY_MECHANIZED, TIGERS, is_attached, is_satellite
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT
from engine.games.bd.tables import KERCH, RIVER, SIVASH, Ctx, single_month, tables, year
from engine.games.bd.units import riders, side_units
from engine.play.citing import rule


@dataclass(frozen=True, slots=True)
class Shift:
    """Columns, right positive, for a reason."""

    columns: int
    text: str
    rule: str


def shifts(c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, support: Support) -> list[Shift]:
    """All shifts against the defenders of a hex."""
    side, by = c.roster.side[attackers[0]], tables(c).columns
    found = [*_ground(c, kind, attackers, target), *_works(c, target, c.other(side)), *_sides(c, attackers, target)]
    found += [*_times(c, kind, side, target), *_help(c, attackers, target, support)]
    if kind == MOBILE:
        no_pause = side == "axis" and c.state.turn == 4 and c.state.paused == 2
        name, law = ("no_paulus_pause_turn4_ma", "bd:5.10") if no_pause else ("mobile_assault", "bd:10.32")
        found.append(Shift(by[name], "mobile assault", law))
    elif concentric(c, attackers, target):
        found.append(Shift(by["concentric"], "concentric assault", "bd:11.24"))
    return [s for s in found if s.columns]


# ---------------------------------------------------------------------- the hex
@rule("bd:11.13", "bd:11.14", "bd:11.15", "bd:11.20", "bd:9.6", "bd:5.13")
def _ground(c: Ctx, kind: str, attackers: Sequence[Unit], h: Hex) -> Iterator[Shift]:
    t, side = tables(c), c.roster.side[attackers[0]]
    terrain = t.natural(h)
    if terrain == "rough":
        yield Shift(-int(t.effects["rough"]["shift"]), "rough", "bd:11.14")
    if terrain == "marsh" and kind == PREPARED and not all(dry(c, u, h) for u in attackers):
        yield Shift(-int(t.effects["marsh"]["prepared_shift"]), "into marsh", "bd:11.15")
    if works.stronghold(c, h, c.other(side)):
        word = "hero city" if side == "axis" else "fortress city"
        yield Shift(-int(t.effects["stronghold"]["shift"]), word, "bd:9.6")
    elif t.city(h):
        yield Shift(-int(t.effects["city"]["shift"]), "city", "bd:11.20")


@rule("bd:11.21", "bd:11.22", "bd:8.18")
def _works(c: Ctx, h: Hex, defender: str) -> Iterator[Shift]:
    if h in works.lines(c, defender):
        yield Shift(-int(tables(c).effects["line"]["shift"]), "fortified line", "bd:11.21")
    if defender == "soviet" and h in works.area(c):
        yield Shift(-works.area_shift(c), "fortified area", "bd:8.18")


# ---------------------------------------------------------------------- its sides
@rule("bd:11.16", "bd:11.17", "bd:11.18", "bd:10.18")
def _sides(c: Ctx, attackers: Sequence[Unit], target: Hex) -> Iterator[Shift]:
    """Water helps only against attackers who all come across it."""
    where = {c.state.hex_of[u] for u in attackers}
    if not where <= set(c.grid.adjacent[target]):
        return
    if c.state.turn == 1 and c.roster.side[attackers[0]] == "axis":
        return
    if all(any(tables(c).has(name, h, target) for name in (RIVER, KERCH, SIVASH)) for h in where):
        yield Shift(-int(tables(c).effects["river"]["shift"]), "all across water", "bd:11.16")


# ---------------------------------------------------------------------- the order of the phases and the date
@rule("bd:5.6", "bd:5.7", "bd:5.10", "bd:5.15", "bd:R7", "bd:R34")
def _times(c: Ctx, kind: str, side: str, target: Hex) -> Iterator[Shift]:
    s, t = c.state, tables(c)
    by = t.columns
    if side == "soviet":
        if kind == PREPARED and s.order == MOVE_FIGHT and not c.scenario.get("no_order_shift"):
            yield Shift(by["soviet_move_fight"], "Soviet move/fight", "bd:5.7")
        if s.turn == 1 and not t.in_ussr(target):
            yield Shift(by["turn1_german_defence"], "German preparedness", "bd:5.15")
        return
    if kind != PREPARED:
        return
    zone = {1: "north", 2: "south"}.get(s.bonus_zone, "")
    if s.order == FIGHT_MOVE and (year(s.turn) == 1941 or t.area(target) == zone):
        yield Shift(order_bonus(c), "German fight/move", "bd:5.6")
    if s.order == FIGHT_FIGHT and not second_fight(c):
        yield Shift(by["german_fight_fight_first_phase"], "first of two assault phases", "bd:5.6")
    if s.paused == 2 and s.turn in (4, 5):
        yield Shift(by[f"no_paulus_pause_turn{s.turn}_pa"], "no Paulus Pause", "bd:5.10")


@rule("bd:5.6")
def order_bonus(c: Ctx) -> int:
    """Columns that the German side gains in this turn by fighting before it moves; in 1942 in the zone declared."""
    turn, by = c.state.turn, tables(c).columns
    if not single_month(c):
        return 0
    if year(turn) == 1941:
        return by["german_fight_move_1941_single_month"]
    late = year(turn) > 1942 or turn > int(c.scenario.get("bonus_to", 12)) or not c.state.bonus_zone
    return 0 if late else by["german_fight_move_1942_single_month_declared_zone"]


def columns_word(columns: int) -> str:
    """``1R``, ``2L``: columns of the combat results table."""
    return f"{abs(columns)}{'R' if columns > 0 else 'L'}"


# ---------------------------------------------------------------------- help
@rule("bd:8.31", "bd:8.32", "bd:8.37", "bd:8.39", "bd:8.40", "bd:11.23", "bd:11.33", "bd:10.33")
def _help(c: Ctx, attackers: Sequence[Unit], target: Hex, support: Support) -> Iterator[Shift]:
    r, side, by = c.roster, c.roster.side[attackers[0]], tables(c).columns
    defenders = side_units(c, target, c.other(side))
    mine, theirs = [r.kind[u] for u in riders(c, attackers)], [r.kind[u] for u in riders(c, defenders)]
    if TIGERS in mine or TIGERS in theirs or support.tigers:
        yield Shift(by["tiger_battalion"] * (1 if side == "axis" else -1), "Tiger battalion", "bd:8.31")
    groups = (mine + theirs).count(CAVALRY_MECHANIZED) + support.groups
    each = by["cavalry_mechanized_group_each"] * (1 if side == "soviet" else -1)
    yield Shift(each * groups, "cavalry-mechanized groups", "bd:8.32")
    if support.luftwaffe:
        yield Shift(by["luftwaffe"] * (1 if side == "axis" else -1), "Luftwaffe", "bd:11.23")
    yield Shift(by["partisans"] * support.partisans, "partisans", "bd:8.39")
    yield Shift(by["interceptor_corps"] * support.interceptor, "interceptor corps", "bd:8.37")
    yield Shift(by["airborne"] * support.airborne, "airborne assault", "bd:8.40")
    if side == "soviet" and satellites_alone(c, target):
        yield Shift(by["satellite_alone_in_ussr"], "satellite army alone", "bd:11.33")


@rule("bd:11.33")
def satellites_alone(c: Ctx, h: Hex) -> bool:
    """Whether a hex inside the USSR is held by an Axis satellite army alone."""
    here = [u for u in side_units(c, h, "axis") if not is_attached(c, u)]
    return tables(c).in_ussr(h) and bool(here) and all(is_satellite(c, u) for u in here)


# ---------------------------------------------------------------------- from all around
@rule("bd:11.24", "bd:9.6", "bd:8.18", "bd:R95")
def concentric(c: Ctx, attackers: Sequence[Unit], target: Hex) -> bool:
    """Whether attackers stand opposite each other, in three hexes with gaps between them, or in more than three."""
    side = c.roster.side[attackers[0]]
    if works.stronghold(c, target, c.other(side)) or (side == "soviet" and tables(c).city(target)):
        return False
    if side == "axis" and target in works.area(c) and c.state.area_turn != c.state.turn:
        return False
    where = {c.state.hex_of[u] for u in attackers}
    around = {d for d, n in enumerate(c.grid.neighbours[target]) if n >= 0 and n in where}
    opposite = any((d + 3) % 6 in around for d in around)
    return opposite or around in ({0, 2, 4}, {1, 3, 5}) or len(around) > 3
