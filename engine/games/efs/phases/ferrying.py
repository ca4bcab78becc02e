"""22.3: Ferry markers, which carry trains where the railroad bridge over a major river is destroyed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.bridges import BUILDING, BY_RAIL, OPENING, READY, damage, spans
from engine.games.efs.kinds import FERRY, is_engineer, kind
from engine.games.efs.phases.bridging import ends_open, in_hand, is_safe, laid
from engine.games.efs.rails import owner, tracks
from engine.games.efs.state import ENGINEERED, LIFTED
from engine.games.efs.supply.routes import net
from engine.games.efs.tables import MAJOR_RIVER, Ctx, tables
from engine.games.efs.units import LAID, combat_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

SIDE, PHASE = "axis", "axis-movement"
"""The side that has Ferry markers, and the phase in which it lays them (22.32)."""


@rule("efs:22.31", "efs:22.32", "efs:22.22", "efs:22.14", "efs:R214")
def may_ferry(c: Ctx, a: Hex, b: Hex) -> Refusal | None:
    """Whether the side to act can lay a Ferry marker in a hex toward another one."""
    s, ends = c.state, f"between {c.label(a)} and {c.label(b)}"
    if s.side != SIDE or s.phase != PHASE:
        return Refusal("efs:22.32", "Ferry markers are laid in the Axis Movement Phase.")
    if not in_hand(c, SIDE, FERRY):
        return Refusal("efs:22.22", "No Ferry marker is in hand.")
    if b not in c.grid.adjacent[a] or tables(c).river(a, b) != MAJOR_RIVER or not damage(c, a, b, BY_RAIL):
        text = f"No destroyed railroad bridge over a major river is {ends}."
        return Refusal("efs:22.32", text, (a, b))
    if frozenset((a, b)) in spans(c):
        return Refusal("efs:22.32", f"There is a marker {ends}.", (a, b))
    if not _at_railhead(c, a):
        text = f"{c.label(a)} is no railhead on the Axis railroad net: a ferry begins at one."
        return Refusal("efs:22.32", text, (a,))
    if not sappers(c, a):
        text = f"A ferry needs an engineer in {c.label(a)} that has no other task in this turn."
        return Refusal("efs:22.32", text, (a,))
    return ends_open(c, a, b, SIDE)


@rule("efs:22.32", "efs:R214")
def _at_railhead(c: Ctx, a: Hex) -> bool:
    """Whether the railroad net of the side, joined to a source at the map edge, ends in a hex beside the bridge."""
    return bool(tracks(c)[a]) and owner(c, a) == SIDE and net(c, SIDE).by_rail(a)


@rule("efs:22.32", "efs:22.14")
def sappers(c: Ctx, h: Hex) -> list[Unit]:
    """Engineers of the side in a hex that can see to a ferry: they have no other task in this turn."""
    return [u for u in combat_units(c, h, SIDE) if is_engineer(c, u) and not c.state.did[u] & ENGINEERED]


def ferry_check(c: Ctx, from_: str, to: str) -> Refusal | None:
    """``ferry B0135 B0235``: a Ferry marker in the first hex toward the second."""
    return may_ferry(c, c.hex(from_), c.hex(to))


@rule("efs:22.32")
def _ferry(c: Ctx, from_: str, to: str) -> None:
    s, a, b = c.state, c.hex(from_), c.hex(to)
    u = in_hand(c, SIDE, FERRY)[0]
    s.spans[c.roster.ids[u]] = f"{c.label(a)}/{c.label(b)} {BUILDING}"
    s.box[u] = LAID
    s.did[u] |= LIFTED
    c.touch()
    c.say("bridge", f"A ferry from {c.label(a)} to {c.label(b)} is begun.", "efs:22.32", hexes=[a, b])


@rule("efs:22.32", "efs:22.34", "efs:22.24", "efs:22.14")
def finish(c: Ctx, side: str) -> None:
    """In the Engineering Phase of the side: a ferry is ready if an engineer is still there and both ends are free.

    Nobody and nothing uses it before the next turn.
    """
    for u, a, b, ready in laid(c, side):
        if ready or kind(c, u) != FERRY or not sappers(c, a) or not all(is_safe(c, h, side) for h in (a, b)):
            continue
        c.state.spans[c.roster.ids[u]] = f"{c.label(a)}/{c.label(b)} {OPENING}"
        c.state.did[sappers(c, a)[0]] |= ENGINEERED
        c.touch()
        text = f"The ferry from {c.label(a)} to {c.label(b)} is ready; it opens with the next turn."
        c.say("bridge", text, "efs:22.32", hexes=[a, b])


@rule("efs:22.32", "efs:22.34")
def open_up(c: Ctx) -> None:
    """At the end of a turn: the ferries completed in it carry trains and supply from now on."""
    for name, text in c.state.spans.items():
        ends, _, word = text.partition(" ")
        if word == OPENING:
            c.state.spans[name] = f"{ends} {READY}"
            c.touch()


@derived()
def _hexes(c: Ctx) -> list[str]:
    """Hexes in which a ferry can be begun."""
    if c.state.phase != PHASE or not c.state.broken:
        return []
    return list(dict.fromkeys(c.label(a) for a, b in _sides(c) if may_ferry(c, a, b) is None))


def _sides(c: Ctx) -> list[tuple[Hex, Hex]]:
    """Sides with a destroyed railroad bridge, from either end."""
    down = [name.split()[0].split("/") for name in c.state.broken if name.endswith(BY_RAIL)]
    pairs = [(c.board.index[a], c.board.index[b]) for a, b in down]
    return sorted({*pairs, *((b, a) for a, b in pairs)})


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    if _hexes(c):
        yield from ((c.label(a), c.label(b)) for a, b in _sides(c) if subject in (None, c.label(a)))


FERRY_VERB = Verb("ferry", _options, ferry_check, _ferry, "ferry HEX HEX: a Ferry marker toward a hex", "efs:22.32",
                  _hexes, rare=True)  # fmt: skip
"""For the movement step."""
