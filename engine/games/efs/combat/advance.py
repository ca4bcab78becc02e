"""16.5: attackers advance into the hexes that their battle has emptied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.access import BOATS, FREE, SWAMP, access
from engine.games.efs.combat.battles import ADDITIONAL, ATTACKER
from engine.games.efs.combat.orders import order_of
from engine.games.efs.edition import edition
from engine.games.efs.homes import kept_near
from engine.games.efs.kinds import is_gun, is_rocket
from engine.games.efs.movement.entering import enter
from engine.games.efs.stacking import fits
from engine.games.efs.state import ADVANCED, EfsState
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import allowance, attack, defence, side_units
from engine.games.efs.victory import look
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


def call_advance(c: Ctx, side: str, hexes: Iterable[Hex], units: Iterable[Unit]) -> None:
    """Call the step: some attackers may advance into hexes that are vacant now."""
    c.call("advance", side=side, hexes=list(hexes), units=list(units), gone=[])


def _waiting(c: Ctx) -> list[Unit]:
    v = c.frame.vars
    return [u for u in v["units"] if c.state.hex_of[u] >= 0 and u not in v["gone"]]


# ---------------------------------------------------------------------- who, and where to
@rule("efs:16.52", "efs:13.32", "efs:8.7", "efs:8.72", "efs:16.45")
def may_go(c: Ctx, u: Unit) -> Refusal | None:
    """Whether an attacker may advance at all."""
    name = c.roster.short[u]
    if u not in _waiting(c):
        return Refusal("efs:16.52", f"{name} took no part in this combat, or has advanced.", units=(u,))
    if order_of(c, c.state.committed[u], ATTACKER) == ADDITIONAL and not edition(c).fleeing_advance:
        return Refusal("efs:16.45", f"{name} has Additional Retreat: it does not advance.", units=(u,))
    if c.state.hold[u]:
        return Refusal(
            edition(c).held_law, f"{name} may not move in this turn: it does not advance either.", units=(u,)
        )
    if is_rocket(c, u):
        return Refusal("efs:13.32", f"{name} is rocket artillery, which never advances.", units=(u,))
    if is_gun(c, u) and not edition(c).guns_advance:
        return Refusal("efs:16.52", f"{name} is artillery, which never advances.", units=(u,))
    if not allowance(c, u):
        return Refusal("efs:16.52", f"{name} cannot move.", units=(u,))
    return None


@rule("efs:16.5", "efs:16.53", "efs:16.54", "efs:12.15", "efs:10.45", "efs:10.48", "efs:21.74", "efs:R230", "efs:R271")
def may_advance(c: Ctx, u: Unit, h: Hex, others: Sequence[Unit] = ()) -> Refusal | None:
    """Whether an attacker may advance into a hex, with others that are to go there too; enemy ZOC does not matter."""
    if (refusal := may_go(c, u)) is not None:
        return refusal
    a, name, where = c.state.hex_of[u], c.roster.short[u], c.board.describe(h)
    if h not in c.frame.vars["hexes"] or h not in c.grid.adjacent[a]:
        return Refusal("efs:16.53", f"{where} is no vacant Defender hex beside {name}.", (h,), (u,))
    if access(c, u, a, h) not in (FREE, BOATS):
        if tables(c).terrain(h) == SWAMP:
            text = f"{name} enters a swamp by road or railroad alone: the attack gave it no way into {where}."
            return Refusal("efs:R271", text, (a, h), (u,))
        return Refusal("efs:16.54", f"{name} cannot cross from {c.label(a)} into {where}.", (a, h), (u,))
    return kept_near(c, [u], h) or fits(c, [*side_units(c, h, c.roster.side[u]), *others, u], h)


@rule("efs:16.5", "efs:16.54")
def advance_check(c: Ctx, unit: str, hex_: str = "") -> Refusal | None:
    """``advance 18pz-pzr B0234``: into that hex; the hex may be left out where only one is vacant."""
    u, hexes = c.unit(unit), c.frame.vars["hexes"]
    if not hex_ and len(hexes) > 1:
        return Refusal("efs:16.54", "Several hexes are vacant: name one of them.", tuple(hexes), (u,))
    return may_advance(c, u, c.hex(hex_) if hex_ else hexes[0])


def able(c: Ctx) -> dict[Unit, list[Hex]]:
    """Who could advance now, and where to."""
    found = {u: [h for h in c.frame.vars["hexes"] if may_advance(c, u, h) is None] for u in _waiting(c)}
    return {u: hexes for u, hexes in found.items() if hexes}


# ---------------------------------------------------------------------- going
@rule("efs:16.5", "efs:16.51", "efs:6.42")
def _enter(c: Ctx, units: Sequence[Unit], h: Hex) -> None:
    v = c.frame.vars
    starts = sorted({c.state.hex_of[u] for u in units})
    verb = "advances" if len(units) == 1 else "advance"
    text = f"{c.roster.names(units)} {verb} to {c.board.describe(h)}."
    c.say("advance", text, "efs:16.5", hexes=[*starts, h], units=units)
    enter(c, units, h)
    for u in units:
        c.state.did[u] |= ADVANCED
    v["gone"] = sorted([*v["gone"], *units])
    look(c)
    if not c.state.over and not able(c):
        c.done()


def _advance(c: Ctx, unit: str, hex_: str = "") -> None:
    _enter(c, [c.unit(unit)], c.hex(hex_) if hex_ else c.frame.vars["hexes"][0])


def all_check(c: Ctx) -> Refusal | None:
    """``all``: as many as find room in the one vacant hex, the strongest first."""
    if len(c.frame.vars["hexes"]) > 1:
        return Refusal("efs:16.54", "Several hexes are vacant: say who goes where.", tuple(c.frame.vars["hexes"]))
    return None if able(c) else Refusal("efs:16.5", "Nobody can advance.")


def _all(c: Ctx) -> None:
    h, group = c.frame.vars["hexes"][0], list[Unit]()
    for u in sorted(able(c), key=lambda u: (-attack(c, u) - defence(c, u), u)):
        if may_advance(c, u, h, group) is None:
            group.append(u)
    _enter(c, sorted(group), h)


# ---------------------------------------------------------------------- the step
def _ids(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _waiting(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in _ids(c):
        if subject in (None, name):
            yield from ((name, c.label(h)) for h in c.frame.vars["hexes"])


@rule("efs:16.5", "efs:16.51")
class Advance(Step[EfsState]):
    """Advance after combat: some, one or none of the attackers; called by ``call_advance``."""

    id = "advance"
    title = "Advance after combat"
    verbs = (
        Verb(
            "advance", _options, advance_check, _advance, "advance UNIT [HEX]: into the vacated hex", "efs:16.5", _ids
        ),
        Verb("all", no_words, all_check, _all, "all: as many as there is room for", "efs:16.5"),
        Verb("end", no_words, always, lambda c: c.done(), "end: no further advance", "efs:16.51"),
    )

    def enter(self, c: Context[EfsState]) -> None:
        if not able(c):
            c.done()

    def prompt(self, c: Context[EfsState]) -> Prompt:
        v = c.frame.vars
        where = ", ".join(c.board.describe(h) for h in v["hexes"])
        text = f"{where} is vacated: {len(able(c))} can advance. All, one by one, or end."
        whole = len(v["hexes"]) == 1
        u, hexes = next(iter(able(c).items()))
        first = Action("all") if whole else Action("advance", (c.roster.ids[u], c.label(hexes[0])))
        return Prompt(v["side"], text, "efs:16.5", first)
