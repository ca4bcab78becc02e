"""The ruleset record of Barbarossa Deluxe: loading, what each side may see, what must always hold."""

from __future__ import annotations

from pathlib import Path

from engine.components.load import GameData
from engine.games.bd.fog import UNSEEN, concealed, covered, out_of_sight
from engine.games.bd.phases.sequence import REGISTRY, begin
from engine.games.bd.queries.combat import COMBAT
from engine.games.bd.queries.map import MAP
from engine.games.bd.queries.turn import TURN
from engine.games.bd.queries.units import UNITS
from engine.games.bd.setup.exchange import exchanged
from engine.games.bd.setup.lists import BY_UNIT
from engine.games.bd.stacking import counts
from engine.games.bd.state import FRESH, OVERLAND, BdState
from engine.games.bd.tables import Ctx, tables
from engine.kit.invariants import astray, overdrawn
from engine.kit.opening import opened
from engine.play.citing import rule
from engine.play.fields import derived, stacks
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset, late

GAME = "bd"


def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
    return exchanged(opened(GAME, scenario, options, overrides))


@rule("bd:11.7", "bd:4.18")
def blank(data: GameData, state: BdState, side: str) -> None:
    """What lies under a top unit, in the RVGK or on the track is its owner's to know."""
    if side != "axis" and not state.watch_shown:
        del state.watch
    for u in out_of_sight(data, state, side):
        state.box[u] = UNSEEN
        state.steps_left[u] = data.roster.steps[u]
    for u in covered(data, state, side):
        state.covered[u] = 1
        state.picked[u] = state.mp_left[u] = state.still[u] = state.fought[u] = state.stormed[u] = 0
        state.moving[u], state.origin[u], state.supply[u] = FRESH, state.hex_of[u], OVERLAND


def invariants(c: Ctx) -> list[str]:
    """What must hold in every position, as sentences about what does not."""
    s, r = c.state, c.roster
    wrong = [*_stacked_wrong(c), *astray(c, (*BY_UNIT, "origin")), *overdrawn(c, "movement points")]
    for rider, carrier in s.attached.items():
        u, v = r.by_id[rider], r.by_id[carrier]
        if s.hex_of[u] != s.hex_of[v] or s.hex_of[u] < 0 or not counts(c, v):
            wrong.append(f"{rider} is not where {carrier} is (8.31)")
    if s.control.keys() != tables(c).land_labels:
        wrong.append("control is kept of the wrong hexes")
    return wrong


@derived("hex_of", "control")
def _stacked_wrong(c: Ctx) -> list[str]:
    s, r, t, wrong = c.state, c.roster, tables(c), list[str]()
    for h, units in stacks(c).items():
        if len({r.side[u] for u in units}) > 1:
            wrong.append(f"both sides stand in {c.label(h)} (10.4)")
        if h not in t.land:
            wrong.append(f"units stand in {c.label(h)}, which is no land")
        if s.control.get(c.label(h)) != r.side[units[0]]:
            wrong.append(f"{c.label(h)} is not controlled by who stands there (3.6)")
    return wrong


RULESET = Ruleset(
    id=GAME,
    title="Barbarossa Deluxe",
    state=BdState,
    steps=dict(REGISTRY.steps),
    load=load,
    begin=begin,
    blank=blank,
    invariants=invariants,
    edit=late("engine.games.bd.edit:edit"),
    editable=late("engine.games.bd.edit:editable"),
    deal=late("engine.games.bd.phases.dealt:deal"),
    ask=Queries(MAP, UNITS, COMBAT, TURN),
    concealed=concealed,
    advice="engine.games.bd.advice",
)
"""Barbarossa Deluxe: 1941 to 1945 at 55 miles a hex."""
