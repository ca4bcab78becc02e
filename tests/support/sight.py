"""Everything that one side can find out about a match, piece by piece, to compare two matches with each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from io import BytesIO
from pickle import Pickler, loads
from typing import Any
from weakref import WeakKeyDictionary

from engine.components.grid import Hex, Unit
from engine.play.asked import Prospect
from engine.play.match import Match
from engine.play.view import View
from engine.protocol import Session

ASKED = re.compile(r'"(?:digest|seed|can_undo|can_redo)":(?:"[^"]*"|\w+),?')
"""What a status tells of the whole game, for programs that compare games, and what a fork does not take along."""
MARKS = ("digest", "seed", "can_undo", "can_redo")
Pieces = dict[str, str | bytes]
KEPT: WeakKeyDictionary[Match, tuple[tuple[int, int], dict[str, Pieces]]] = WeakKeyDictionary()
"""What each side sees of a match at a moment: one position is compared with several others."""


def reply(match: Match, **request: Any) -> str:
    """What the line protocol answers, without the marks of the whole game."""
    session = Session()
    session.current = match
    return ASKED.sub("", session.handle(json.dumps(request)))


class Unwritten(Session):
    """Tells what would be written into the line of an answer: to write it takes longer than to compare it."""

    def told(self, **request: Any) -> dict[str, Any]:
        """The answer to a request. Raises ``Failure``."""
        with self._guarded():
            return self._answer(request)


def answer(match: Match, **request: Any) -> bytes:
    """The same answer, to be compared."""
    session = Unwritten()
    session.current = match
    found = session.told(**request)
    return written({key: value for key, value in found.items() if key not in MARKS})


def written(value: object) -> bytes:
    """Bytes that are alike if two values are, keys in their order; texts of them would take several times as long."""
    found = BytesIO()
    pickler = Pickler(found, 4)
    pickler.fast = True  # writes what stands twice in a value twice, whether that is one object or two
    pickler.dump(value)
    return found.getvalue()


def sight(match: Match, viewer: str, hexes: Iterable[Hex], units: Iterable[Unit]) -> Pieces:
    """All that the view and the protocol tell a side; ``hexes`` and visible ``units`` are looked at closely."""
    now = match.rev, match.c.rev
    if match not in KEPT or KEPT[match][0] != now:
        KEPT[match] = now, {}
    kept = KEPT[match][1]
    if viewer not in kept:
        kept[viewer] = _everything(match, viewer)
    v, found = match.view(viewer), dict(kept[viewer])
    for h in hexes:
        found[f"hex {v.board.labels[h]}"] = repr((v.hex(h), v.names(v.stacks.get(h, ()))))
    for u in units:
        found |= _of_unit(v, u)
    return found


def _everything(match: Match, viewer: str) -> Pieces:
    """All but what is looked at closely."""
    v = match.view(viewer)
    found: Pieces = {
        "view": answer(match, cmd="view", side=viewer),
        "status": answer(match, cmd="status", viewer=viewer),
        "log": answer(match, cmd="log", side=viewer, limit=30),
        "prospects": written([_prospect(v, p) for p in v.prospects()]),
        "tasks": written(v.tasks()),
        "declared": written(v.declared()),
        "named": written(v.named()),
        "away": written([v.whereabouts(u) for u, h in enumerate(v.state.hex_of) if h < 0]),
    }
    for name, _ in v.overlays():
        for side in match.data.meta["sides"]:
            found[f"overlay {name} {side}"] = written(v.overlay(name, side))
    if viewer == match.side:
        found["legal"] = written((match.legal.plain(), match.legal.subjects()))
    return found


def _prospect(v: View, p: Prospect) -> tuple[object, ...]:
    """An attack that could be made; the units of the target as they are called for the viewer."""
    tally = {**asdict(p.tally), "defenders": v.ids(p.tally.defenders)}
    return p.stands, p.movers, p.own_loss, p.enemy_loss, p.retreat, tally


def _of_unit(v: View, u: Unit) -> dict[str, str]:
    """What can be asked about a unit that lies open on the map."""
    name = v.roster.ids[u]
    return {
        f"{name} reach": repr([v.reach(u, mode) for mode in ("", "assault", "sea")]),
        f"{name} supply": repr(v.supply(u)),
        f"{name} group": repr(v.group(u)),
    }


def _as_text(piece: str | bytes) -> str:
    return piece if isinstance(piece, str) else repr(loads(piece))


def differences(one: Pieces, other: Pieces) -> dict[str, tuple[str, str]]:
    """The pieces that differ, from a little before the first difference on."""
    found = {}
    for key in sorted(set(one) | set(other)):
        if one.get(key) != other.get(key):
            a, b = (_as_text(pieces.get(key, "")) for pieces in (one, other))
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            found[key] = a[max(0, at - 80) : at + 80], b[max(0, at - 80) : at + 80]
    return found
