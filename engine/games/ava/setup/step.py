"""Section 4: preparing for play, historically or by hand within the deployment zones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.ava.choices import choices
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import clear_activation, place, room
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.step import Context, Prompt, Step, Verb, no_words

WAITING = "set-up"
"""The box of units that have yet to be placed."""


def formations(c: Ctx, side: str = "") -> list[dict[str, Any]]:
    """Formations that start on the map in this scenario, those of one side if given."""
    sheets = c.data.scenario["sheets"]
    every = c.data.tables["deployment"]["formation"]
    return [f for f in every if f["map"] in sheets and side in ("", f["side"])]


@rule("ava:4.0", "ava:19.1")
def prepare(c: Ctx) -> None:
    """The state before the first decision: boxes, markers, control, chits."""
    s, r = c.state, c.roster
    n = len(r)
    s.hex_of, s.box = [-1] * n, ["not in play"] * n
    s.steps_left = list(r.steps)  # 4.0(5): all at full strength
    clear_activation(c)
    sheets = c.data.scenario["sheets"]
    deployed = {u for f in formations(c) for z in f["zone"] for u in z["units"]} | {
        f["hq"] for f in formations(c) if f["hq"]
    }
    late, left_out = _late(c), c.data.scenario.get("left_out", ())  # 19.1
    for u in range(n):
        if r.ids[u] in late:
            s.box[u] = late[r.ids[u]]
        elif r.ids[u] in deployed:
            s.box[u] = WAITING
        elif r.sheet[u] in sheets and r.formation[u] not in left_out:
            s.box[u] = "available"  # 4.0(3), (4)
    s.control = {c.label(h): "soviet" if h in tables(c).east else "axis" for h in tables(c).tracked}
    s.fortress = {f["hex"]: int(f["steps"]) for f in c.data.scenario["fortress"].get("at_start", ())}
    s.stand_fast = sorted(c.data.scenario["stand_fast"]["hexes"])
    for chit in tables(c).chits:
        s.chits[chit] = "later" if _in_scenario(c, chit) else "box"
    s.turn = 1


def _in_scenario(c: Ctx, chit: str) -> bool:
    calendar = tables(c).calendar
    return chit in choices(c).chits or any(
        chit in chits for turn, chits in calendar.items() if turn.isdigit() or turn == "free"
    )


def _late(c: Ctx) -> dict[str, str]:
    """Units that wait on the turn track, with their box (4.0(2)(d), 15.3)."""
    found = {}
    for key, arrival in c.data.scenario.get("arrival", {}).items():
        for u in range(len(c.roster)):
            if c.roster.formation[u] == arrival["formation"]:
                found[c.roster.ids[u]] = f"turn {arrival['turn']}: {key}"
    return found


def historical(c: Ctx, side: str) -> None:
    """Place all units of a side where they stood on 22 June 1941."""
    count = 0
    for formation in formations(c, side):
        for unit, label in formation["setup"].items():
            u = c.roster.find(unit)
            if c.state.box[u] == WAITING:
                place(c, u, c.board.find(label))
                count += 1
    c.say("setup", f"{side.capitalize()}: {counted(count, 'unit is', 'units are')} set up historically.", "ava:4.0")


# ---------------------------------------------------------------------- by hand
def zone_of(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Hexes in which a unit may be set up (4.0(2))."""
    key = f"zone {u}"
    if key not in c.data.memo:
        c.data.memo[key] = _find_zone(c, c.roster.ids[u])
    found: frozenset[Hex] = c.data.memo[key]
    return found


def _find_zone(c: Ctx, unit: str) -> frozenset[Hex]:
    for f in formations(c):
        if unit == f["hq"] and f["hq_hex"]:
            return frozenset({c.board.find(f["hq_hex"])})
        for z in f["zone"]:
            if unit in z["units"]:
                return zone_hexes(c, z)
    return frozenset()


@rule("ava:4.0", "ava:R66")
def zone_hexes(c: Ctx, z: dict[str, Any]) -> frozenset[Hex]:
    """Hexes of an area, a range or a single-hex zone; a range leaves out mountains (ruling R66)."""
    if z["kind"] == "range":
        near = c.grid.within(c.board.find(z["centre"]), int(z["radius"]))
        return frozenset(h for h in near if h in tables(c).east and c.board.terrain_name(h) != "mountain")
    return frozenset(c.board.find(h) for h in z["hexes"])


def _waiting(c: Ctx) -> list[str]:
    r = c.roster
    return [r.ids[u] for u, b in enumerate(c.state.box) if b == WAITING and r.side[u] == c.state.side]


def _own(c: Ctx, u: Unit) -> bool:
    return c.roster.side[u] == c.state.side and bool(zone_of(c, u))


