"""Section 11: the Supply Check, and what both sides may do in it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.wording import plural
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, sheet_of
from engine.games.ava.units import lose_step, strength, to_box
from engine.games.ava.zones import communicates
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


@rule("ava:11.1", "ava:15.1")
def check_side(c: Ctx, side: str) -> None:
    """Every unit of a side without a line of communications loses a step; who is eliminated never returns."""
    if side == "axis" and c.state.turn in c.data.scenario["axis_supply_free"]["turns"]:
        first = max(c.data.scenario["axis_supply_free"]["turns"]) + 1
        c.say("supply", f"Axis units do not check supply before turn {first}.", "ava:15.1")
        return
    r = c.roster
    on_map = [u for u, h in enumerate(c.state.hex_of) if h >= 0 and r.side[u] == side]
    cut_off = [u for u in on_map if not communicates(c, side, c.state.hex_of[u])]
    who = side.capitalize()
    verb = "is" if len(cut_off) == 1 else "are"
    text = f"{who}: {len(cut_off)} of {plural(len(on_map), 'unit')} {verb} out of communications."
    c.say("supply", text, "ava:11.1", units=cut_off)
    for u in cut_off:
        lose_step(c, u, "ava:11.1", final=True)


class SupplyCheck(Step[AvaState]):
    """The Supply Check chit: both sides, the Soviets first (11.1(2)); it waits in the steps that it calls."""

    id = "supply-check"
    phase = "supply-check"
    title = "Supply Check"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "Supply is checked.", "ava:11.1")

    def enter(self, c: Context[AvaState]) -> None:
        if not demand(c):
            self.resume(c, "give-up")
            return
        c.call("give-up")

    def resume(self, c: Context[AvaState], ended: str) -> None:
        if ended == "give-up":
            check_side(c, "soviet")
            check_side(c, "axis")
            c.call("pull-back")
        elif ended == "pull-back":
            c.call("fortify")
        elif ended == "fortify":
            c.call("stand-fast")
        else:
            c.done()


# ---------------------------------------------------------------------- 18.2: mechanized units leave
@rule("ava:18.2")
def demand(c: Ctx) -> int:
    """Attack strength that the Axis must still withdraw in this check; 0 in any turn but the scenario's."""
    table = c.data.scenario.get("withdrawal")
    if not table or table["turn"] != c.state.turn:
        return 0
    gone = sum(_weight(c, u) for u, box in enumerate(c.state.box) if box == "withdrawn")
    return int(table["attack"]) - gone if _mechanized(c) else 0


def _weight(c: Ctx, u: Unit) -> int:
    return strength(c, u)[0]


