"""What every chapter needs to know of a unit: who it is, its strength, losses, where it goes, who controls a hex."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from engine.components.grid import Hex, Unit
from engine.games.pm.state import DONE
from engine.games.pm.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import units_at

UNKNOWN = -1


# ---------------------------------------------------------------------- who is it
@rule("pm:2.15", "pm:3.2")
def deal(c: Ctx) -> None:
    """Shuffle the identities of the pool over the anonymous counters of their kind; nobody looks at them."""
    s, r, pool = c.state, c.roster, tables(c).pool
    s.identity = [UNKNOWN] * len(r)
    s.tried = [0] * len(r)
    by_formation: dict[str, list[int]] = {}
    for number, row in enumerate(pool):
        by_formation.setdefault(row["formation"], []).append(number)
    for formation, numbers in sorted(by_formation.items()):
        numbers.sort(key=lambda n: blake2b(f"{c.dice.seed}:pool:{pool[n]['id']}".encode(), digest_size=8).digest())
        pieces = [u for u in range(len(r)) if r.formation[u] == formation]
        for u, number in zip(pieces, numbers, strict=True):
            s.identity[u] = number
    c.touch()


def anonymous(c: Ctx, u: Unit) -> bool:
    """Whether a counter has an untried side."""
    return c.roster.formation[u] in (c.data.memo.get("anonymous") or anonymous_formations(c))


def anonymous_formations(c: Ctx) -> frozenset[str]:
    """Formations whose counters are drawn from the pool."""
    if "anonymous" not in c.data.memo:
        c.data.memo["anonymous"] = frozenset(row["formation"] for row in tables(c).pool)
    found: frozenset[str] = c.data.memo["anonymous"]
    return found


def untried(c: Ctx, u: Unit) -> bool:
    """Whether a counter still shows its question mark (2.15)."""
    return not c.state.tried[u] and anonymous(c, u)


def name(c: Ctx, u: Unit) -> str:
    """Name for a sentence: that of the identity once it is tried."""
    if c.state.tried[u] and c.state.identity[u] != UNKNOWN and anonymous(c, u):
        return str(tables(c).pool[c.state.identity[u]]["name"])
    return c.roster.name[u]


def short(c: Ctx, u: Unit) -> str:
    """Short name for a list."""
    if c.state.tried[u] and c.state.identity[u] != UNKNOWN and anonymous(c, u):
        return str(tables(c).pool[c.state.identity[u]]["short"])
    return c.roster.short[u]


@rule("pm:2.15")
def reveal(c: Ctx, units: Iterable[Unit]) -> None:
    """Turn up untried units: they enter combat. Nothing before it can be taken back."""
    for u in sorted(units):
        if untried(c, u):
            before = c.roster.name[u]
            c.state.tried[u] = 1
            c.reveal()
            a, d, m = strength(c, u)
            where = [c.state.hex_of[u]] if c.state.hex_of[u] >= 0 else []
            c.say("reveal", f"{before} turns out to be {name(c, u)} {a}-{d}-{m}.", "pm:2.15", hexes=where, units=[u])
    c.touch()


@rule("pm:2.12", "pm:2.13", "pm:2.14", "pm:2.16")
def strength(c: Ctx, u: Unit) -> tuple[int, int, int]:
    """Attack, defence and movement of the side that is up; untried units show no strength (0, 0)."""
    if anonymous(c, u):
        number = c.state.identity[u]
        if not c.state.tried[u] or number == UNKNOWN:
            return 0, 0, c.roster.move[u]
        row = tables(c).pool[number]
        return row["attack"], row["defense"], row["move"]
    faces = c.roster.faces[u]
    return faces[min(len(faces) - 1, c.roster.steps[u] - max(1, c.state.steps_left[u]))]


def side_units(c: Ctx, h: Hex, side: str) -> list[Unit]:
    """The units of a side in a hex."""
    return [u for u in units_at(c, h) if c.roster.side[u] == side]


def held_by(c: Ctx, h: Hex) -> str:
    """The side whose ground units are in a hex; empty for none."""
    here = units_at(c, h)
    return c.roster.side[here[0]] if here else ""


# ---------------------------------------------------------------------- where it goes
def place(c: Ctx, u: Unit, h: Hex) -> None:
    """Put a unit on the map or move it to another hex, without any effect of its coming."""
    c.state.hex_of[u] = h
    c.state.box[u] = ""
    c.touch()


def to_box(c: Ctx, u: Unit, box: str) -> None:
    """Take a unit off the map into a box. A marker on it passes to another of its stack, else comes off."""
    s, h, me = c.state, c.state.hex_of[u], c.roster.ids[u]
    heirs = [v for v in side_units(c, h, c.roster.side[u]) if v != u] if h >= 0 else []
    for marker, carrier in sorted(s.carries.items()):
        if carrier == me and heirs:
            s.carries[marker] = c.roster.ids[heirs[0]]
        elif carrier == me:
            del s.carries[marker]
    s.hex_of[u], s.box[u], s.picked[u], s.marked[u] = -1, box, 0, 0
    s.moving[u] = DONE
    c.touch()


@rule("pm:2.16", "pm:14.35")
def lose_step(c: Ctx, u: Unit, cause: str) -> None:
    """One step loss: the next face comes up, or the unit is eliminated."""
    h = c.state.hex_of[u]
    if c.state.steps_left[u] > 1:
        c.state.steps_left[u] -= 1
        a, d, m = strength(c, u)
        c.say("loss", f"{name(c, u)} in {c.label(h)} loses a step and is now {a}-{d}-{m}.", cause, hexes=[h], units=[u])
        c.touch()
    else:
        eliminate(c, u, cause)


@rule("pm:2.16")
def eliminate(c: Ctx, u: Unit, cause: str) -> None:
    """Remove a unit to the deadpile."""
    h = c.state.hex_of[u]
    c.state.steps_left[u] = 0
    where = f" in {c.label(h)}" if h >= 0 else ""
    text = f"{name(c, u)}{where} is eliminated."
    to_box(c, u, "eliminated")
    c.say("eliminated", text, cause, hexes=[h] if h >= 0 else [], units=[u])


# ---------------------------------------------------------------------- control and points
@rule("pm:3.9", "pm:4.2", "pm:4.3", "pm:R7")
def take_control(c: Ctx, side: str, h: Hex) -> None:
    """A ground unit is alone in a hex: a city or large town changes hands at once, and points with it."""
    label = c.label(h)
    if c.state.control.get(label, side) == side:
        return
    at = tables(c).place(h)
    assert at is not None
    whole = all(c.state.control.get(c.label(x)) == "axis" for x in at.hexes)
    c.state.control[label] = side
    who = "The German side" if side == "axis" else "The Soviet side"
    c.say("control", f"{who} takes {c.board.describe(h)}.", "pm:3.9", hexes=[h])
    now = all(c.state.control.get(c.label(x)) == "axis" for x in at.hexes)
    if at.value and whole != now:
        score(c, at.value if now else -at.value, f"{at.name} {'gained' if now else 'lost'}", "pm:4.2")
    c.touch()


def score(c: Ctx, points: int, why: str, cause: str) -> None:
    """Give the German points, or take some."""
    c.state.vp += points
    c.say("points", f"{why}: {points:+d} VP; the German side has {c.state.vp} now.", cause)
    c.touch()


def pay(c: Ctx, points: int, why: str, cause: str) -> None:
    """Points that the German loses for good (4.4, 8.17, 8.21)."""
    c.state.points_paid += points
    score(c, -points, why, cause)
