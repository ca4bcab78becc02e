"""Section 7: sources, lines and the supply state of units. Lines are found from the sources outward."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.paths import trail
from engine.games.bd import works
from engine.games.bd.kinds import COASTAL_ARMY, is_attached, is_cavalry, is_satellite
from engine.games.bd.state import AERIAL, COASTAL, CRIMEA, GARRISON, OFFENSIVE, OUT, OVERLAND
from engine.games.bd.tables import KERCH, LOGISTIC, NORTH, SIVASH, Ctx, in_force, tables
from engine.games.bd.units import occupied, strength
from engine.kit.sweeps import Region, Search, region, swept
from engine.play.citing import rule
from engine.play.fields import derived

WORDS = (
    "regular overland supply", "crimea supply", "offensive supply", "garrison supply", "aerial supply",
    "coastal supply", "out of supply",
)  # fmt: skip
"""The states as the rulebook calls them, by number."""
RULES = ("bd:7.3", "bd:7.4", "bd:7.10", "bd:7.6", "bd:7.7", "bd:7.5", "bd:7.16")
MOVES = (OVERLAND, CRIMEA, OFFENSIVE, GARRISON)
"""States in which units have their whole movement factor (7.3 to 7.7, 7.13, 7.16)."""
BY_CRIMEA, BY_COAST = 1, 2
"""Values of ``sea_supply``."""
MARKED = (LOGISTIC, KERCH, SIVASH, "sea", "lake")
"""Sides that not every line passes."""
LAKES = {"axis": ("Germany", "Hungary"), "soviet": ("USSR",)}
"""Beginnings of the countries over whose lakes the lines of a side run (7.14)."""


@rule("bd:7.9", "bd:7.10")
def needs_offensive(c: Ctx) -> bool:
    """Whether Soviet units need offensive supply in this game turn to attack at full strength."""
    return c.state.turn >= tables(c).offensive_from


# ---------------------------------------------------------------------- the ground
@rule("bd:7.14", "bd:7.15", "bd:R9")
def lanes(c: Ctx, side: str) -> tuple[tuple[Hex, ...], ...]:
    """Per hex the hexes beside it that an overland line of a side may go to: never over the logistical boundary."""
    key = f"lanes {side}"
    if key not in c.board.memo:
        ground = {h for h in c.grid if _ground(c, side, h)}
        marked = c.board.with_sides(*MARKED) & ground
        inner = (
            tuple(n for n in around if n in ground) if h in ground else () for h, around in enumerate(c.grid.adjacent)
        )
        c.board.memo[key] = tuple(
            tuple(n for n in around if _passes(c, side, h, n)) if h in marked else around
            for h, around in enumerate(inner)
        )
    found: tuple[tuple[Hex, ...], ...] = c.board.memo[key]
    return found


def _passes(c: Ctx, side: str, a: Hex, b: Hex) -> bool:
    """Whether lines of a side pass over the side between two neighbours that it may be in, whoever is there."""
    t = tables(c)
    if t.has(LOGISTIC, a, b):
        return False
    if t.has(KERCH, a, b) or t.has(SIVASH, a, b):
        return side == "soviet"
    if t.has("sea", a, b):
        return False
    return not t.has("lake", a, b) or _lake_of(c, side, a) or _lake_of(c, side, b)


def _ground(c: Ctx, side: str, h: Hex) -> bool:
    return h in tables(c).land or (c.board.terrain_name(h) == "lake" and _lake_of(c, side, h))


@rule("bd:7.14")
def _lake_of(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a hex lies where lines of a side run over lakes: by its own country, or for water that around it."""
    t = tables(c)
    around = (h,) if h in t.land else tuple(n for n in c.grid.adjacent[h] if n in t.land)
    return any(t.country(n).startswith(LAKES[side]) for n in around)


@rule("bd:7.3", "bd:7.9", "bd:7.14", "bd:7.20")
@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area")
def _shut(c: Ctx, side: str) -> bytes:
    """One byte a hex: 1 where no line of a side enters, for enemy units or fortifications that still stand."""
    closed = occupied(c, c.other(side)) | works.lines(c, c.other(side))
    if side == "axis":
        closed |= works.area(c)
    flags = bytearray(c.grid.size)
    for h in closed - (occupied(c, side) if side == "soviet" else frozenset()):
        flags[h] = 1
    return bytes(flags)


# ---------------------------------------------------------------------- regular overland supply
@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area")
def field(c: Ctx, side: str) -> Search:
    """What the board-edge sources of a side reach: steps to the nearest one, and the next hex toward it."""
    shut = _shut(c, side)
    sources = sorted(h for h in _sources(c, side) if not shut[h])
    return swept(c, f"supply {side}", lanes(c, side), sources, shut, bytes(c.grid.size))


