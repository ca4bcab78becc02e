"""Optional rule 17.2: the Reserve and OKH chits activate single units, and what such units may do."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.components.load import records
from engine.components.wording import plural
from engine.games.ava.phases.command import command_range, label_of
from engine.games.ava.state import HELD_BACK, OUT_OF_COMMAND, AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import activate, clear_activation
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


@rule("ava:17.2", "ava:18.1", "ava:18.3")
def number_of_units(c: Ctx, kind: str, roll: int) -> int:
    """How many units the roll activates: by the scenario for Reserve, by 17.2 itself for OKH."""
    rows = {r["roll"]: r for r in records(c.data.charts["reserve_okh"], "charts.toml", "reserve_okh")}
    return int(rows[roll][c.data.scenario["id"] if kind == "reserve" else "campaign"])


@rule("ava:17.2")
def in_any_range(c: Ctx, u: Unit) -> bool:
    """Whether a unit is within command range of any headquarters of its side; one that is a headquarters itself is."""
    r, h = c.roster, c.state.hex_of[u]
    hqs = [q for q, where in enumerate(c.state.hex_of) if where >= 0 and r.hq[q] and r.side[q] == r.side[u]]
    return any(h in command_range(c, q) for q in hqs)


@rule("ava:17.2", "ava:18.1")
def limits(c: Ctx, kind: str, u: Unit) -> int:
    """What a unit may not do under this chit, as flags of its activation; OKH knows no limits."""
    if kind != "reserve":
        return 0
    found = 0 if in_any_range(c, u) else OUT_OF_COMMAND
    return found | (HELD_BACK if c.data.scenario.get("reserve", {}).get("held_back") else 0)


def _kind(c: Ctx) -> str:
    return tables(c).chits[c.frame.vars["chit"]]["kind"]


def _candidates(c: Ctx) -> list[str]:
    s, r = c.state, c.roster
    return [r.ids[u] for u, h in enumerate(s.hex_of) if h >= 0 and r.side[u] == s.side and not s.active[u]]


def activate_check(c: Ctx, unit: str) -> Refusal | None:
    """``activate 7pz``: one of the units of a Reserve or OKH command."""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side or c.state.hex_of[u] < 0:
        return Refusal("ava:17.2", f"{c.roster.short[u]} is no unit of yours on the map.", units=(u,))
    if c.state.active[u]:
        return Refusal("ava:17.2", f"{c.roster.short[u]} is activated already.", units=(u,))
    return None


@rule("ava:17.2")
def _activate(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    found = limits(c, _kind(c), u)
    activate(c, u)
    c.state.active[u] |= found
    c.touch()
    # A headquarters activated like this activates nobody.
    text = f"{c.roster.name[u]} is activated by {label_of(c, c.frame.vars['chit'])}"
    if found & OUT_OF_COMMAND:
        text += ", out of every command range: normal movement only, strength halved"
    c.say("activate", f"{text}.", "ava:17.2", hexes=[c.state.hex_of[u]], units=[u])
    c.frame.vars["left"] -= 1
    if not c.frame.vars["left"] or not _candidates(c):
        _move(c)


def _move(c: Ctx) -> None:
    c.frame.vars["left"] = 0
    if any(c.state.active):
        c.call("movement")
    else:
        c.done()


class Reserve(Step[AvaState]):
    """A Reserve or OKH chit: a die, the choice of units, then their movement and combat (17.2)."""

    id = "reserve"
    phase = "activation"
    title = "Reserve or OKH command"
    verbs = (
        Verb(
            "activate",
            lambda c, s: [(k,) for k in _candidates(c)],
            activate_check,
            _activate,
            "activate UNIT",
            "ava:17.2",
            _candidates,
        ),
        Verb("end", no_words, always, _move, "end: no more units", "ava:17.2"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "soviet" if _kind(c) == "reserve" else "axis"

    def enter(self, c: Context[AvaState]) -> None:
        v = c.frame.vars
        clear_activation(c)
        roll = c.roll(c.data.constant("die_sides"))
        v["left"] = v["units"] = number_of_units(c, _kind(c), roll)
        text = f"{label_of(c, v['chit'])} activates {plural(v['units'], 'unit')}: roll {roll}."
        c.say("reserve", text, "ava:17.2", rolls=[roll])
        if not _candidates(c):
            _move(c)

    def resume(self, c: Context[AvaState], ended: str) -> None:
        if ended == "movement":
            c.call("combat")
        else:
            clear_activation(c)
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        v = c.frame.vars
        text = f"{label_of(c, v['chit'])}: choose the units to activate ({v['left']} of {v['units']} left), or end."
        return Prompt(c.state.side, text, "ava:17.2")
