"""9.18-9.20: what the German player orders about supply: aerial supply, concentration, von Paulus' Pause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from zlib import crc32

from engine.components.grid import Unit
from engine.components.load import records
from engine.games.pm.movement.allowance import AREAS
from engine.games.pm.state import ATTENUATED, SUPPLIED, PmState
from engine.games.pm.supply import state_of, without_supply
from engine.games.pm.tables import Ctx
from engine.games.pm.units import strength
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


@derived("hex_of")
def _own(c: Ctx) -> list[Unit]:
    side = c.roster.side
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and side[u] == "axis"]


def _ids(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _own(c)]


def _one(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(i,) for i in _ids(c) if subject in (None, i)]


@rule("pm:9.20", "pm:R72")
def _selectable(c: Ctx) -> list[str]:
    """Units that a concentration may be for: those on the map, and those that wait in an OKH Reserve Area."""
    s, r = c.state, c.roster
    waits = [r.ids[u] for u, box in enumerate(s.box) if box and box in AREAS and r.side[u] == "axis"]
    return [*_ids(c), *waits]


def _any(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(i,) for i in _selectable(c) if subject in (None, i)]


def _mine(c: Ctx, u: Unit, rule_id: str) -> Refusal | None:
    if c.roster.side[u] != "axis" or c.state.hex_of[u] < 0:
        return Refusal(rule_id, f"{c.roster.short[u]} is no German-side unit on the map.", units=(u,))
    return None


# ---------------------------------------------------------------------- aerial supply
def markers(c: Ctx) -> list[str]:
    """The aerial supply counters."""
    return [f"aerial-{n}" for n in range(1, c.data.constant("aerial_supply") + 1)]


@rule("pm:9.18", "pm:9.20")
def fly_check(c: Ctx, unit: str) -> Refusal | None:
    """``fly 3pz``: aerial supply for the hex in which a unit stands, by the first free counter."""
    s, u = c.state, c.unit(unit)
    if (refusal := _mine(c, u, "pm:9.18")) is not None:
        return refusal
    if s.concentration:
        return Refusal("pm:9.20", "There is no aerial supply while supply is concentrated.")
    flown = {m: s.hex_of[c.roster.by_id[v]] for m, v in s.carries.items() if m in markers(c)}
    if s.hex_of[u] in flown.values():
        return Refusal("pm:9.18", f"{c.label(s.hex_of[u])} has aerial supply: one counter a hex.", (s.hex_of[u],))
    if len(flown) == len(markers(c)):
        return Refusal("pm:9.18", "Both aerial supply counters are in use: lift one first.")
    return None


def _fly(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    free = next(m for m in markers(c) if m not in c.state.carries)
    c.state.carries[free] = unit
    c.touch()
    where = c.board.describe(c.state.hex_of[u])
    c.say("supply", f"Aerial supply for {where}.", "pm:9.18", hexes=[c.state.hex_of[u]], units=[u], named=[])


@rule("pm:9.18")
def lift_check(c: Ctx, marker: str) -> Refusal | None:
    """``lift aerial-1``: take a counter up again."""
    if marker not in markers(c) or marker not in c.state.carries:
        return Refusal("pm:9.18", f"'{marker}' is no aerial supply counter in use.")
    return None


def _lift(c: Ctx, marker: str) -> None:
    h = c.state.hex_of[c.unit(c.state.carries.pop(marker))]
    c.touch()
    c.say("supply", f"The aerial supply for {c.board.describe(h)} ends.", "pm:9.18", hexes=[h])


def _in_use(c: Ctx, subject: str | None = None) -> list[Words]:
    return [(m,) for m in markers(c) if m in c.state.carries and subject in (None, m)]


# ---------------------------------------------------------------------- concentration
@rule("pm:9.20")
def concentrate_check(c: Ctx) -> Refusal | None:
    """``concentrate``: all offensive supply for 18 units."""
    if c.state.concentration:
        return Refusal("pm:9.20", "Supply is concentrated already: disperse it first.")
    return None


def _concentrate(c: Ctx) -> None:
    c.state.concentration = 1
    for (marker,) in _in_use(c):
        del c.state.carries[marker]
    c.touch()
    text = "Supply is concentrated: only marked units attack or move more than one hex; no aerial supply."
    c.say("supply", text, "pm:9.20")


def disperse_check(c: Ctx) -> Refusal | None:
    """``disperse``: end the concentration."""
    if not c.state.concentration:
        return Refusal("pm:9.20", "Supply is not concentrated.")
    return None


def _disperse(c: Ctx) -> None:
    c.state.concentration = 0
    c.state.marked = [0] * len(c.roster)
    c.touch()
    c.say("supply", "The supply concentration is rescinded.", "pm:9.20")


@rule("pm:9.20", "pm:R24", "pm:R72")
def mark_check(c: Ctx, unit: str) -> Refusal | None:
    """``mark 3pz``: a marker of the concentration on a unit."""
    u = c.unit(unit)
    if (refusal := _concentrated(c)) is not None:
        return refusal
    if c.roster.ids[u] not in _selectable(c):
        text = f"{c.roster.short[u]} is no German-side unit on the map or in an OKH Reserve Area."
        return Refusal("pm:9.20", text, units=(u,))
    if c.state.marked[u]:
        return Refusal("pm:9.20", f"{c.roster.short[u]} has a marker.", units=(u,))
    if sum(c.state.marked) >= c.data.constant("concentration_markers"):
        return Refusal("pm:9.20", "All 18 markers are placed: take one up first.")
    return None


def _concentrated(c: Ctx) -> Refusal | None:
    if not c.state.concentration:
        return Refusal("pm:9.20", "Declare the supply concentration first.")
    return None


def unmark_check(c: Ctx, unit: str) -> Refusal | None:
    """``unmark 3pz``: take its marker up."""
    u = c.unit(unit)
    if not c.state.marked[u]:
        return Refusal("pm:9.20", f"{c.roster.short[u]} has no marker.", units=(u,))
    return None


def _unmarked(c: Ctx, u: Unit) -> list[Unit]:
    """Units in the hex of another without a marker, the strongest attackers first."""
    s, h = c.state, c.state.hex_of[u]
    here = [v for v, at in enumerate(s.hex_of) if at == h and not s.marked[v] and c.roster.side[v] == "axis"]
    return sorted(here, key=lambda v: (-strength(c, v)[0], v)) if h >= 0 else []


@rule("pm:9.20")
def stack_check(c: Ctx, unit: str) -> Refusal | None:
    """``gather 3pz``: markers on everybody in its hex, as far as they go."""
    u = c.unit(unit)
    if (refusal := _concentrated(c) or _mine(c, u, "pm:9.20")) is not None:
        return refusal
    if not _unmarked(c, u):
        return Refusal("pm:9.20", f"Everybody in {c.label(c.state.hex_of[u])} has a marker.", units=(u,))
    return mark_check(c, c.roster.ids[_unmarked(c, u)[0]])


def _mark_stack(c: Ctx, unit: str) -> None:
    s = c.state
    left = c.data.constant("concentration_markers") - sum(s.marked)
    for u in _unmarked(c, c.unit(unit))[:left]:
        s.marked[u] = 1
    c.touch()


def unused_markers(c: Ctx) -> int:
    """Markers of a concentration that lie on nobody although there are units for them (9.20)."""
    if not c.state.concentration:
        return 0
    marked = sum(c.state.marked)
    return min(c.data.constant("concentration_markers"), len(_selectable(c))) - marked


def _set_mark(value: int) -> Callable[[Ctx, str], None]:
    def apply(c: Ctx, unit: str) -> None:
        c.state.marked[c.unit(unit)] = value
        c.touch()

    return apply


# ---------------------------------------------------------------------- the Pause
@rule("pm:9.19")
def abort_check(c: Ctx) -> Refusal | None:
    """``abort``: end the Pause before its time, without benefit."""
    if not c.state.pause_left:
        return Refusal("pm:9.19", "There is no Pause to abort.")
    return None


def _abort(c: Ctx) -> None:
    c.state.pause_left = 0
    c.touch()
    c.say("supply", "The Pause is aborted: the GAS Line counts as before.", "pm:9.19")


# ---------------------------------------------------------------------- a turn with nothing to order
def nothing_to_order(c: Ctx) -> bool:
    """Whether everybody on the map is in full supply, no earlier order is in force and nobody is called off."""
    under_way = c.state.concentration or c.state.pause_left or _in_use(c)
    called = records(c.data.scenario["withdrawals"], "campaign.toml", "withdrawals")
    return (
        not under_way
        and all(row["turn"] != c.state.turn for row in called)
        and all(state_of(c, u) == SUPPLIED for u in _own(c))
    )


def _turn_vars(c: Ctx) -> dict[str, Any]:
    """What the German player turn under way has noted; empty outside of one."""
    return next((f.vars for f in reversed(c.state.stack) if f.step == "player-turn" and f.vars["side"] == "axis"), {})


def moment(s: PmState) -> int:
    """A number for the position: another one as soon as anybody has moved, refitted or been replaced."""
    return crc32(repr((s.hex_of, s.box, s.steps_left, s.moving, s.mp_left, s.refit, s.replacements)).encode())


@rule("pm:9.18", "pm:9.20", "pm:R71")
def reopen_check(c: Ctx) -> Refusal | None:
    """``orders``: supply orders after all, as long as the player turn has passed them by and nothing else was done."""
    passed = _turn_vars(c).get("passed")
    if passed is None or c.state.side != "axis":
        return Refusal("pm:R71", "Supply orders are given at the start of the German player turn: it has been asked.")
    if passed != moment(c.state):
        return Refusal("pm:R71", "Supply orders come first in the German player turn: units have acted since.")
    return None


def _reopen(c: Ctx) -> None:
    c.call("orders", side="axis", asked=1)


REOPEN = Verb("orders", no_words, reopen_check, _reopen, "orders: give supply orders after all", "pm:R71", role="back")
"""For the steps after the supply orders, so that passing these by hides no choice."""


@rule("pm:R71")
class Orders(Step[PmState]):
    """Start of a German player turn: aerial supply, concentration, the end of a Pause."""

    id = "orders"
    phase = "orders"
    private = True
    title = "Supply orders"

    def acts(self, c: Context[PmState]) -> str:
        return "axis"

    def enter(self, c: Context[PmState]) -> None:
        """With everybody supplied the player turn goes on by itself."""
        noted = _turn_vars(c)
        if noted and not c.frame.vars.get("asked") and nothing_to_order(c):
            noted["passed"] = moment(c.state)
            text = "No supply orders: everybody is in full supply. 'orders' still gives some."
            c.say("supply", text, "pm:R71")
            c.done()

    def prompt(self, c: Context[PmState]) -> Prompt:
        cut_off = len(list(without_supply(c, "axis")))
        far = sum(1 for u in _own(c) if state_of(c, u) == ATTENUATED)
        parts = []
        if c.state.concentration:
            parts.append(f"{sum(c.state.marked)} of {c.data.constant('concentration_markers')} markers placed")
        if left := c.state.pause_left:
            parts.append(f"Pause for {left} more couplet{'s' * (left > 1)}")
        parts += [f"{cut_off} out of supply", f"{far} attenuated"]
        return Prompt("axis", f"Supply orders: {', '.join(parts)}.", "pm:9.18", Action("end"))

    verbs = (
        Verb("fly", _one, fly_check, _fly, "fly UNIT: aerial supply for its hex", "pm:9.18", _ids),
        Verb(
            "mark", _any, mark_check, _set_mark(1), "mark UNIT: a marker of the concentration", "pm:9.20", _selectable,
            role="pick",
        ),
        Verb(
            "unmark", _any, unmark_check, _set_mark(0), "unmark UNIT: take its marker up", "pm:9.20", _selectable,
            role="drop",
        ),
        Verb("gather", _one, stack_check, _mark_stack, "gather UNIT: mark its stack", "pm:9.20", _ids, role="all"),
        Verb(
            "lift",
            lambda c, s: _in_use(c, s),
            lift_check,
            _lift,
            "lift MARKER: take aerial supply up",
            "pm:9.18",
            lambda c: [m for (m,) in _in_use(c)],
        ),
        Verb("concentrate", no_words, concentrate_check, _concentrate, "concentrate: supply for 18 units", "pm:9.20"),
        Verb("disperse", no_words, disperse_check, _disperse, "disperse: end the concentration", "pm:9.20"),
        Verb("abort", no_words, abort_check, _abort, "abort: end the Pause without benefit", "pm:9.19"),
        Verb("end", no_words, always, lambda c: c.done(), "end: go on with the player turn", "pm:9.18"),
    )  # fmt: skip


@rule("pm:9.19")
class Pause(Step[PmState]):
    """End of turn 2 or 3: whether von Paulus' Pause begins."""

    id = "pause"
    phase = "victory"
    private = True
    title = "Von Paulus' Pause"

    def acts(self, c: Context[PmState]) -> str:
        return "axis"

    def prompt(self, c: Context[PmState]) -> Prompt:
        text = "Declare von Paulus' Pause? No attack for three couplets, afterwards no attenuated supply."
        return Prompt("axis", text, "pm:9.19", Action("end"))

    verbs = (
        Verb("pause", no_words, always, lambda c: _declare(c), "pause: three couplets without attacks", "pm:9.19"),
        Verb("end", no_words, always, lambda c: c.done(), "end: no Pause", "pm:9.19"),
    )


def _declare(c: Ctx) -> None:
    c.state.pause_left = c.data.constant("pause_couplets")
    c.touch()
    c.say("supply", "Von Paulus' Pause: the German side does not attack for three couplets.", "pm:9.19")
    c.done()
