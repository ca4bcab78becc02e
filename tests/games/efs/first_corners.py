"""Positions of the first edition from which random play comes to decisions that it hardly ever meets from the start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.games.efs.state import BACK
from engine.play.match import Match
from tests.games.efs import corners as shared

GAME = "efs1"
SECRET = ("missions", "reaction", "conflict")
"""Steps with secrets that only come where attacks are declared, which random players do now and then."""
ALIKE = (
    shared.reaction, shared.missions, shared.air_fight, shared.conflict, shared.losses, shared.retreat, shared.recovery,
    shared.poised,
)  # fmt: skip
"""Positions that the other edition has too."""


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared, "GAME", GAME)
        found = [make() for make in (*ALIKE, attack_orders, feeding)]
    yield from found


def attack_orders() -> Match:
    """The step ``attack-orders``: Untried defenders have been turned up."""
    match = shared.attacked({"mg-01": shared.ENEMY, "rd-50": shared.ENEMY})
    match.c.state.mode[match.c.unit("mg-01")] = BACK
    match.c.touch()
    while match.c.frame.step != "combat":
        match.play(match.prompt.default or "done")
    match.play("resolve")
    return match


def feeding() -> Match:
    """The step ``feeding``: a unit that has lived on its stocks stands by a supply unit, far from any route."""
    match = shared.new()
    panzer = {"unit": "18pz-pzr", "hex": "B1728", "supply": "emergency supply"}
    far = [panzer, {"unit": "asup-01", "hex": "B1728", "asp": 1}]
    block = [{"unit": "rd-100", "hex": "B0834"}, {"unit": "rd-50", "hex": "B0235"}]
    match.edit({"clear": True, "place": [*far, *block], "phase": "weather axis"})
    match.play("end")
    return match
