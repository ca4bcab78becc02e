"""What a set-up still lacks: the strictures of 3.3, 3.4 and 3.7, counted live."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import north_only
from engine.games.pm.beginners import in_force
from engine.games.pm.tables import Ctx, tables
from engine.kit.setting_up import Lack
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

FRONTIER, INTERIOR = "frontier", "interior"
NORTH, SOUTH = "okh north", "okh south"


@derived("box")
def waiting(c: Ctx, side: str) -> list[Unit]:
    """Units of a side that are not yet set up, in the order of the counters."""
    return [u for u, box in enumerate(c.state.box) if box.startswith("to place") and c.roster.side[u] == side]


def zone_of(c: Ctx, u: Unit) -> str:
    """``frontier`` or ``interior`` for a Soviet unit of the set-up."""
    return FRONTIER if u in _frontier_pieces(c) else INTERIOR


@rule("pm:17.6")
def starting_pieces(c: Ctx, row: str) -> list[Unit]:
    """The anonymous counters of a row of the schedule, ``frontier``, ``interior`` or a turn: formation by formation."""
    if "schedule pieces" not in c.data.memo:
        found: dict[str, list[Unit]] = {name: [] for name in tables(c).schedule}
        for formation in sorted({r["formation"] for r in tables(c).pool}):
            pieces = iter(u for u in range(len(c.roster)) if c.roster.formation[u] == formation)
            for name, counts in tables(c).schedule.items():
                found[name] += [next(pieces) for _ in range(counts[formation.upper()])]
        c.data.memo["schedule pieces"] = found
    pieces_of: dict[str, list[Unit]] = c.data.memo["schedule pieces"]
    return pieces_of[row]


def _frontier_pieces(c: Ctx) -> frozenset[Unit]:
    if "frontier pieces" not in c.data.memo:
        c.data.memo["frontier pieces"] = frozenset(starting_pieces(c, FRONTIER))
    found: frozenset[Unit] = c.data.memo["frontier pieces"]
    return found


# ---------------------------------------------------------------------- the Soviet side
@derived("hex_of", "box")
def lacks(c: Ctx, side: str) -> list[Lack]:
    """Everything that keeps a side from being ready, what is about hexes first."""
    found = list(_soviet(c) if side == "soviet" else ())
    if left := waiting(c, side):
        rule_id = "pm:3.4" if side == "soviet" else "pm:3.7"
        found.append(Lack(rule_id, f"{_many(len(left), 'unit is', 'units are')} not set up yet"))
    return found


@rule("pm:3.3", "pm:3.4")
def _soviet(c: Ctx) -> Iterator[Lack]:
    t = tables(c)
    border = list(c.board.zones["border_every"].hexes)
    if empty := [h for h in border if not _has(c, h, FRONTIER)]:
        yield Lack(
            "pm:3.3", f"{_many(len(empty), 'border hex needs', 'border hexes need')} a frontier unit", tuple(empty)
        )
    if gaps := _alternate_gaps(c):
        many = _many(len(gaps), "hex of the Romanian border is", "hexes of the Romanian border are")
        yield Lack("pm:3.3", f"{many} empty beside an empty one", tuple(gaps))
    towns = [h for h in t.tracked if h in t.zone(FRONTIER) and not _has(c, h, FRONTIER)]
    if towns:
        yield Lack(
            "pm:3.3",
            f"{_many(len(towns), 'large town of the Frontier Zone is', 'large towns of the Frontier Zone are')} empty",
            tuple(towns),
        )
    towns = [h for h in t.tracked if h in t.zone(INTERIOR) and not _has(c, h, INTERIOR)]
    if towns:
        yield Lack(
            "pm:3.4",
            f"{_many(len(towns), 'town of the Interior Zone is', 'towns of the Interior Zone are')} empty",
            tuple(towns),
        )
    least, here = c.data.constant("interior_row_minimum"), _counted(c, INTERIOR)
    for column, hexes in interior_rows(c).items():
        count = sum(here[h] for h in hexes if h in here)
        if count < least:
            yield Lack("pm:3.4", f"hexrow {column}xx has {count} of {least} interior units", hexes)


def _has(c: Ctx, h: Hex, zone: str) -> bool:
    return h in _counted(c, zone)


@derived("hex_of")
def _counted(c: Ctx, zone: str) -> Counter[Hex]:
    """How many units that belong to a zone stand in each hex."""
    frontier, inside = _frontier_pieces(c), zone == FRONTIER
    return Counter(h for u, h in enumerate(c.state.hex_of) if h >= 0 and (u in frontier) == inside)


def _many(n: int, one: str, several: str) -> str:
    """A number with the words for it."""
    return f"{n} {one if n == 1 else several}"


def _alternate_gaps(c: Ctx) -> list[Hex]:
    """Hexes of the thinly held border that are empty although the one before them is (one in every two is needed)."""
    line = c.board.zones["border_alternate"].hexes
    return [b for a, b in pairwise(line) if not _has(c, a, FRONTIER) and not _has(c, b, FRONTIER)]


def interior_rows(c: Ctx) -> dict[int, tuple[Hex, ...]]:
    """The hexrows of the Interior Zone by printed number, as far as they hold land of the zone."""
    if "interior rows" not in c.data.memo:
        found: dict[int, list[Hex]] = {}
        for h in sorted(tables(c).zone(INTERIOR) & tables(c).land):
            found.setdefault(c.board.column_numbers[c.grid.column(h)], []).append(h)
        c.data.memo["interior rows"] = {column: tuple(hexes) for column, hexes in sorted(found.items())}
    rows: dict[int, tuple[Hex, ...]] = c.data.memo["interior rows"]
    return rows


# ---------------------------------------------------------------------- the German side
@rule("pm:3.3", "pm:3.4", "pm:3.7")
def may_start(c: Ctx, u: Unit, where: Hex | str) -> Refusal | None:
    """Whether a unit may start in a hex or in an OKH Reserve Area, stacking left out."""
    if c.roster.side[u] == "soviet":
        return _soviet_start(c, u, where)
    return _german_start(c, u, where)


def _soviet_start(c: Ctx, u: Unit, where: Hex | str) -> Refusal | None:
    zone = zone_of(c, u)
    if isinstance(where, str) or where not in tables(c).zone(zone) or where not in tables(c).land:
        rule_id = "pm:3.3" if zone == FRONTIER else "pm:3.4"
        place = where if isinstance(where, str) else c.board.describe(where)
        return Refusal(rule_id, f"{c.roster.short[u]} belongs to the {zone.capitalize()} Zone, not to {place}.")
    return None


def _german_start(c: Ctx, u: Unit, where: Hex | str) -> Refusal | None:
    r, t, nation = c.roster, tables(c), c.roster.nationality[u]
    hungary, romania = t.zone("zomo_hungary"), t.zone("zomo_romania")
    if nation == "hungarian":
        if isinstance(where, str) or where not in hungary:
            return Refusal("pm:3.7", "The Hungarian Fast Corps starts in Hungary.", units=(u,))
        return _on_own_map(c, u, where)
    if nation == "romanian":
        if where not in romania and where != SOUTH:
            text = f"{r.short[u]} is Romanian: it starts in Romania or the southern OKH area."
            return Refusal("pm:3.7", text, units=(u,))
        return None
    if where in romania or where == SOUTH:
        return _guests(c, u)
    if where in t.zone("zomo_germany") or where == NORTH:
        return None
    place = where if isinstance(where, str) else c.board.describe(where)
    text = f"{r.short[u]} starts in the ZOMO of Greater Germany or the northern OKH area, not in {place}."
    return Refusal("pm:3.7", text, units=(u,))


@rule("pm:7.4", "pm:R1")
def _on_own_map(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Hungary reaches onto the northern map, where the Fast Corps never stands."""
    if in_force(c, "7.1") and h in north_only(c):
        text = f"{c.board.describe(h)} is on the northern map: {c.roster.short[u]} is never there."
        return Refusal("pm:7.4", text, (h,), (u,))
    return None


def _guests(c: Ctx, u: Unit) -> Refusal | None:
    """Romania and the south begin with seven German foot divisions and one assault gun battalion at most."""
    r, s = c.roster, c.state
    romania = tables(c).zone("zomo_romania")
    south = [v for v, (h, box) in enumerate(zip(s.hex_of, s.box, strict=True)) if box == SOUTH or h in romania]
    there = [v for v in south if v != u and r.nationality[v] == "german"]
    guns = [v for v in there if r.kind[v] == "assault gun"]
    if r.kind[u] == "assault gun":
        if guns:
            return Refusal("pm:3.7", f"{r.short[guns[0]]} is the one assault gun battalion in Romania.", units=(u,))
    elif r.mech[u] or r.size[u] != "division":
        text = f"{r.short[u]}: only non-mechanized divisions and one assault gun battalion start in the south."
        return Refusal("pm:3.7", text, units=(u,))
    elif len(there) - len(guns) >= c.data.constant("romania_germans"):
        return Refusal("pm:3.7", "Seven German divisions start in Romania already.", units=(u,))
    return None
