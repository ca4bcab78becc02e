"""7.10 to 7.12, 7.21: Soviet offensive supply markers, put down at the very start of the player turn."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.bd.phases.phase import Phase
from engine.games.bd.state import BdState
from engine.games.bd.supply import needs_offensive, overland
from engine.games.bd.tables import Ctx, in_force, tables
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, str]


@rule("bd:7.10", "bd:7.12", "bd:7.21", "bd:R31", "bd:14.6")
def deployable(c: Ctx) -> list[str]:
    """The markers that the Soviet side can put down in this turn; none while Moscow is lost (7.21)."""
    if not needs_offensive(c) or c.state.no_markers or not in_force(c, "7.10"):
        return []
    return sorted(_markers(c))


def _markers(c: Ctx) -> dict[str, int]:
    """Markers that have arrived, to their range."""
    rows = tables(c).markers
    found = {r["id"]: int(r["range"]) for r in rows if r["range"]}
    listed = c.scenario.get("markers", {}).get("offensive")
    by_turn = [r["id"] for r in rows if r["range"] and r["arrival"] <= c.state.turn]
    return {name: found[name] for name in {*by_turn, *(listed or ())}}


@rule("bd:7.21")
def moscow_counts(c: Ctx) -> None:
    """At the start of a game turn: German Moscow stops offensive supply until it is Soviet in overland supply again."""
    h, s = tables(c).named("Moscow"), c.state
    if h < 0 or not needs_offensive(c):
        return
    if s.control.get(c.label(h)) == "axis":
        s.no_markers = 1
    elif overland(c, "soviet", h):
        s.no_markers = 0
    c.touch()


@rule("bd:7.12")
def mark_check(c: Ctx, marker: str, hex_: str) -> Refusal | None:
    """``mark A 2208``: a marker into any hex of the map, no more than one a hex."""
    h, name = c.hex(hex_), marker.upper()
    if name not in deployable(c):
        return Refusal("bd:7.12", f"There is no marker '{marker}' to put down: {', '.join(deployable(c)) or 'none'}.")
    if c.label(h) in [at for m, at in c.state.offensive.items() if m != name]:
        return Refusal("bd:7.12", f"Another offensive supply marker is in {c.board.describe(h)}.", (h,))
    if c.state.offensive.get(name) == c.label(h):
        return Refusal("bd:7.12", f"Marker {name} is in {c.board.describe(h)} already.", (h,))
    return None


def _mark(c: Ctx, marker: str, hex_: str) -> None:
    h, name = c.hex(hex_), marker.upper()
    c.state.offensive[name] = c.label(h)
    c.touch()
    c.say("supply", f"Offensive supply {name} at {c.board.describe(h)}.", "bd:7.12", hexes=[h])


@rule("bd:7.11", "bd:7.12")
def _marks(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Where a marker makes sense: beside or in a Soviet unit; any other hex may be named all the same."""
    side = c.roster.side
    near = {n for u, h in enumerate(c.state.hex_of) if h >= 0 and side[u] == "soviet" for n in (h, *c.grid.adjacent[h])}
    for name in deployable(c):
        if subject in (None, name):
            yield from ((name, c.label(h)) for h in sorted(near & c.data.in_play))


def _lift_check(c: Ctx, marker: str) -> Refusal | None:
    """``lift A``: take a marker up again."""
    if marker.upper() not in c.state.offensive:
        return Refusal("bd:7.12", f"Marker '{marker}' is not on the map.")
    return None


def _lift(c: Ctx, marker: str) -> None:
    del c.state.offensive[marker.upper()]
    c.touch()


def _lifts(c: Ctx, subject: str | None) -> Iterable[tuple[str]]:
    return [(name,) for name in c.state.offensive if subject in (None, name)]


class OffensiveSupply(Phase):
    """Markers are put down, some or all; they stay to the end of the player turn."""

    id = "offensive-supply"
    phase = "offensive-supply"
    private = True
    title = "Offensive supply"
    verbs = (
        Verb("mark", _marks, mark_check, _mark, "mark MARKER HEX: offensive supply there", "bd:7.12", deployable),
        Verb("lift", _lifts, _lift_check, _lift, "lift MARKER: take it up again", "bd:7.12", deployable, role="back"),
        Verb("end", no_words, lambda c: None, lambda c: c.done(), "end: the markers lie", "bd:7.12"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        left = [name for name in deployable(c) if name not in c.state.offensive]
        told = ", ".join(f"{name} ({'' if n else 'range '}{_markers(c)[name]})" for n, name in enumerate(left))
        text = f"Put down supply {told}, or end." if left else "All markers lie: end."
        return Prompt("soviet", text, "bd:7.12", Action("end"))
