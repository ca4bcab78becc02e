"""Chapter 9: hero and fortress cities, declared at any time but not during an attack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex
from engine.components.load import records
from engine.games.bd import works
from engine.games.bd.kinds import is_attached
from engine.games.bd.pauses import enough, pauses
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx, in_force, tables
from engine.games.bd.units import beside_enemy, held_by, side_units
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

FIRST_FORTRESS = "fortress-city-1"
WORD = {"soviet": "hero city", "axis": "fortress city"}
LAW = {"soviet": "bd:9.1", "axis": "bd:9.2"}


# ---------------------------------------------------------------------- markers
@rule("bd:9.1", "bd:9.2")
def arrive(c: Ctx) -> None:
    """Markers of this turn come into the hands of their sides; those of the first turn are in the scenario's list."""
    s = c.state
    if s.turn == tables(c).first_turn:
        return
    for row in records(c.data.tables["markers"], "markers.toml", "markers"):
        side, count = str(row["side"]), int(row["count"])
        if row["arrival"] != s.turn or row["rule"] != LAW.get(side) or not in_force(c, LAW[side].partition(":")[2]):
            continue
        if side == "soviet":
            s.hero_markers += count
        else:
            s.fortress_markers += count
            s.first_fortress += row["id"] == FIRST_FORTRESS
        word = f"{count} {WORD[side]} marker{'s' * (count != 1)}"
        c.say("marker", f"{'The Soviet' if side == 'soviet' else 'The German'} side has {word} more.", LAW[side])
    c.touch()


def in_hand(c: Ctx, side: str) -> int:
    """Markers that a side can still put down."""
    return c.state.hero_markers if side == "soviet" else c.state.fortress_markers


# ---------------------------------------------------------------------- declaring
@rule("bd:9.1", "bd:9.2", "bd:9.7")
def may_declare(c: Ctx, side: str, h: Hex) -> Refusal | None:
    """Whether a side may make a city its hero or fortress city now."""
    where, law = c.board.describe(h), LAW[side]
    if any(f.step == "battle" for f in c.state.stack):
        return Refusal("bd:9.7", "No city changes its status during an attack.", (h,))
    if not in_hand(c, side):
        return Refusal(law, f"There is no {WORD[side]} marker in hand.")
    if not tables(c).city(h):
        return Refusal(law, f"{where} is no city.", (h,))
    if works.stronghold(c, h, side):
        return Refusal(law, f"{where} is a {WORD[side]} already.", (h,))
    if c.state.control.get(c.label(h)) != side or held_by(c, h) not in ("", side):
        return Refusal(law, f"{where} is not under friendly control.", (h,))
    return _abroad(c, side, h)


@rule("bd:9.1", "bd:9.2")
def _abroad(c: Ctx, side: str, h: Hex) -> Refusal | None:
    """Hero cities lie in the Soviet Union, fortress cities at home but for the one of the first marker."""
    where = c.board.describe(h)
    if side == "soviet" and not tables(c).in_ussr(h):
        return Refusal("bd:9.1", f"{where} lies outside the Soviet Union.", (h,))
    if side == "axis" and not works.at_home(c, h) and not c.state.first_fortress:
        text = f"Only the first marker goes outside Germany, Hungary and the General Government, not this one: {where}."
        return Refusal("bd:9.2", text, (h,))
    return None


def declare_check(c: Ctx, hex_: str) -> Refusal | None:
    """``declare 1606``: a city becomes a hero or fortress city."""
    return may_declare(c, c.state.side, c.hex(hex_))


@rule("bd:9.1", "bd:9.2")
def _declare(c: Ctx, hex_: str) -> None:
    """The marker lies; at home a later one is spent before the first, which can go anywhere."""
    s, h = c.state, c.hex(hex_)
    if s.side == "soviet":
        s.heroes.append(c.label(h))
        s.hero_markers -= 1
    else:
        s.fortresses.append(c.label(h))
        s.first_fortress -= not works.at_home(c, h) or s.fortress_markers == s.first_fortress
        s.fortress_markers -= 1
    c.touch()
    text = f"{c.board.describe(h)} is declared a {WORD[s.side]}."
    c.say("marker", text, LAW[s.side], hexes=[h])


def _declare_now(c: Ctx, hex_: str) -> None:
    """The same in the enemy's turn, which goes on once no further city is in question."""
    _declare(c, hex_)
    if not threatened(c, c.state.side):
        c.done()


def _open(c: Ctx, side: str) -> list[Hex]:
    """Cities that a side could declare now."""
    return [h for h in tables(c).cities if may_declare(c, side, h) is None] if in_hand(c, side) else []


def _labels(c: Ctx) -> list[str]:
    return [c.label(h) for h in _open(c, c.state.side)]


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(label,) for label in _labels(c) if subject in (None, label)]


DECLARE = Verb("declare", _options, declare_check, _declare, "declare HEX: hero or fortress city", "bd:9.1", _labels,
               grave=True, rare=True)  # fmt: skip
"""For every step in which a side acts in its own time."""


# ---------------------------------------------------------------------- in the enemy's turn
@rule("bd:9.7", "bd:R58")
def threatened(c: Ctx, side: str, passed: Sequence[str] = ()) -> list[Hex]:
    """Cities with a garrison beside the enemy that a side could declare, without those that it has passed by."""
    return [
        h
        for h in _open(c, side)
        if c.label(h) not in passed
        and beside_enemy(c, h, side)
        and any(not is_attached(c, u) for u in side_units(c, h, side))
    ]


@rule("bd:9.7", "bd:R58")
def ask(c: Ctx) -> None:
    """In a phase of the enemy: the owner of newly threatened cities is asked, unless the game does not pause for it."""
    v, side = c.frame.vars, c.other(c.state.side)
    if c.state.over or not pauses(c, "strongholds", side):
        return
    if found := threatened(c, side, v.get("passed", ())):
        v["passed"] = sorted({*v.get("passed", ()), *(c.label(h) for h in found)})
        c.call("strongholds", side=side)


@rule("bd:9.1", "bd:9.2", "bd:9.7", "bd:R58")
class Strongholds(Step[BdState]):
    """The enemy stands before a city: its owner may declare it before the next attack. Called with ``side``."""

    id = "strongholds"
    title = "Hero and fortress cities"
    verbs = (
        DECLARE._replace(apply=_declare_now),
        Verb("pass", no_words, always, lambda c: c.done(), "pass: not now", "bd:9.1"),
        enough(lambda c: ["strongholds"], "bd:9.1"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        side = c.frame.vars["side"]
        found = threatened(c, side)
        names = ", ".join(c.board.describe(h) for h in found[:2])
        text = f"Enemy at {names}: declare a {WORD[side]}, or pass." if names else "Declare, or pass."
        return Prompt(side, text, LAW[side], Action("pass"), about=found[0] if found else -1)
