"""18: what still stands of the printed works, the strongpoints that are built, and whom they hinder."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.divisions import is_whole
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import formation, is_engineer
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, fighters
from engine.play.citing import rule
from engine.play.fields import derived

BELT, CITADEL, LINE, STRONGPOINT = "fortified belt", "citadel", "fortified line", "strongpoint"
PRINTED = (BELT, CITADEL, LINE)
READY, BUILDING, GUARDED = "active", "building", "nkvd"
"""Second word of an entry of ``works``; the first is the side, a third one the unit that builds, or ``GUARDED``: it is
built under the eyes of an NKVD unit in a city near it (7.41)."""
NEAR_CITY = 4
"""Hexes between a strongpoint on a fortified line and a city that make the line worth more (18.41)."""


# ---------------------------------------------------------------------- printed works
@rule("efs:18.3", "efs:18.35", "efs:18.55")
@derived("ruined")
def standing(c: Ctx, kind: str) -> frozenset[Hex]:
    """The hexes of fortified belts or of citadels that are not destroyed; none where there are no such works."""
    gone = set(c.state.ruined)
    zones = tables(c).zones(kind) if kind in edition(c).printed_works else ()
    return frozenset(h for zone in zones for h in zone.inside if c.label(h) not in gone)


@rule("efs:18.21", "efs:18.24")
@derived("ruined")
def lines(c: Ctx) -> frozenset[tuple[Hex, Hex]]:
    """The active sides of fortified lines, each as the hex outside and the hex of the line behind it."""
    gone = set(c.state.ruined)
    return frozenset(
        (a, b) for a, b in printed_lines(c) if not {c.label(b), side_name(c, b, a), side_name(c, a, b)} & gone
    )


@rule("efs:18.21")
def printed_lines(c: Ctx) -> tuple[tuple[Hex, Hex], ...]:
    """All sides of fortified lines of the map, each as the hex that it faces and the hex that it belongs to."""
    memo = c.data.of_map
    if "fortified lines" not in memo:
        memo["fortified lines"] = tuple(
            (n, h)
            for zone in tables(c).zones(LINE)
            for h in zone.hexes
            for d, n in enumerate(c.grid.neighbours[h])
            if n >= 0 and c.board.side(zone.id)[h * 6 + d] and n not in zone.inside
        )
    found: tuple[tuple[Hex, Hex], ...] = memo["fortified lines"]
    return found


def side_name(c: Ctx, a: Hex, b: Hex) -> str:
    """A side of a hex as the state writes it: the labels of its two hexes."""
    return f"{c.label(a)}/{c.label(b)}"


@rule("efs:18.21")
def line_faces(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether whoever goes or attacks from one hex into the next crosses an active fortified line from outside."""
    return (a, b) in lines(c)


@derived("ruined")
def line_hexes(c: Ctx) -> frozenset[Hex]:
    """Hexes of fortified lines that have an active side left."""
    return frozenset(b for _, b in lines(c))


# ---------------------------------------------------------------------- strongpoints
def strongpoint(c: Ctx, h: Hex) -> str:
    """The side whose completed strongpoint is in a hex; empty for none."""
    side, state, _ = _work(c, h)
    return side if state == READY else ""


def under_construction(c: Ctx, h: Hex) -> str:
    """The side that builds a strongpoint in a hex; empty for none."""
    side, state, _ = _work(c, h)
    return side if state == BUILDING else ""


@rule("efs:7.41", "efs:R13")
def is_guarded(c: Ctx, h: Hex) -> bool:
    """Whether the strongpoint under construction in a hex needs an NKVD unit in a city near it."""
    return _work(c, h)[2] == GUARDED


def builder(c: Ctx, h: Hex) -> Unit:
    """The unit that builds the strongpoint in a hex; -1 where none need stay with it."""
    return c.roster.by_id.get(_work(c, h)[2], -1)


def _work(c: Ctx, h: Hex) -> tuple[str, str, str]:
    side, _, rest = c.state.works.get(c.label(h), "").partition(" ")
    state, _, unit = rest.partition(" ")
    return side, state, unit


@derived("works")
def strongpoints(c: Ctx, side: str) -> dict[Hex, bool]:
    """The strongpoints of a side by hex, and whether each is completed."""
    found = {c.board.index[label]: text.split() for label, text in c.state.works.items()}
    return {h: words[1] == READY for h, words in sorted(found.items()) if words[0] == side}