@rule("ava:4.0")
def place_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``place 7pz S0714``: set a unit up, or move it while setting up."""
    u, h = c.unit(unit), c.hex(hex_)
    if not _own(c, u):
        return Refusal("ava:4.0(2)", f"{c.roster.short[u]} is not yours to set up.", units=(u,))
    if c.state.hex_of[u] == h:
        return Refusal("ava:4.0(2)", f"{c.roster.short[u]} is there already.", (h,), (u,))
    if h not in zone_of(c, u):
        labels = [c.label(z) for z in sorted(zone_of(c, u))]
        some = ", ".join(labels[:6]) + (" ..." if len(labels) > 6 else "")
        return Refusal("ava:4.0(2)", f"{c.roster.short[u]} deploys in {some}, not in {c.label(h)}.", (h,), (u,))
    if room(c, c.state.side, h, leaving=u) <= 0:
        return Refusal("ava:3.1", f"{c.board.describe(h)} already holds two units.", (h,))
    return None


def _place_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for unit in _placeable(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        for h in sorted(zone_of(c, u)) if u >= 0 else ():
            yield unit, c.label(h)


def _placeable(c: Ctx) -> list[str]:
    """Units still to place; once all stand, those that may be shifted."""
    waiting = _waiting(c)
    if waiting:
        return waiting
    r = c.roster
    return [r.ids[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and _own(c, u) and len(zone_of(c, u)) > 1]


def _place(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    place(c, u, h)
    c.say("setup", f"{c.roster.name[u]} is set up in {c.board.describe(h)}.", "ava:4.0", hexes=[h], units=[u])


def take_check(c: Ctx, unit: str) -> Refusal | None:
    """``take 7pz``: take a placed unit from the map again."""
    u = c.unit(unit)
    if c.state.hex_of[u] < 0 or not _own(c, u):
        return Refusal("ava:4.0(2)", f"{c.roster.short[u]} is not a unit that you have set up.", units=(u,))
    return None


def _placed(c: Ctx) -> list[str]:
    r = c.roster
    return [r.ids[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and _own(c, u)]


def _take(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    c.state.hex_of[u], c.state.box[u] = -1, WAITING
    c.touch()


def history_check(c: Ctx) -> Refusal | None:
    """``history``: what is not yet placed goes where it stood; whatever then breaks a rule is put back as in 1941."""
    return None if ready_check(c) else Refusal("ava:4.0(2)", "All units are set up as the rules have it.")


def _history(c: Ctx) -> None:
    wanted = {c.roster.by_id[u]: c.board.find(h) for f in formations(c, c.state.side) for u, h in f["setup"].items()}
    for unit in _waiting(c):
        u = c.roster.by_id[unit]
        fits = [h for h in (wanted[u], *sorted(zone_of(c, u))) if room(c, c.state.side, h) > 0]
        if fits:
            place(c, u, fits[0])
    if ready_check(c) is None:
        c.say("setup", "The remaining units are set up historically.", "ava:4.0")
        return
    for u, h in wanted.items():
        place(c, u, h)
    c.say("setup", "All units are set up historically: the rest did not fit.", "ava:4.0", units=wanted)


@rule("ava:4.0", "ava:3.1")
def ready_check(c: Ctx) -> Refusal | None:
    """``ready``: all units stand, every hex of an area and each single hex is occupied."""
    waiting = _waiting(c)
    if waiting:
        many = counted(len(waiting), "unit is", "units are")
        first = c.roster.short[c.roster.by_id[waiting[0]]]
        return Refusal("ava:4.0(2)", f"{many} not set up, {first} among them.")
    for f in formations(c, c.state.side):
        company = [u for u in units_at(c, c.board.index.get(f["hq_hex"], -1)) if not c.roster.hq[u]]
        if len(company) < f.get("with_hq", 0):
            text = f"A combat unit of {f['name']} must share {f['hq_hex']} with its headquarters."
            return Refusal("ava:4.0(2)", text, (c.board.index[f["hq_hex"]],))
        for z in f["zone"]:
            empty = [h for h in sorted(zone_hexes(c, z)) if z["kind"] != "range" and not units_at(c, h)]
            if empty:
                where = c.board.describe(empty[0])
                return Refusal(
                    "ava:4.0(2)", f"{where} of the {f['name']} area must hold at least one unit.", (empty[0],)
                )
    return None


def _ready(c: Ctx) -> None:
    c.say("setup", f"{c.state.side.capitalize()} has set up.", "ava:4.0")
    c.done()


class SetUp(Step[AvaState]):
    """Set-up by hand, the Soviets first (4.0(2)); the historical set-up is the default."""

    id = "set-up"
    phase = "setup"
    title = "Set-up"
    verbs = (
        Verb("place", _place_options, place_check, _place, "place UNIT HEX", "ava:4.0", _placeable),
        Verb(
            "take",
            lambda c, s: [(k,) for k in _placed(c)],
            take_check,
            _take,
            "take UNIT: off the map again",
            "ava:4.0",
            lambda c: (),
        ),
        Verb("history", no_words, history_check, _history, "history: place the rest as in 1941", "ava:4.0"),
        Verb("ready", no_words, ready_check, _ready, "ready: the set-up is complete", "ava:4.0"),
    )

    def enter(self, c: Context[AvaState]) -> None:
        if c.data.options["setup"] == "historical":
            historical(c, c.state.side)
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        left = len(_waiting(c))
        complete = ready_check(c) is None
        text = f"Set up units in their zones, {left} to go; 'history' sets up the rest."
        if not left:
            text = "All stand. Shift units within their zones, or close with " + (
                "'ready'." if complete else "'history'."
            )
        return Prompt(c.state.side, text, "ava:4.0", Action("ready" if complete else "history"))