@rule("bd:7.3", "bd:7.9", "bd:7.19")
def _sources(c: Ctx, side: str) -> frozenset[Hex]:
    """Supply source hexes of a side."""
    return tables(c).zone("supply_german" if side == "axis" else "supply_soviet")


@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area")
def reached(c: Ctx, side: str) -> Region:
    """The hexes of ``field``, which are found much sooner than how far they are."""
    return region(c, f"supplied {side}", lanes(c, side), _sources(c, side), _shut(c, side))


@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area")
def _from_gate(c: Ctx, gate: Hex) -> Region:
    """The hexes from which a line of the German side leads through a gate; none while it does not hold the gate."""
    shut = bytearray(_shut(c, "axis"))
    if gate < 0 or c.state.control.get(c.label(gate)) != "axis" or shut[gate]:
        return Region(bytearray(c.grid.size))
    return region(c, f"gate {gate}", lanes(c, "axis"), (gate,), bytes(shut))


@rule("bd:7.3", "bd:7.4", "bd:7.9", "bd:7.15")
def overland(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a hex is in regular overland supply for a side."""
    if h < 0 or h not in reached(c, side):
        return False
    if side == "soviet":
        return True
    t = tables(c)
    dnepr, rostov = t.named("Dnepropetrovsk"), t.named("Rostov")
    if h in t.zone("rostov_area"):
        whole = _from_gate(c, rostov)
        return h in whole and dnepr in whole and dnepr in reached(c, side) and h in _from_gate(c, dnepr)
    if h in t.zone("dnepr_area"):
        return h in _from_gate(c, dnepr) and dnepr in reached(c, side)
    return True


# ---------------------------------------------------------------------- supply by sea
@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area")
def _to_sevastopol(c: Ctx) -> Region:
    """Hexes of the Crimea supply area from which a line leads to Sevastopol, while the German side holds it."""
    t = tables(c)
    port, zone = t.named("Sevastopol"), t.zone("crimea_area")
    shut = bytearray(_shut(c, "axis"))
    if port < 0 or c.state.control.get(c.label(port)) != "axis" or shut[port]:
        return Region(bytearray(c.grid.size))
    return region(c, "crimea", _crimea_lanes(c, zone), (port,), bytes(shut))


@rule("bd:7.4", "bd:R9")
def _crimea_lanes(c: Ctx, zone: frozenset[Hex]) -> tuple[tuple[Hex, ...], ...]:
    if "crimea lanes" not in c.board.memo:
        t = tables(c)
        c.board.memo["crimea lanes"] = tuple(
            tuple(
                n for n in around
                if h in zone and n in zone and (t.has(KERCH, h, n) or not (t.has("sea", h, n) or t.has("lake", h, n)))
            )
            for h, around in enumerate(c.grid.adjacent)
        )  # fmt: skip
    found: tuple[tuple[Hex, ...], ...] = c.board.memo["crimea lanes"]
    return found


@rule("bd:7.4", "bd:R50")
@derived("hex_of", "control", "east_wall", "destroyed", "fortified_area", "turn", "memory")
def by_crimea(c: Ctx) -> frozenset[Unit]:
    """Units that draw Crimea supply now: at most five without overland supply, the strongest first (R50)."""
    if c.state.sea_supply == BY_COAST:
        return frozenset()
    found = [
        u
        for u, h in enumerate(c.state.hex_of)
        if h >= 0 and c.roster.side[u] == "axis" and not is_attached(c, u)
        and h in _to_sevastopol(c) and not overland(c, "axis", h)
    ]  # fmt: skip
    found.sort(key=lambda u: (-sum(strength(c, u)[:2]), c.roster.ids[u]))
    return frozenset(found[: c.data.constant("crimea_units")])


@rule("bd:7.5", "bd:R10")
def _coastal(c: Ctx, u: Unit, h: Hex) -> bool:
    """Whether a German unit draws coastal supply from the sea beside its hex."""
    seas = tables(c).coasts.get(h, frozenset())
    if not seas or c.roster.nationality[u] != "german":
        return False
    if "baltic" in seas:
        return True
    if c.state.sea_supply == BY_CRIMEA or (c.state.sea_supply != BY_COAST and by_crimea(c)):
        return False
    return "black" in seas or _kerch_open(c)


def _kerch_open(c: Ctx) -> bool:
    """Whether the German side controls both sides of the Kerch Strait (7.5)."""
    ends = {s // 6 for s, on in enumerate(c.board.side(KERCH)) if on}
    return bool(ends) and all(c.state.control.get(c.label(h)) == "axis" for h in ends)


# ---------------------------------------------------------------------- units
@rule("bd:7.2", "bd:7.3", "bd:7.4", "bd:7.5", "bd:7.6", "bd:7.7", "bd:7.8", "bd:7.9", "bd:7.10", "bd:7.13", "bd:10.34")
def state_of(c: Ctx, u: Unit, at: Hex | None = None) -> int:
    """Supply state of a unit now, where it stands or, in thought, in another hex."""
    h = c.state.hex_of[u] if at is None else at
    side = c.roster.side[u]
    if h < 0:
        return OVERLAND
    if side == "soviet":
        return _soviet_state(c, u, h)
    if overland(c, side, h) and not _too_far_north(c, u, h):
        return OVERLAND
    carrier = c.roster.by_id.get(c.state.attached.get(c.roster.ids[u], ""), u)
    if carrier in by_crimea(c):
        return CRIMEA
    if works.garrisoned(c, h, side):
        return GARRISON
    if c.state.aerial == c.label(h):
        return AERIAL
    return COASTAL if _coastal(c, u, h) else OUT


def _soviet_state(c: Ctx, u: Unit, h: Hex) -> int:
    if c.roster.kind[u] == COASTAL_ARMY or is_cavalry(c, u):
        return OFFENSIVE if needs_offensive(c) else OVERLAND  # 10.34, 8.30: always in full supply
    if overland(c, "soviet", h):
        return OFFENSIVE if needs_offensive(c) and offensive(c, h) else OVERLAND
    return GARRISON if works.garrisoned(c, h, "soviet") else OUT


@rule("bd:10.22", "bd:5.6")
def _too_far_north(c: Ctx, u: Unit, h: Hex) -> bool:
    """Whether an Axis satellite army stands where it may trace no line: north of the boundary."""
    return is_satellite(c, u) and tables(c).area(h) == NORTH and c.state.bonus_zone != 1


@rule("bd:7.10", "bd:7.11", "bd:12.8")
def offensive(c: Ctx, h: Hex) -> bool:
    """Whether a hex lies within range of an offensive supply marker, or the first turn of the scenario needs none."""
    t = tables(c)
    if c.state.turn == t.first_turn and c.scenario.get("first_turn", {}).get("attacks_from") == t.area(h):
        return True
    ranges = {name: c.data.constant(f"offensive_{name.lower()}") for name in c.state.offensive}
    return any(c.grid.distance(h, c.board.index[at]) <= ranges[name] for name, at in c.state.offensive.items())


def line_of(c: Ctx, u: Unit) -> tuple[Hex, ...]:
    """The overland line of a unit, from its hex to the source; empty where it has none."""
    h, side = c.state.hex_of[u], c.roster.side[u]
    if not overland(c, side, h):
        return ()
    t = tables(c)
    gates = [t.named("Rostov")] if side == "axis" and h in t.zone("rostov_area") else []
    if side == "axis" and (gates or h in t.zone("dnepr_area")):
        gates.append(t.named("Dnepropetrovsk"))
    path = [h]
    for gate in gates:
        found = swept(c, f"to {gate}", lanes(c, side), (gate,), _shut(c, side), bytes(c.grid.size))
        path += list(reversed(trail(found[1], path[-1])))[1:]
    return (*path, *list(reversed(trail(field(c, side)[1], path[-1])))[1:])


def without_supply(c: Ctx, side: str) -> Iterable[Unit]:
    """Units of a side on the map that are out of supply now."""
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side and state_of(c, u) == OUT]


# ---------------------------------------------------------------------- what a state is worth
@rule("bd:7.7", "bd:7.9", "bd:7.16", "bd:7.22")
def attack_halvings(c: Ctx, u: Unit) -> int:
    """How often the attack factor of a unit is halved for its supply: 0, 1, or 2 for a quarter (7.22)."""
    state = state_of(c, u)
    if c.roster.side[u] == "axis":
        return 0 if state in (OVERLAND, CRIMEA, GARRISON) else 1
    if not needs_offensive(c) or not in_force(c, "7.10"):
        return 1 if state == OUT else 0
    return {OFFENSIVE: 0, OVERLAND: 1, GARRISON: 1}.get(state, 2)


@rule("bd:7.5", "bd:7.7", "bd:7.16")
def defense_halved(c: Ctx, u: Unit) -> bool:
    """Whether the defense factor of a unit is halved: out of supply alone."""
    return state_of(c, u) == OUT
