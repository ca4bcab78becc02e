"""The ruleset record of Proud Monster: loading the scenario, what each side may see, what must always hold."""

from __future__ import annotations

from pathlib import Path

from engine.components.load import GameData
from engine.games.pm.fog import UNSEEN, concealed, covered, out_of_sight
from engine.games.pm.phases.sequence import REGISTRY, begin
from engine.games.pm.queries.combat import COMBAT
from engine.games.pm.queries.map import MAP
from engine.games.pm.queries.turn import TURN
from engine.games.pm.queries.units import UNITS
from engine.games.pm.state import FRESH, NOT_YET, PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import UNKNOWN
from engine.games.pm.victory import expected_points
from engine.kit.invariants import astray, overdrawn
from engine.kit.opening import opened
from engine.play.citing import rule
from engine.play.fields import derived, stacks
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset, late

GAME = "pm"
BY_UNIT = ("tried", "covered", "supply", "mp_left", "moving", "origin", "picked", "still", "fought", "fled")


def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
    data = opened(GAME, scenario, options, overrides)
    # R29: the beginners' game is a list of sections that are left out.
    data.choices = frozenset(data.meta["beginners"]["off"] if data.options["rules"] == "beginners" else ())
    return data


@rule("pm:2.15", "pm:8.1", "pm:14.7")
def blank(data: GameData, state: PmState, side: str) -> None:
    """Nobody knows untried units; what the Soviet player holds back, and what lies under a top unit, only its owner."""
    state.identity = [i if t else UNKNOWN for i, t in zip(state.identity, state.tried, strict=True)]
    for u in out_of_sight(data, state, side):
        state.box[u] = UNSEEN
    for u in covered(data, state, side):
        state.covered[u] = 1
        state.picked[u] = state.mp_left[u] = state.still[u] = state.fought[u] = state.marked[u] = 0
        state.moving[u], state.origin[u], state.refit[u] = FRESH, state.hex_of[u], NOT_YET


def invariants(c: Ctx) -> list[str]:
    """What must hold in every position, as sentences about what does not."""
    s = c.state
    wrong = [*_stacked_wrong(c), *astray(c, BY_UNIT), *overdrawn(c, "movement points")]
    if not _each_once(c):
        wrong.append("two counters have one identity")
    if s.control.keys() != tables(c).tracked_labels:
        wrong.append("control is kept of the wrong hexes")
    if s.vp != _points(c):
        wrong.append(f"the German side has {s.vp} VP")
    return wrong


@derived("hex_of")
def _stacked_wrong(c: Ctx) -> list[str]:
    r, land, wrong = c.roster, tables(c).land, list[str]()
    for h, units in stacks(c).items():
        if len(units) > 1 and len({r.side[u] for u in units}) > 1:
            wrong.append(f"both sides stand in {c.label(h)} (12.4)")
        # 11.4: Soviet invaders wait for their assault in an all-sea hex.
        if h not in land and (r.side[units[0]] != "soviet" or c.board.terrain_name(h) != "sea"):
            wrong.append(f"units stand in {c.label(h)}, which is no land")
    return wrong


@derived("identity")
def _each_once(c: Ctx) -> bool:
    known = [i for i in c.state.identity if i != UNKNOWN]
    return len(known) == len(set(known))


@derived("control", "memory")
def _points(c: Ctx) -> int:
    return expected_points(c)


RULESET = Ruleset(
    id=GAME,
    title="Proud Monster",
    state=PmState,
    steps=dict(REGISTRY.steps),
    load=load,
    begin=begin,
    blank=blank,
    invariants=invariants,
    edit=late("engine.games.pm.edit:edit"),
    editable=late("engine.games.pm.edit:editable"),
    deal=late("engine.games.pm.phases.dealt:deal"),
    ask=Queries(MAP, UNITS, COMBAT, TURN),
    concealed=concealed,
    advice="engine.games.pm.advice",
)
