"""14.3, 14.7: the set-up is printed; what is left to choose is to which corps Tiger battalions are attached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.components.wording import plural
from engine.games.bd.stacking import counts
from engine.games.bd.state import BdState
from engine.games.bd.tables import SIDE_WORDS, Ctx
from engine.games.bd.units import side_units
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

Words = tuple[str, ...]


@rule("bd:14.7", "bd:8.31")
def attach_check(c: Ctx, unit: str, corps: str) -> Refusal | None:
    """``attach 505tb 35inf``: a Tiger battalion goes with another corps of its hex."""
    u, v = c.unit(unit), c.unit(corps)
    s, r = c.state, c.roster
    if r.ids[u] not in s.attached:
        return Refusal("bd:14.7", f"{r.short[u]} is no Tiger battalion on the map.", units=(u,))
    if v not in side_units(c, s.hex_of[u], r.side[u]) or not counts(c, v):
        return Refusal("bd:14.7", f"{r.short[v]} is no corps in the hex of {r.short[u]}.", units=(u, v))
    if s.attached[r.ids[u]] == r.ids[v]:
        return Refusal("bd:14.7", f"{r.short[u]} is with {r.short[v]} already.", units=(u, v))
    return None


def _attach(c: Ctx, unit: str, corps: str) -> None:
    c.state.attached = {**c.state.attached, unit: corps}
    c.touch()


def _tigers(c: Ctx) -> list[str]:
    return sorted(c.state.attached)


def choices(c: Ctx) -> list[Words]:
    """Tiger battalions and corps of their hexes that they do not go with yet."""
    found: list[Words] = []
    for unit in _tigers(c):
        u = c.unit(unit)
        here = side_units(c, c.state.hex_of[u], c.roster.side[u])
        found += [(unit, c.roster.ids[v]) for v in here if attach_check(c, unit, c.roster.ids[v]) is None]
    return found


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [words for words in choices(c) if subject in (None, words[0])]


@rule("bd:3.1")
def ready(c: Ctx, counts_by_side: dict[str, int], law: str = "bd:3.1") -> None:
    """Tell how many units sides have set up, and end the step."""
    for side, count in counts_by_side.items():
        c.say("setup", f"{SIDE_WORDS[side]} is set up: {plural(count, 'unit')}.", law)
    c.done()


def _ready(c: Ctx) -> None:
    standing = Counter(c.roster.side[u] for u, h in enumerate(c.state.hex_of) if h >= 0)
    ready(c, {side: standing[side] for side in SIDE_WORDS})


ATTACH = Verb("attach", _options, attach_check, _attach, "attach TIGERS CORPS: go with another corps", "bd:14.7",
              _tigers)  # fmt: skip
"""For every step of a set-up."""


class SetUp(Step[BdState]):
    """Both sides stand as printed; the German side may attach its Tiger battalions otherwise."""

    id = "set-up"
    phase = "setup"
    title = "Set-up"
    verbs = (
        ATTACH,
        Verb("ready", no_words, lambda c: None, _ready, "ready: the set-up is complete", "bd:3.1"),
    )  # fmt: skip

    def enter(self, c: Context[BdState]) -> None:
        if not choices(c):
            _ready(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "Both sides stand as printed. Attach Tiger battalions otherwise, or ready."
        return Prompt("axis", text, "bd:14.7", Action("ready"))