def _mechanized(c: Ctx) -> list[str]:
    r = c.roster
    return [r.ids[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and r.side[u] == "axis" and r.mech[u]]


def give_check(c: Ctx, unit: str) -> Refusal | None:
    """``give 3pz``: a mechanized unit leaves the game."""
    if unit not in _mechanized(c):
        return Refusal("ava:18.2", f"'{unit}' is no German mechanized unit on the map.")
    return None


def _give(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h = c.state.hex_of[u]
    to_box(c, u, "withdrawn")
    c.say(
        "withdraw",
        f"{c.roster.name[u]} is withdrawn ({_weight(c, u)} attack strength).",
        "ava:18.2",
        hexes=[h],
        units=[u],
    )
    if demand(c) <= 0:
        c.done()


class GiveUp(Step[AvaState]):
    """Turn 6 of the Smolensk game: the Axis withdraws mechanized units of 18 attack strength or more (18.2)."""

    id = "give-up"
    phase = "supply-check"
    title = "Axis withdrawal"
    verbs = (
        Verb(
            "give",
            lambda c, s: [(k,) for k in _mechanized(c)],
            give_check,
            _give,
            "give UNIT: it leaves the game",
            "ava:18.2",
            _mechanized,
        ),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "axis"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt("axis", f"Withdraw mechanized units: {demand(c)} attack strength still to go.", "ava:18.2")


# ---------------------------------------------------------------------- 11.2: to the Available Box
def _in_communications(c: Ctx) -> list[str]:
    r = c.roster
    return [
        r.ids[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and r.side[u] == "axis" and communicates(c, "axis", h)
    ]


@rule("ava:11.2")
def recall_check(c: Ctx, unit: str) -> Refusal | None:
    """``recall 7pz``: an Axis unit in communications goes to the Available Box."""
    u = c.unit(unit)
    if c.roster.side[u] != "axis" or c.state.hex_of[u] < 0:
        return Refusal("ava:11.2", f"{c.roster.short[u]} is no Axis unit on the map.", units=(u,))
    if not communicates(c, "axis", c.state.hex_of[u]):
        return Refusal("ava:11.2", f"{c.roster.short[u]} has no line of communications.", units=(u,))
    return None


def _recall(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h = c.state.hex_of[u]
    to_box(c, u, "available")
    c.say("recall", f"{c.roster.name[u]} goes to the Available Box.", "ava:11.2", hexes=[h], units=[u])


class PullBack(Step[AvaState]):
    """The Axis player may take units from the map (11.2)."""

    id = "pull-back"
    phase = "supply-check"
    title = "Units to the Available Box"
    verbs = (
        Verb(
            "recall",
            lambda c, s: [(k,) for k in _in_communications(c)],
            recall_check,
            _recall,
            "recall UNIT",
            "ava:11.2",
            _in_communications,
        ),
        Verb("end", no_words, always, lambda c: c.done(), "end: no more units", "ava:11.2"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "axis"

    def enter(self, c: Context[AvaState]) -> None:
        if not _in_communications(c):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt("axis", "Take units in communications to the Available Box, or end.", "ava:11.2", Action("end"))


# ---------------------------------------------------------------------- 16.2: Stand Fast markers
def _all_lifted(c: Ctx, h: Hex) -> bool:
    """Whether as many markers of the map of a hex as may be are removed in this check."""
    return bool(c.frame.vars["maps"].count(sheet_of(c, h)) >= int(c.data.scenario["stand_fast"]["removals_a_check"]))


def _removable(c: Ctx) -> list[str]:
    return [
        label
        for label in c.state.stand_fast
        if not _all_lifted(c, c.board.index[label])
        and c.state.control.get(label) == "soviet"
        and communicates(c, "soviet", c.board.index[label])
    ]


@rule("ava:16.2")
def lift_check(c: Ctx, hex_: str) -> Refusal | None:
    """``lift S5003``: remove a Stand Fast marker."""
    h = c.hex(hex_)
    label = c.label(h)
    if label not in c.state.stand_fast:
        return Refusal("ava:16.2", f"There is no Stand Fast marker in {c.board.describe(h)}.", (h,))
    if _all_lifted(c, h):
        return Refusal("ava:16.2", f"One marker of the map of {c.board.describe(h)} is removed already.", (h,))
    if c.state.control.get(label) != "soviet":
        return Refusal("ava:16.2", f"{c.board.describe(h)} is not under Soviet control.", (h,))
    if label not in _removable(c):
        return Refusal("ava:16.2", f"{c.board.describe(h)} has no Soviet line of communications.", (h,))
    return None


def _lift(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    c.state.stand_fast.remove(c.label(h))
    c.touch()
    c.say("marker", f"The Stand Fast marker is removed from {c.board.describe(h)}.", "ava:16.2", hexes=[h])
    c.frame.vars["maps"].append(sheet_of(c, h))
    if not _removable(c):
        c.done()


def _lift_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(label,) for label in _removable(c)]


class StandFast(Step[AvaState]):
    """From turn 6 one marker on each map may be lifted in every Supply Check (16.2)."""

    id = "stand-fast"
    phase = "supply-check"
    title = "Stand Fast markers"
    verbs = (
        Verb("lift", _lift_options, lift_check, _lift, "lift HEX: remove the marker", "ava:16.2", _removable),
        Verb("end", no_words, always, lambda c: c.done(), "end: leave the markers", "ava:16.2"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "soviet"

    def enter(self, c: Context[AvaState]) -> None:
        table = c.data.scenario["stand_fast"]
        c.frame.vars["maps"] = []
        if c.state.turn < int(table["first_removal"]) or not _removable(c):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(
            "soviet", "You may lift a Stand Fast marker from a city in communications.", "ava:16.2", Action("end")
        )
