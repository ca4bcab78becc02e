"""8.8 to 8.10: the Soviet RVGK Phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.bd.caucasus import BOX as CAUCASUS
from engine.games.bd.caucasus import OVER
from engine.games.bd.kinds import COASTAL_ARMY, is_attached, is_cavalry, is_static
from engine.games.bd.phases.attaching import attach, carriers, may_carry
from engine.games.bd.phases.entering import RVGK_EDGE, cities, come_in, edge, may_enter
from engine.games.bd.phases.phase import Phase
from engine.games.bd.phases.strongholds import DECLARE
from engine.games.bd.state import BdState
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import riders, to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]
BOX = "rvgk"


def inside(c: Ctx) -> list[Unit]:
    """Units in the RVGK."""
    return [u for u, box in enumerate(c.state.box) if box == BOX]


@rule("bd:8.9")
def _full(c: Ctx) -> Refusal | None:
    most = c.data.constant("rvgk_moves")
    if c.state.shifted >= most:
        return Refusal("bd:8.9", f"{most} units have entered or left the RVGK in this phase: that is all.")
    return None


# ---------------------------------------------------------------------- onto the map
@rule("bd:8.10")
def doors(c: Ctx) -> frozenset[Hex]:
    """Where units leave the RVGK: supplied friendly cities, and the east edge as far south as 2600."""
    last = RVGK_EDGE - c.board.numbers.first_row
    return cities(c, "soviet") | {h for h in edge(c, "soviet") if c.grid.row(h) <= last}


@rule("bd:8.9", "bd:8.10", "bd:6.3")
def deploy_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``deploy 16ra 2205``: a unit leaves the RVGK."""
    u, h = c.unit(unit), c.hex(hex_)
    if c.state.box[u] != BOX:
        return Refusal("bd:8.10", f"{c.roster.short[u]} is not in the RVGK.", units=(u,))
    if is_attached(c, u):
        return Refusal("bd:8.32", f"{c.roster.short[u]} joins an army on the map: 'attach'.", units=(u,))
    return _leaves(c, u) or may_enter(c, u, h, doors(c), "bd:8.10")


