"""What every position dealt for a side must keep: it breaks no rule, and all that the side sees is as it was."""

from __future__ import annotations

from typing import Any

from engine.play.determined import determinised
from engine.play.fields import stacks
from engine.play.match import Match
from engine.play.state import copy_state, digest
from engine.play.step import Context
from engine.play.suppose import lay_beside


def imagined(match: Match, side: str, seed: int) -> Context[Any]:
    """A position dealt for a side, after a look at whether it may be; the match is as it was."""
    before = digest(match.state)
    c = determinised(match, side, seed)
    assert digest(match.state) == before and match.rules.invariants(c) == []
    blanked = copy_state(c.state)
    match.rules.blank(match.data, blanked, side)
    seen, view = lay_beside(c, blanked), match.view(side)
    hidden = set(match.rules.concealed(match.data, match.state, side))
    assert {h: len(units) for h, units in stacks(seen).items()} == {h: len(u) for h, u in stacks(view.c).items()}
    for u in range(len(c.roster)):
        if u not in hidden:
            assert (seen.state.hex_of[u], seen.state.box[u]) == (view.state.hex_of[u], view.state.box[u])
    assert len(match.rules.concealed(match.data, c.state, side)) == len(hidden)
    return c


def worlds(match: Match, side: str, seeds: int = 8) -> set[str]:
    """The hashes of some positions dealt for a side; each seed gives the same one again."""
    first = [digest(imagined(match, side, seed).state) for seed in range(seeds)]
    assert first[:2] == [digest(determinised(match, side, seed).state) for seed in range(2)]
    return set(first)
