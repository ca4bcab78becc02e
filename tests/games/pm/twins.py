"""Positions that differ only in what somebody may not know: who lies under the top of a stack, who is untried."""

from __future__ import annotations

from random import Random

from engine.components.grid import Unit
from engine.games.pm.fog import concealed, covered
from engine.games.pm.phases.supply_orders import moment
from engine.games.pm.state import PmState
from engine.play.action import Action
from engine.play.match import Match

PLACE = (
    "hex_of", "box", "origin", "moving", "mp_left", "supply", "picked", "still", "fought", "fled", "marked",
)  # fmt: skip
"""Columns that go with the place of a unit, not with the unit."""


def twin(match: Match) -> Match:
    """The same match once more, to be changed."""
    return match.fork(match.state, len(match.history), match.log, match.dice.seed)


def swapped_identities(match: Match, random: Random) -> tuple[Match, Unit, Unit] | None:
    """A twin in which two untried counters of one formation have changed their identities: nobody knows (2.15)."""
    s, r = match.state, match.data.roster
    assert isinstance(s, PmState)
    where = [u for u, i in enumerate(s.identity) if i >= 0 and not s.tried[u] and s.hex_of[u] >= 0]
    if len(where) < 2:
        return None
    a = random.choice(where)
    alike = [u for u in where if u != a and r.formation[u] == r.formation[a]]
    if not alike:
        return None
    b, other = random.choice(alike), twin(match)
    column = other.c.state.identity
    column[a], column[b] = column[b], column[a]
    other.c.touch()
    return other, a, b


def swapped_places(
    match: Match, viewer: str, random: Random, *, alike: bool, about: tuple[str, ...] = ()
) -> tuple[Match, Unit, Unit] | None:
    """A twin in which two units that the viewer may not look at have changed places; ``alike``: of one kind.

    If possible one of them stands where a unit or hex does that the words ``about`` name.
    """
    s, r, data = match.state, match.data.roster, match.data
    assert isinstance(s, PmState)
    hidden = [u for u in covered(data, s, viewer) if s.origin[u] >= -1 or not alike]
    random.shuffle(hidden)
    named = {s.hex_of[r.by_id[w]] if w in r.by_id else data.board.index.get(w.upper(), -1) for w in about}
    hidden.sort(key=lambda u: s.hex_of[u] not in named)
    for a in hidden[:6]:
        for b in hidden:
            same = (r.side[a], r.steps[a], s.steps_left[a]) == (r.side[b], r.steps[b], s.steps_left[b])
            kin = not alike or _manner(match, a) == _manner(match, b)
            if s.hex_of[a] == s.hex_of[b] or not same or not kin:
                continue
            other = twin(match)
            _swap(other, a, b)
            _note_anew(match, other)
            assert isinstance(other.state, PmState)
            if {a, b} <= set(covered(data, other.state, viewer)):
                return other, a, b
    return None


def _note_anew(match: Match, other: Match) -> None:
    """The number by which supply orders know that nothing was done since is that of where units stand now."""
    assert isinstance(match.state, PmState) and isinstance(other.state, PmState)
    for frame, same in zip(match.state.stack, other.state.stack, strict=True):
        if frame.vars.get("passed") == moment(match.state):
            same.vars["passed"] = moment(other.state)


def _manner(match: Match, u: Unit) -> tuple[object, ...]:
    """What decides over which actions a unit may take part in."""
    r = match.data.roster
    return r.kind[u], r.size[u], r.nationality[u], r.mech[u], r.formation[u], r.move[u], match.state.steps_left[u]


def _swap(match: Match, a: Unit, b: Unit) -> None:
    """Put each of two units where the other one was, with the markers and the tasks that were there."""
    s, ids = match.c.state, match.data.roster.ids
    for name in PLACE:
        column = getattr(s, name)
        column[a], column[b] = column[b], column[a]
    exchange: dict[object, object] = {ids[a]: ids[b], ids[b]: ids[a]}
    s.carries = {marker: str(exchange.get(unit, unit)) for marker, unit in s.carries.items()}
    number = {a: b, b: a}
    for frame in s.stack:
        for key in ("attackers", "units", "force", "replaced"):
            if key in frame.vars:
                frame.vars[key] = sorted(number.get(u, u) for u in frame.vars[key])
    match.c.touch()


def renamed(action: Action, match: Match, a: Unit, b: Unit) -> Action:
    """The action of the twin that looks the same."""
    ids = match.data.roster.ids
    exchange = {ids[a]: ids[b], ids[b]: ids[a]}
    return Action(action.verb, tuple(exchange.get(word, word) for word in action.args))


def still_unknown(match: Match, viewer: str, *units: Unit) -> bool:
    """Whether a side has not looked at the units in the last action and may not do so now."""
    assert isinstance(match.state, PmState)
    hidden = concealed(match.data, match.state, viewer)
    return all(u in hidden and u not in match.c.shown for u in units)