@rule("bd:8.9")
def _leaves(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the RVGK may leave it in this phase, wherever it goes."""
    if u in c.frame.vars["stored"]:
        return Refusal("bd:8.9", f"{c.roster.short[u]} has entered the RVGK in this phase.", units=(u,))
    return _full(c)


@rule("bd:8.10")
def _deploy(c: Ctx, unit: str, hex_: str) -> None:
    u = c.unit(unit)
    c.state.shifted += 1
    c.frame.vars["deployed"] = sorted([*c.frame.vars["deployed"], u])
    come_in(c, u, c.hex(hex_), "bd:8.10", free=True)


def _deployable(c: Ctx) -> list[str]:
    if _full(c) is not None:
        return []
    return [c.roster.ids[u] for u in inside(c) if u not in c.frame.vars["stored"]]


def _deployments(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in _deployable(c):
        if subject in (None, unit):
            yield from ((unit, c.label(h)) for h in sorted(doors(c)))


# ---------------------------------------------------------------------- support for another army
@rule("bd:8.32")
def attach_check(c: Ctx, unit: str, army: str) -> Refusal | None:
    """``attach cmp 5gt``: a cavalry-mechanized group leaves the RVGK for an army in overland supply."""
    u = c.unit(unit)
    if c.state.box[u] != BOX or not is_attached(c, u):
        return Refusal("bd:8.32", f"{c.roster.short[u]} is no cavalry-mechanized group of the RVGK.", units=(u,))
    return _leaves(c, u) or may_carry(c, u, c.unit(army))


def _attach(c: Ctx, unit: str, army: str) -> None:
    u = c.unit(unit)
    c.state.shifted += 1
    c.frame.vars["deployed"] = sorted([*c.frame.vars["deployed"], u])
    attach(c, u, c.unit(army))


def _groups(c: Ctx) -> list[str]:
    return [i for i in _deployable(c) if is_attached(c, c.unit(i))]


# ---------------------------------------------------------------------- off the map
@rule("bd:8.9", "bd:8.10", "bd:8.30", "bd:8.32", "bd:4.13")
def store_check(c: Ctx, unit: str) -> Refusal | None:
    """``store 16ra``: a unit in overland supply goes into the RVGK."""
    u = c.unit(unit)
    r, s, name = c.roster, c.state, c.roster.short[c.unit(unit)]
    h = s.hex_of[u]
    if s.box[u] == CAUCASUS and s.expedition == OVER and r.side[u] == "soviet":
        return _full(c)
    if r.side[u] != "soviet" or h < 0:
        return Refusal("bd:8.10", f"{name} is no Soviet unit on the map.", units=(u,))
    if is_static(c, u) or is_cavalry(c, u) or r.kind[u] == COASTAL_ARMY:
        return Refusal("bd:8.30" if is_cavalry(c, u) else "bd:2.9", f"{name} never enters the RVGK.", units=(u,))
    if u in c.frame.vars["deployed"]:
        return Refusal("bd:8.9", f"{name} has left the RVGK in this phase.", units=(u,))
    if not overland(c, "soviet", h):
        return Refusal("bd:8.10", f"{name} is not in overland supply.", (h,), (u,))
    if (full := _full(c)) is not None:
        return full
    most, company = c.data.constant("rvgk_moves"), riders(c, [u])
    if c.state.shifted + 1 + len(company) > most:
        text = f"{name} and {c.roster.names(company)} are {1 + len(company)} units; {most - c.state.shifted} may move."
        return Refusal("bd:8.9", text, units=(u, *company))
    return None


@rule("bd:8.10", "bd:8.32")
def _store(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h = c.state.hex_of[u]
    company = riders(c, [u])
    c.state.shifted += 1 + len(company)
    for v in (u, *company):
        to_box(c, v, BOX)
    c.frame.vars["stored"] = sorted([*c.frame.vars["stored"], u, *company])
    where = f"in {c.board.describe(h)}" if h >= 0 else "from the Caucasus"
    plain, hexes = f"A unit {where} goes into the RVGK.", [h] if h >= 0 else []
    c.say("move", f"{c.roster.short[u]} goes into the RVGK.", "bd:8.10", hexes=hexes, units=[u], plain=plain)


def _storable(c: Ctx) -> list[str]:
    if _full(c) is not None:
        return []
    side, away = c.roster.side, c.state.expedition == OVER
    return [
        c.roster.ids[u]
        for u, h in enumerate(c.state.hex_of)
        if side[u] == "soviet" and (h >= 0 or (away and c.state.box[u] == CAUCASUS))
    ]


class Rvgk(Phase):
    """Up to five units enter or leave the reserve."""

    id = "rvgk"
    phase = "rvgk"
    private = True
    title = "RVGK Phase"
    verbs = (
        Verb("deploy", _deployments, deploy_check, _deploy, "deploy UNIT HEX: out of the RVGK", "bd:8.10", _deployable),
        Verb("attach", carriers(_groups), attach_check, _attach, "attach UNIT ARMY: a group goes with an army",
             "bd:8.32", _groups),
        Verb("store", lambda c, s: [(i,) for i in _storable(c) if s in (None, i)], store_check, _store,
             "store UNIT: into the RVGK", "bd:8.10", _storable),
        DECLARE,
        Verb("end", no_words, lambda c: None, lambda c: c.done(), "end: close the phase", "bd:8.9"),
    )  # fmt: skip

    def begin(self, c: Context[BdState]) -> None:
        c.frame.vars.update(stored=[], deployed=[])
        c.state.shifted = 0
        c.touch()

    def prompt(self, c: Context[BdState]) -> Prompt:
        left = c.data.constant("rvgk_moves") - c.state.shifted
        waiting = counted(len(inside(c)), "unit waits", "units wait")
        text = f"RVGK: {waiting} there; {left} may still enter or leave it."
        return Prompt("soviet", text, "bd:8.9", Action("end"))
