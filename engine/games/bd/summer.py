"""4.4, 4.16, 4.17: the German summer offensive of 1943, and Manstein's Gambit as part of it."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.bd import gambit, watch
from engine.games.bd.tables import SIDE_WORDS, Ctx, campaign, tables
from engine.games.bd.units import to_box
from engine.games.bd.victory.prizes import half_up, pay
from engine.play.citing import rule


def _offensive(c: Ctx) -> dict[str, Any]:
    found: dict[str, Any] = c.data.tables["track"]["offensive_1943"]
    return found


def _gambit(c: Ctx) -> dict[str, Any]:
    found: dict[str, Any] = c.data.tables["track"]["gambit"]
    return found


# ---------------------------------------------------------------------- declaring
@rule("bd:4.4")
def is_open(c: Ctx) -> bool:
    """Whether the German side decides about the offensive now, at the beginning of a turn."""
    s = c.state
    return campaign(c) and s.turn in _offensive(c)["turns"] and not s.summer and s.summer_asked != s.turn


@rule("bd:4.4")
def launch(c: Ctx) -> None:
    """The offensive begins in this turn."""
    c.state.summer = c.state.turn
    watch.note_cities(c)
    c.say("order", "The German summer offensive of 1943 begins in this turn.", "bd:4.4")


@rule("bd:4.16", "bd:4.17", "bd:R6")
def launch_gambit(c: Ctx) -> None:
    """With Manstein's Gambit further corps come at once, and the game ends with its last turn."""
    launch(c)
    s, brings = c.state, gambit.terms(c)
    s.gambit = s.turn
    for name in brings["units"]:
        _call(c, c.roster.find(name), "aside")
    for name in brings["pulled"]:
        _call(c, c.roster.find(name), "turn")
    c.touch()
    text = f"Manstein's Gambit is played: the game ends with turn {_gambit(c)['last']}."
    c.say("order", text, "bd:4.16")


def _call(c: Ctx, u: Unit, box: str) -> None:
    """A unit that waits in a sort of box comes in this turn."""
    if c.state.box[u].split(" ")[0] == box:
        to_box(c, u, f"turn {c.state.turn}")


# ---------------------------------------------------------------------- judging
@rule("bd:4.4", "bd:4.16")
def judge(c: Ctx) -> None:
    """End of a turn: the offensive has succeeded or failed, or none was launched in time; the Gambit decides."""
    s = c.state
    if not campaign(c):
        return
    if gambit.running(c):
        if s.turn >= _gambit(c)["last"]:
            _decide(c)
    elif s.summer == s.turn:
        if watch.kept(c) and watch.gained(c):
            c.say("victory", "The summer offensive of 1943 has succeeded.", "bd:4.4", hexes=watch.gained(c))
        else:
            _fail(c, "The summer offensive of 1943 has failed")
    elif s.turn == _offensive(c)["due"] and not s.summer:
        _fail(c, "No summer offensive was launched in 1943")


@rule("bd:4.4", "bd:1.3")
def _fail(c: Ctx, why: str) -> None:
    """Half a die, rounded up, is deducted once."""
    if c.state.summer_failed:
        return
    c.state.summer_failed = 1
    die = c.roll(6, results=[f"-{half_up(n)} VP" for n in range(1, 7)])
    pay(c, -half_up(die), "bd:4.4", f"{why}, roll {die}", rolls=[die])


@rule("bd:4.16", "bd:4.2")
def home_places(c: Ctx) -> list[Hex]:
    """The places of points that were German on the first turn of the campaign: those outside the Soviet Union."""
    t = tables(c)
    return [p.hexes[0] for p in c.board.places if t.value(p.hexes[0]) and not t.in_ussr(p.hexes[0])]


@rule("bd:4.16")
def objectives(c: Ctx) -> list[Hex]:
    """The great cities of the Gambit that are German now."""
    found = [c.board.index[label] for label in _gambit(c)["objectives"]]
    return [h for h in found if c.state.control.get(c.label(h)) == "axis"]


@rule("bd:4.16")
def gambit_won(c: Ctx) -> bool:
    """Whether every place of the first turn and enough of the great cities are German."""
    home = all(c.state.control.get(c.label(h)) == "axis" for h in home_places(c))
    return home and len(objectives(c)) >= int(_gambit(c)["of_them"])


@rule("bd:4.16")
def _decide(c: Ctx) -> None:
    winner = "axis" if gambit_won(c) else "soviet"
    text = f"{SIDE_WORDS[winner]} wins: {len(objectives(c))} of the great cities are German."
    c.say("victory", text, "bd:4.16", hexes=objectives(c))
    c.over(winner, "Manstein's Gambit", "bd:4.16")
