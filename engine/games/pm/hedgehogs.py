"""14.40: German hedgehogs in December."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex
from engine.games.pm.beginners import in_force
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import side_units
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import stacks
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


@rule("pm:14.40", "pm:7.5")
def german(c: Ctx, h: Hex) -> bool:
    """Whether a unit of German nationality stands in a hex."""
    return any(c.roster.nationality[u] == "german" for u in side_units(c, h, "axis"))


@rule("pm:14.40", "pm:R39")
def hedgehog(c: Ctx, h: Hex) -> bool:
    """Whether a hex is a hedgehog now: its marker, with a German unit under it."""
    return bool(c.state.hedgehogs) and c.label(h) in c.state.hedgehogs and in_force(c, "14.40") and german(c, h)


@rule("pm:R39")
def prune(c: Ctx) -> None:
    """Take up the markers of hexes without a German unit."""
    for label in list(c.state.hedgehogs):
        h = c.board.find(label)
        if not german(c, h):
            c.state.hedgehogs.remove(label)
            c.touch()
            c.say("hedgehog", f"No German is left in {c.board.describe(h)}: no hedgehog any more.", "pm:R39", hexes=[h])


def _built_up(c: Ctx, h: Hex) -> bool:
    """Whether a hex holds a town, large town or city that a hedgehog may be in."""
    grade = tables(c).grade(h)
    return bool(grade and tables(c).effects[grade]["hedgehog"])


def eligible(c: Ctx) -> list[Hex]:
    """Town, large town and city hexes with a German unit and no hedgehog yet."""
    return [h for h in sorted(stacks(c)) if _built_up(c, h) and german(c, h) and c.label(h) not in c.state.hedgehogs]


# ---------------------------------------------------------------------- the step
@rule("pm:14.40")
def form_check(c: Ctx, hex_: str) -> Refusal | None:
    """``form 2817N``: a hedgehog in this hex."""
    h = c.hex(hex_)
    where = c.board.describe(h)
    if c.label(h) in c.state.hedgehogs:
        return Refusal("pm:14.40", f"{where} is a hedgehog already.", (h,))
    if not _built_up(c, h):
        return Refusal("pm:14.40", f"{where} is no town, large town or city: no hedgehog there.", (h,))
    if not german(c, h):
        return Refusal("pm:14.40", f"No unit of German nationality is in {where}: no hedgehog there.", (h,))
    return None


def lift_check(c: Ctx, hex_: str) -> Refusal | None:
    """``lift 2817N``: rescind a hedgehog."""
    h = c.hex(hex_)
    if c.label(h) not in c.state.hedgehogs:
        return Refusal("pm:14.40", f"{c.board.describe(h)} is no hedgehog.", (h,))
    return None


def _form(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    c.state.hedgehogs = sorted([*c.state.hedgehogs, c.label(h)])
    c.touch()
    c.say(
        "hedgehog", f"Hedgehog in {c.board.describe(h)}: 2 columns left, no retreat, no attack.", "pm:14.40", hexes=[h]
    )


def _lift(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    c.state.hedgehogs.remove(c.label(h))
    c.touch()
    c.say("hedgehog", f"The hedgehog in {c.board.describe(h)} is lifted.", "pm:14.40", hexes=[h])


def all_check(c: Ctx) -> Refusal | None:
    """``all``: hedgehogs wherever they can be formed."""
    if not eligible(c):
        return Refusal("pm:14.40", "There is no further hex for a hedgehog.")
    return None


def _all(c: Ctx) -> None:
    for h in eligible(c):
        _form(c, c.label(h))


def _open(c: Ctx) -> list[str]:
    return [c.label(h) for h in eligible(c)]


def _form_options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(label,) for label in _open(c)]


def _lift_options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(label,) for label in c.state.hedgehogs]


@rule("pm:14.40")
class Hedgehogs(Step[PmState]):
    """Very start of a German movement phase of December: hedgehogs are declared and rescinded."""

    id = "hedgehogs"
    phase = "movement"
    private = True
    title = "Hedgehogs"
    verbs = (
        Verb("form", _form_options, form_check, _form, "form HEX: a hedgehog there", "pm:14.40", _open),
        Verb(
            "lift", _lift_options, lift_check, _lift, "lift HEX: rescind the hedgehog", "pm:14.40",
            lambda c: list(c.state.hedgehogs),
        ),
        Verb("all", no_words, all_check, _all, "all: hedgehogs wherever they can be formed", "pm:14.40"),
        Verb("end", no_words, always, lambda c: c.done(), "end: go on to movement", "pm:14.40"),
    )  # fmt: skip

    def acts(self, c: Context[PmState]) -> str:
        return "axis"

    def enter(self, c: Context[PmState]) -> None:
        prune(c)
        c.touch()
        if not eligible(c) and not c.state.hedgehogs:
            c.done()

    def prompt(self, c: Context[PmState]) -> Prompt:
        text = f"Form or lift hedgehogs: {len(c.state.hedgehogs)} stand, {len(eligible(c))} more can be formed."
        return Prompt("axis", text, "pm:14.40", Action("end"))
