"""6.1, 19.4, 20.1: where the other side's chits are makes no difference to what a side is told."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.ava.state import AvaState
from engine.games.ava.tables import tables
from engine.play.match import Match
from engine.players import make
from tests.support.sight import differences, sight

SIDES = ("axis", "soviet")


def known(match: Match, viewer: str) -> dict[str, str]:
    """Where the chits are as a side sees it."""
    state = match.view(viewer).state
    assert isinstance(state, AvaState)
    return state.chits


def swapped(match: Match, viewer: str, random: Random) -> tuple[Match, str, str] | None:
    """A twin in which two chits of the other side have changed places, which the viewer may not know."""
    state = match.state
    assert isinstance(state, AvaState)
    seen, chits = known(match, viewer), tables(match.c).chits
    hidden = sorted(k for k, where in seen.items() if where == "hidden" and state.chits[k] != "later")
    random.shuffle(hidden)
    for a in hidden:
        for b in hidden:
            if state.chits[a] != state.chits[b] and chits[a]["owner"] == chits[b]["owner"]:
                other = match.fork(state, len(match.history), match.log, match.dice.seed)
                places = other.c.state.chits
                places[a], places[b] = places[b], places[a]
                other.c.touch()
                return other, a, b
    return None


@pytest.mark.rule("ava:6.1")
@pytest.mark.parametrize(("scenario", "player"), [("smolensk", "greedy"), ("campaign", "random")])
def test_chits_that_change_places_unseen_change_nothing(scenario: str, player: str) -> None:
    random, compared, played = Random(2), 0, 0
    match = Match.new("ava", scenario, seed=2)
    bots = {side: make(player, n) for n, side in enumerate(SIDES)}
    for n in range(400):
        if match.over:
            break
        action, _ = bots[match.side].choose(match)
        for viewer in (*SIDES, "") if n % 7 == 0 else ():
            found = swapped(match, viewer, random)
            if found is None:
                continue
            other, a, b = found
            assert not differences(sight(match, viewer, [], []), sight(other, viewer, [], []))
            compared += 1
            if viewer != match.side or action.verb == "draw" or other.check(action) is not None:
                continue  # which chit a draw brings depends on all that are in the cup
            here = match.fork(match.state, len(match.history), match.log, match.dice.seed)
            told = [[t.text for e in m.play(action) if (t := e.told(viewer)) is not None] for m in (here, other)]
            if all(known(m, viewer)[chit] == "hidden" for m in (here, other) for chit in (a, b)):
                assert told[0] == told[1]
                assert not differences(sight(here, viewer, [], []), sight(other, viewer, [], []))
                played += 1
        match.play(action)
    assert compared > 10 and played > 3
