"""8.11: one unit of the RVGK is deployed in the German movement phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex
from engine.games.bd.kinds import is_attached
from engine.games.bd.pauses import enough, pauses
from engine.games.bd.phases.entering import cities, come_in, may_enter
from engine.games.bd.phases.rvgk import BOX, inside
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

FROM_TURN = 3


@rule("bd:8.11")
def possible(c: Ctx) -> bool:
    """Whether the Soviet side could deploy a unit now: once in a German movement phase, from turn 3 on, if asked."""
    s = c.state
    return (
        pauses(c, "reserve", "soviet")
        and s.turn >= FROM_TURN
        and s.side == "axis"
        and not s.deployed
        and any(open_to(c, u) for u in inside(c))
    )


@rule("bd:8.11", "bd:R53")
def concerns(c: Ctx, path: Sequence[Hex]) -> bool:
    """Whether a German move goes into a city in which the Soviet side could deploy a unit now."""
    if not (possible(c) and set(path) & cities(c, "soviet")):
        return False
    return any(h in path for u in inside(c) for h in open_to(c, u))


def open_to(c: Ctx, u: int) -> list[Hex]:
    """Soviet cities in overland supply with room for a unit."""
    if is_attached(c, u):
        return []
    doors = cities(c, "soviet")
    return [h for h in sorted(doors) if may_enter(c, u, h, doors, "bd:8.11") is None]


@rule("bd:8.11")
def deploy_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``deploy 16ra 2205``: into a Soviet-controlled city in overland supply."""
    u, h = c.unit(unit), c.hex(hex_)
    if c.state.box[u] != BOX:
        return Refusal("bd:8.11", f"{c.roster.short[u]} is not in the RVGK.", units=(u,))
    if is_attached(c, u):
        return Refusal("bd:8.32", f"{c.roster.short[u]} goes with an army, not by itself.", units=(u,))
    return may_enter(c, u, h, cities(c, "soviet"), "bd:8.11")


@rule("bd:8.11")
def _deploy(c: Ctx, unit: str, hex_: str) -> None:
    c.state.deployed = 1
    come_in(c, c.unit(unit), c.hex(hex_), "bd:8.11", free=True)
    c.done()


def _units(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in inside(c)]


def _words(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for unit in _units(c):
        if subject in (None, unit):
            yield from ((unit, c.label(h)) for h in sorted(cities(c, "soviet")))


class Emergency(Step[BdState]):
    """The German movement pauses: the Soviet side may put a unit of the RVGK into a city. Called with ``side``."""

    id = "emergency"
    private = True
    title = "Emergency deployment"
    verbs = (
        Verb("deploy", _words, deploy_check, _deploy, "deploy UNIT HEX: out of the RVGK", "bd:8.11", _units),
        Verb("pass", no_words, lambda c: None, lambda c: c.done(), "pass: not now", "bd:8.11"),
        enough(lambda c: ["reserve"], "bd:8.11"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = f"The enemy moves: deploy one of {len(inside(c))} RVGK units in a city, or pass."
        return Prompt("soviet", text, "bd:8.11", Action("pass"))