# ---------------------------------------------------------------------- whom they hinder
@rule("efs:18.11", "efs:18.46", "efs:6.13", "efs:R53")
@derived("ruined", "works")
def blocked(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes through which works of the enemy let no Supply Route, railroad or conversion of a side pass.

    They do so until they are destroyed, whoever stands there.
    """
    enemy = c.other(side)
    unfinished = edition(c).works_block
    found = {h for h, done in strongpoints(c, enemy).items() if done or unfinished}
    return frozenset(found | (standing(c, BELT) | standing(c, CITADEL) if builds_printed(c, enemy) else set()))


@rule("efs:18.0")
def builds_printed(c: Ctx, side: str) -> bool:
    """Whether the works that the map shows are those of a side: belts, lines and citadels are Soviet."""
    return side == "soviet"


@rule("efs:18.12")
def dearer(c: Ctx, a: Hex, b: Hex, side: str) -> bool:
    """Whether a unit of a side pays a movement point more from one hex into the next for an active enemy work.

    No road saves it, and line and strongpoint of one hex cost it once.
    """
    enemy = c.other(side)
    if strongpoint(c, b) == enemy:
        return True
    return builds_printed(c, enemy) and (b in standing(c, BELT) or b in standing(c, CITADEL) or line_faces(c, a, b))


@rule("efs:18.22", "efs:18.34", "efs:18.53")
def helps(c: Ctx, h: Hex, side: str) -> tuple[str, ...]:
    """The active works in a hex that help a side to defend it, lines too: ``fortified belt``, ``strongpoint`` ..."""
    found = [kind for kind in (BELT, CITADEL) if builds_printed(c, side) and h in standing(c, kind)]
    found += [LINE] if builds_printed(c, side) and h in line_hexes(c) else []
    return (*found, STRONGPOINT) if strongpoint(c, h) == side else tuple(found)


@derived("ruined", "works")
def helped(c: Ctx, side: str) -> frozenset[Hex]:
    """All hexes in which active works help a side."""
    built = frozenset(h for h, done in strongpoints(c, side).items() if done)
    return built | standing(c, BELT) | standing(c, CITADEL) | line_hexes(c) if builds_printed(c, side) else built


@rule("efs:18.54")
def in_citadel(c: Ctx, h: Hex, side: str) -> bool:
    """Whether an active citadel helps a side in a hex."""
    return builds_printed(c, side) and h in standing(c, CITADEL)


# ---------------------------------------------------------------------- what they are worth in combat
@rule("efs:18.41", "efs:R54")
def near_city(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a city friendly to a side lies within four hexes, the city counted and the hex not."""
    cities = (n for place in c.board.places if place.size != "town" for n in place.hexes)
    return any(c.grid.distance(h, n) <= NEAR_CITY and friendly(c, n) == side for n in cities)


@rule("efs:18.14", "efs:18.23", "efs:18.32")
def bars_combined_arms(c: Ctx, h: Hex, side: str, origins: Iterable[Hex]) -> str:
    """The rule by which works deny the Combined Arms Bonus against a side in a hex; empty for none.

    ``origins`` are the hexes of the units that the bonus needs.
    """
    here = helps(c, h, side)
    if BELT in here:
        return "efs:18.32"
    if CITADEL in here:
        return "efs:18.14"
    return "efs:18.23" if LINE in here and all(line_faces(c, a, h) for a in origins) else ""


@rule("efs:18.51")
def citadel_bonus(c: Ctx, h: Hex, side: str, strength: int) -> int:
    """What an active citadel adds to the defense strength of a side: as much again, three at most."""
    return min(CITADEL_MOST, strength) if in_citadel(c, h, side) else 0


CITADEL_MOST = 3
"""Strength points that doubling in a citadel may add (18.51)."""


# ---------------------------------------------------------------------- their end
@rule("efs:18.13", "efs:18.24", "efs:18.35", "efs:18.55", "efs:R53")
def fall(c: Ctx, side: str) -> list[Hex]:
    """Destroy enemy works in the hexes of combat units of a side that can, in its Engineering Phase; the hexes."""
    enemy, fallen = c.other(side), []
    for h in sorted(fighters(c, side)):
        if (kinds := helps(c, h, enemy)) and _able_to_raze(c, h, side):
            raze(c, h, kinds)
            fallen.append(h)
    return fallen


@rule("efs:18.13")
def _able_to_raze(c: Ctx, h: Hex, side: str) -> bool:
    """Whether the units of a side in a hex destroy works: any, or where it takes more a division, as many units of a
    motorized one as its integrity asks for, or an engineer."""
    if not edition(c).divisions_raze:
        return True
    units = combat_units(c, h, side)
    if any(is_engineer(c, u) or c.roster.size[u] == "division" for u in units):
        return True
    return any(is_whole(c, units, name) for name in sorted({formation(c, u) for u in units} - {""}))


@rule("efs:18.13", "efs:18.55")
def raze(c: Ctx, h: Hex, kinds: Iterable[str]) -> None:
    """Destroy works of some kinds in a hex: printed ones are marked for good, a strongpoint leaves the map."""
    kinds = tuple(kinds)
    if any(kind in PRINTED for kind in kinds) and c.label(h) not in c.state.ruined:
        c.state.ruined = sorted([*c.state.ruined, c.label(h)])
    if STRONGPOINT in kinds:
        c.state.works.pop(c.label(h), None)
    if edition(c).ruins_wait:
        c.state.razed[c.label(h)] = c.state.turn
    c.touch()
    words = " and ".join(kinds)
    c.say("fort", f"{c.board.describe(h)}: {words} destroyed.", "efs:18.13", hexes=[h])


@rule("efs:18.13", "efs:18.46")
def enter(c: Ctx, h: Hex, side: str) -> None:
    """A combat unit of a side has entered a hex: a strongpoint that the enemy builds there is removed at once."""
    if under_construction(c, h) == c.other(side):
        del c.state.works[c.label(h)]
        c.touch()
        c.say("fort", f"{c.board.describe(h)}: unfinished strongpoint removed.", "efs:18.13", hexes=[h])
