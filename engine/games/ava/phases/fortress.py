"""Sections 11.3 and 14: fortresses built in the Supply Check. What they do in combat is in ``battle`` and ``zones``."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex
from engine.components.wording import counted, plural
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, sheet_of, tables
from engine.games.ava.zones import communicates, held
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


@rule("ava:14.0", "ava:14.1", "ava:18.1", "ava:18.2", "ava:18.3")
def allowance(c: Ctx) -> int:
    """Steps that may be built in a Supply Check of this turn: none before turn 4, fewer in the scenarios."""
    table = c.data.scenario["fortress"]
    return int(table["build_steps"]) if c.state.turn >= int(table["first_turn"]) else 0


def built(c: Ctx) -> list[str]:
    """Hexes with a fortress that was built, not placed at the start (4.0(7))."""
    placed = [f["hex"] for f in c.data.scenario["fortress"].get("at_start", ())]
    return [label for label in sorted(c.state.fortress) if label not in placed]


@rule("ava:14.3")
def markers_left(c: Ctx, sheet: str) -> int:
    """Markers of a map that can still be placed: those that stand are in use, those lost never return (R37)."""
    total = int(c.data.scenario["fortress"]["markers"].get(sheet, 0))
    standing = sum(1 for label in built(c) if sheet_of(c, c.board.index[label]) == sheet)
    return max(0, total - standing - c.state.markers_lost[sheet])


# ---------------------------------------------------------------------- why not
@rule("ava:11.3", "ava:14.1")
def build_check(c: Ctx, hex_: str) -> Refusal | None:
    """``build K3607``: one step of a fortress in a Soviet major city."""
    h = c.hex(hex_)
    where = c.board.describe(h)
    if tables(c).place_size(h) != "major city":
        return Refusal("ava:14.1(1)", f"{where} is no major city: no fortress is built there.", (h,))
    if c.state.control.get(c.label(h)) != "soviet":
        return Refusal("ava:14.1(1)", f"{where} is not under Soviet control.", (h,))
    if not communicates(c, "soviet", h):
        return Refusal("ava:14.1(1)", f"{where} has no Soviet line of communications.", (h,))
    enemies = [n for n in c.grid.adjacent[h] if n in held(c, "axis")]
    if enemies:
        return Refusal("ava:14.1(2)", f"An Axis unit in {c.label(enemies[0])} is next to {where}.", (h, *enemies))
    return _full(c, h, where)


def _full(c: Ctx, h: Hex, where: str) -> Refusal | None:
    """Steps in the hex, hexes with a fortress, markers of the map."""
    steps, most = c.state.fortress.get(c.label(h), 0), c.data.constant("fortress_steps")
    if steps >= most:
        return Refusal("ava:14.1(6)", f"The fortress in {where} has {plural(most, 'step')} already.", (h,))
    if steps:
        return None
    limit = int(c.data.scenario["fortress"]["build_hexes"])
    if len(built(c)) >= limit:
        return Refusal(
            _limit_rule(c),
            f"{counted(limit, 'hex with a fortress is', 'hexes with a fortress are')} all there may be.",
            (h,),
        )
    if not markers_left(c, sheet_of(c, h)):
        return Refusal("ava:14.3", f"No fortress marker of the map of {where} is left.", (h,))
    return None


def _limit_rule(c: Ctx) -> str:
    rule_id = str(c.data.scenario["fortress"]["rule"])
    return "ava:14.0" if rule_id == "ava:14.1" else rule_id


# ---------------------------------------------------------------------- the step
def _sites(c: Ctx) -> list[str]:
    """Major city hexes under Soviet control."""
    t = tables(c)
    cities = (c.label(h) for h in t.tracked if t.place_size(h) == "major city")
    return [label for label in cities if c.state.control.get(label) == "soviet"]


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(label,) for label in _sites(c)]


def _open(c: Ctx) -> list[str]:
    return [label for label in _sites(c) if build_check(c, label) is None]


@rule("ava:14.1")
def _build(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    label = c.label(h)
    steps = c.state.fortress[label] = c.state.fortress.get(label, 0) + 1
    c.touch()
    where = c.board.describe(h)
    if steps == 1:
        c.say("fortress", f"A +1 fortress is built in {where}.", "ava:14.1(4)", hexes=[h])
    else:
        c.say("fortress", f"The fortress in {where} is raised to +{steps}.", "ava:14.1(5)", hexes=[h])
    c.frame.vars["left"] -= 1
    if not c.frame.vars["left"] or not _open(c):
        c.done()


class Fortify(Step[AvaState]):
    """From turn 4 the Soviet player may build fortresses in every Supply Check (11.3, 14.1)."""

    id = "fortify"
    phase = "supply-check"
    title = "Fortress construction"
    verbs = (
        Verb("build", _options, build_check, _build, "build HEX: a fortress step", "ava:14.1", _sites),
        Verb("end", no_words, always, lambda c: c.done(), "end: build no more", "ava:14.1"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "soviet"

    def enter(self, c: Context[AvaState]) -> None:
        c.frame.vars["left"] = allowance(c)
        if not c.frame.vars["left"] or not _open(c):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        left = c.frame.vars["left"]
        text = f"Choose a major city for a fortress step ({left} left), or end."
        return Prompt("soviet", text, "ava:14.1", Action("end"))
