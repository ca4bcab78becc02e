"""Sections 6, 7 and 8: selecting chits, drawing them, interrupting, activating."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.grid import Hex, Unit
from engine.components.paths import flood
from engine.components.wording import counted, plural
from engine.games.ava.choices import choices
from engine.games.ava.phases.zhukov import holdable
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import activate, clear_activation
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks
from engine.play.step import Context, Prompt, Step, Verb, no_words

SIDES = ("soviet", "axis")
"""The order in which the sides set up and select (4.0(2), 5.0(1))."""


# ---------------------------------------------------------------------- what is available
@rule("ava:15.2", "ava:18.2")
def open_calendar(c: Ctx) -> None:
    """Chits whose turn has come are available from now on, those of optional rules from the start (17.2)."""
    optional = choices(c).chits if c.state.turn == 1 else ()
    for chit in (*tables(c).calendar.get(str(c.state.turn), ()), *optional):
        if c.state.chits.get(chit) == "later":
            c.state.chits[chit] = "ready"
            label = tables(c).chits[chit]["label"]
            if c.state.turn > 1:
                c.say("chit", f"The {label} command chit is available from now on.", "ava:15.2")


@rule("ava:6.2")
def quota(c: Ctx, side: str) -> dict[str, int]:
    """Chits a side may select this turn, by nationality (the GER, RUM and SU numbers)."""
    row = tables(c).track[c.state.turn]
    return {"soviet": row["su"]} if side == "soviet" else {"german": row["ger"], "romanian": row["rum"]}


def nationality(c: Ctx, chit: str) -> str:
    """Which number of the turn track a chit counts against."""
    entry = tables(c).chits[chit]
    if entry["owner"] == "soviet":
        return "soviet"
    hq = c.roster.by_id.get(entry["hq"], -1)
    return c.roster.nationality[hq] if hq >= 0 else "german"


@rule("ava:8.1", "ava:13.0")
def activates(c: Ctx, chit: str) -> bool:
    """Whether drawing a chit brings anything: not that of a headquarters which is nowhere on the map."""
    hq = c.roster.by_id.get(tables(c).chits[chit]["hq"], -1)
    return hq < 0 or c.state.hex_of[hq] >= 0


def owned(c: Ctx, side: str, *places: str) -> list[str]:
    """Chits of a side that are in one of these places, in the order of the chit list."""
    t = tables(c)
    return [k for k in t.chits if c.state.chits.get(k) in places and t.chits[k]["owner"] == side]


def label_of(c: Ctx, chit: str) -> str:
    """The words printed on a chit."""
    return tables(c).chits[chit]["label"]


def owned_label(c: Ctx, chit: str) -> str:
    """The same with whose chit it is, where the words do not say so."""
    owner, label = tables(c).chits[chit]["owner"], label_of(c, chit)
    return label if owner == "both" or owner.capitalize() in label else f"{label} ({owner.capitalize()})"


# ---------------------------------------------------------------------- the further army (15.2, 18)
@rule("ava:15.2", "ava:18.1", "ava:18.2", "ava:18.3")
def free_armies(c: Ctx, maps: Collection[str] = ()) -> list[str]:
    """Army chits of which the Soviet player may make one available this turn, without those of ``maps`` (R15)."""
    calendar = tables(c).calendar
    if c.state.turn < int(calendar.get("free_from_turn", 99)) or len(maps) >= int(calendar["free_per_turn"]):
        return []
    chits = [k for k in calendar.get("free", ()) if c.state.chits.get(k) == "later"]
    return [k for k in chits if tables(c).chits[k]["map"] not in maps]


def _free(c: Ctx) -> list[str]:
    return free_armies(c, c.frame.vars["maps"])


def _rule(c: Ctx) -> str:
    return str(tables(c).calendar["rule"])


def add_check(c: Ctx, chit: str) -> Refusal | None:
    """``add s-24a``: the Soviet army whose chit becomes available this turn."""
    if chit not in _free(c):
        return Refusal(_rule(c), f"'{chit}' is not among the armies to choose from: {', '.join(_free(c))}.")
    return None


def _add(c: Ctx, chit: str) -> None:
    c.state.chits[chit] = "ready"
    c.frame.vars["maps"].append(tables(c).chits[chit]["map"])
    c.touch()
    text = f"The {label_of(c, chit)} command chit is available from now on."
    c.say("chit", text, _rule(c), seen_by="soviet")
    if not _free(c):
        c.done()


class AddArmy(Step[AvaState]):
    """From turn 4 the Soviet player adds an army chit of each map in play every turn (15.2, 18, R15)."""

    id = "add-army"
    phase = "selection-soviet"
    title = "Further Soviet army"
    secret = True
    verbs = (Verb("add", lambda c, s: [(k,) for k in _free(c)], add_check, _add, "add CHIT", "ava:15.2", _free),)

    def acts(self, c: Context[AvaState]) -> str:
        return "soviet"

    def enter(self, c: Context[AvaState]) -> None:
        c.frame.vars["maps"] = []

    def prompt(self, c: Context[AvaState]) -> Prompt:
        titles = {s.id: s.title for s in c.board.sheets}
        maps = [titles[m] for m in c.scenario["sheets"] if m not in c.frame.vars["maps"]]
        text = f"Choose an army whose command chit becomes available (one for each map: {', '.join(maps)})."
        if len(c.scenario["sheets"]) == 1:
            text = "Choose the army whose command chit becomes available."
        return Prompt("soviet", text, _rule(c), Action("add", (_free(c)[0],)) if _free(c) else None)


# ---------------------------------------------------------------------- selection
def _selectable(c: Ctx) -> list[str]:
    return owned(c, c.state.side, "ready")


def _selected(c: Ctx) -> list[str]:
    return owned(c, c.state.side, "chosen", "kept")


def _due(c: Ctx, side: str) -> dict[str, int]:
    """How many chits of each nationality must be selected: the number of the track, or all there are (6.2)."""
    have = [nationality(c, k) for k in owned(c, side, "ready", "chosen", "kept")]
    return {n: min(number, have.count(n)) for n, number in quota(c, side).items()}


def _count(c: Ctx, nation: str) -> int:
    return sum(1 for k in _selected(c) if nationality(c, k) == nation)


@rule("ava:6.1", "ava:6.2")
def select_check(c: Ctx, chit: str) -> Refusal | None:
    """``select s-3a``: put a chit among those for the cup."""
    if chit not in _selectable(c):
        return Refusal("ava:6.2", f"'{chit}' is not available to you now.")
    nation = nationality(c, chit)
    if _count(c, nation) >= _due(c, c.state.side)[nation]:
        many = plural(_due(c, c.state.side)[nation], f"{nation} chit")
        return Refusal("ava:6.2", f"You may select {many} this turn.")
    return None


def drop_check(c: Ctx, chit: str) -> Refusal | None:
    """``drop s-3a``: take a selected chit out again; a chit to be held in hand goes to those for the cup."""
    if chit not in _selected(c):
        return Refusal("ava:6.2", f"'{chit}' is not selected.")
    if c.state.chits[chit] == "kept":
        return None
    if tables(c).chits[chit]["kind"] == "reinforcement":
        return Refusal("ava:6.2", f"The {label_of(c, chit)} chit must be selected.")
    return None


@rule("ava:18.1")
def hold_check(c: Ctx, chit: str) -> Refusal | None:
    """``hold soviet-reinf``: keep a selected chit in hand and not in the cup, to interrupt with it."""
    if chit != holdable(c, c.state.side):
        return Refusal("ava:6.1", f"'{chit}' cannot be held in hand: selected chits go into the cup.")
    if c.state.chits[chit] == "kept":
        return Refusal("ava:18.1", f"The {label_of(c, chit)} chit is held already; 'drop' it to put it in the cup.")
    return None


@rule("ava:6.2")
def ready_check(c: Ctx) -> Refusal | None:
    """``ready``: the selection is complete; the number is exact and Reinforcements must be in it."""
    for nation, number in _due(c, c.state.side).items():
        if _count(c, nation) != number:
            have = counted(_count(c, nation), "is", "are")
            return Refusal("ava:6.2", f"Select {plural(number, f'{nation} chit')}; {have} selected.")
    for chit in _selectable(c):
        if tables(c).chits[chit]["kind"] == "reinforcement":
            return Refusal("ava:6.2", f"The {label_of(c, chit)} chit must be selected.")
    return None


@rule("ava:6.2")
def rest_check(c: Ctx) -> Refusal | None:
    """``rest``: the chits still to be selected, those first whose headquarters activate most units."""
    if any(select_check(c, k) is None for k in _selectable(c)):
        return None
    return Refusal("ava:6.2", "As many chits as this turn allows are selected: 'ready' closes the selection.")


@rule("ava:15.3")
def arriving(c: Ctx, chit: str) -> str:
    """The box of the army that enters over the map edge when this chit is drawn this turn; empty for none."""
    for key, arrival in c.data.scenario.get("arrival", {}).items():
        box = f"turn {arrival['turn']}: {key}"
        here = arrival.get("chit") == chit and arrival["turn"] == c.state.turn
        if here and arrival["entry"] != "reinforcement" and box in c.state.box:
            return box
    return ""


def _activating(c: Ctx, chit: str) -> int:
    """Units that a chit would activate or bring now; a chit that is of no headquarters goes before all others."""
    if box := arriving(c, chit):
        return c.state.box.count(box)
    hq = c.roster.by_id.get(tables(c).chits[chit]["hq"], -1)
    return len(in_command(c, hq)) if hq >= 0 else len(c.roster)


def _rest(c: Ctx) -> None:
    side, before = c.state.side, _selectable(c)
    for chit in sorted(before, key=lambda k: -_activating(c, k)):
        if select_check(c, chit) is None:
            _select(c, chit)
    names = ", ".join(dict.fromkeys(label_of(c, k) for k in before if c.state.chits[k] == "chosen"))
    c.say("select", f"Selected besides: {names}.", "ava:6.2", seen_by=side)


def _select(c: Ctx, chit: str) -> None:
    c.state.chits[chit] = "chosen"
    c.touch()


def _drop(c: Ctx, chit: str) -> None:
    c.state.chits[chit] = "chosen" if c.state.chits[chit] == "kept" else "ready"
    c.touch()


def _hold(c: Ctx, chit: str) -> None:
    c.state.chits[chit] = "kept"
    c.touch()


def _can_hold(c: Ctx) -> list[str]:
    chit = holdable(c, c.state.side)
    return [chit] if chit and c.state.chits[chit] in ("ready", "chosen") else []


@rule("ava:6.3")
def _ready(c: Ctx) -> None:
    side = c.state.side
    for chit in _selected(c):
        held_back = tables(c).chits[chit]["kind"] == "interrupt" or c.state.chits[chit] == "kept"
        c.state.chits[chit] = "hand" if held_back else "cup"
        c.state.cup += not held_back
    c.touch()
    labels = [label_of(c, k) for k in owned(c, side, "cup", "hand")]
    names = ", ".join(f"{n} twice" if labels.count(n) > 1 else n for n in dict.fromkeys(labels))
    c.say("select", f"{side.capitalize()} selected: {names}.", "ava:6.2", seen_by=side)
    c.say("select", f"{side.capitalize()} has selected its command chits.", "ava:6.1")
    c.done()


def _selection_default(c: Ctx) -> Action | None:
    """Enter selects all that is missing, then closes the selection."""
    if ready_check(c) is None:
        return Action("ready")
    return Action("rest") if rest_check(c) is None else None


class Select(Step[AvaState]):
    """Selection Phase: each side secretly chooses its chits for the turn (6.1)."""

    id = "select"
    phase = "selection"
    title = "Command selection"
    secret = True
    verbs = (
        Verb(
            "select",
            lambda c, s: [(k,) for k in _selectable(c)],
            select_check,
            _select,
            "select CHIT",
            "ava:6.2",
            _selectable,
        ),
        Verb("drop", lambda c, s: [(k,) for k in _selected(c)], drop_check, _drop, "drop CHIT", "ava:6.2", _selected),
        Verb(
            "hold",
            lambda c, s: [(k,) for k in _can_hold(c)],
            hold_check,
            _hold,
            "hold CHIT: in hand, as an interrupt",
            "ava:18.1",
            _can_hold,
        ),
        Verb("rest", no_words, rest_check, _rest, "rest: those that activate most", "ava:6.2"),
        Verb("ready", no_words, ready_check, _ready, "ready: the selection is complete", "ava:6.2"),
    )

    def enter(self, c: Context[AvaState]) -> None:
        side = c.frame.vars["side"]
        for chit in _selectable(c):
            if tables(c).chits[chit]["kind"] == "reinforcement":
                c.state.chits[chit] = "chosen"
        if sum(_due(c, side).values()) == len(owned(c, side, "ready", "chosen")):
            # Nothing is left to choose: every available chit is selected (6.2), at most one held in hand (18.1).
            for chit in _selectable(c):
                c.state.chits[chit] = "chosen"
            if not _can_hold(c):
                _ready(c)

    def prompt(self, c: Context[AvaState]) -> Prompt:
        due = {n: number for n, number in _due(c, c.state.side).items() if number}
        parts = [
            f"{_count(c, n)} of {number} {n.capitalize() if len(due) > 1 else ''}".rstrip() for n, number in due.items()
        ]
        text = f"Select command chits in secret: {', '.join(parts)}."
        if held := _can_hold(c):
            text += f" You may hold {label_of(c, held[0])} in hand instead of the cup."
        return Prompt(c.state.side, text, "ava:6.2", _selection_default(c))


# ---------------------------------------------------------------------- activation
@derived("hex_of")
def command_range(c: Ctx, hq: Unit) -> dict[Hex, int]:
    """Distance to every hex within command range: no water, no prohibited sides, nothing else counts (8.2)."""
    h = c.state.hex_of[hq]
    if h < 0:
        return {}
    found, _ = flood(tables(c).beside, [h], lambda n: True, lambda n: True, c.data.constant("command_range"))
    return found


@rule("ava:8.1", "ava:8.2", "ava:8.3", "ava:13.0")
def in_command(c: Ctx, hq: Unit) -> list[Unit]:
    """Units that a headquarters activates now: within range, of its nationality, no other headquarters; and itself."""
    r, near, there = c.roster, command_range(c, hq), stacks(c)
    return [
        u
        for u in sorted([u for h in near.keys() & there.keys() for u in there[h]])
        if r.side[u] == r.side[hq] and r.nationality[u] == r.nationality[hq] and (not r.hq[u] or u == hq)
    ]


@rule("ava:8.0", "ava:8.1")
def activate_hq(c: Ctx, hq: Unit, rule_id: str) -> list[Unit]:
    """Activate a headquarters and what is in its range; returns the activated units."""
    clear_activation(c)
    units = in_command(c, hq)
    for u in units:
        activate(c, u)
    c.state.side = c.roster.side[hq]
    c.touch()
    near = plural(c.data.constant("command_range"), "hex", "es")
    text = f"{c.roster.name[hq]} is activated with {plural(len(units) - 1, 'unit')} within {near}."
    c.say("activate", text, rule_id, hexes=[c.state.hex_of[hq]], units=units)
    return units
