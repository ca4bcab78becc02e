"""Section 20: the team variant, in which Master chits let every player of a side draw from a cup of their own."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.load import records
from engine.components.wording import counted
from engine.games.ava.choices import Seat, choices
from engine.games.ava.phases.command import SIDES, label_of, owned
from engine.games.ava.phases.drawing import in_cup
from engine.games.ava.phases.sequence import Turn, end_turn, resolve_chit
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import clear_activation
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

WORDS = {2: "two", 3: "three"}
"""Columns of the chart of 20.2 by players of a team."""


def team(c: Ctx, side: str) -> list[Seat]:
    """The players of a side."""
    return [seat for seat in choices(c).seats if seat.side == side]


def cup_of(seat: Seat) -> str:
    """The place of chits in the cup of a player."""
    return f"cup {seat.id}"


def kind_of(c: Ctx, chit: str) -> str:
    """The kind of a chit, such as ``hq`` or ``master``."""
    return tables(c).chits[chit]["kind"]


# ---------------------------------------------------------------------- dividing the HQ chits
def _undealt(c: Ctx) -> list[str]:
    return [k for k in owned(c, c.state.side, "ready") if kind_of(c, k) == "hq"]


def _dealt(c: Ctx) -> list[str]:
    places = [cup_of(seat) for seat in team(c, c.state.side)]
    return [k for k in owned(c, c.state.side, *places) if kind_of(c, k) == "hq"]


@rule("ava:20.2")
def twins(c: Ctx, chit: str) -> list[str]:
    """A chit with the other one of its headquarters: both go to the same player (20.2)."""
    t = tables(c).chits
    return [k for k, e in t.items() if e["hq"] == t[chit]["hq"] and e["kind"] == "hq"]


def assign_check(c: Ctx, chit: str, player: str) -> Refusal | None:
    """``assign 9a A1``: a chit, with its twin, into the cup of a player."""
    if chit not in _undealt(c):
        return Refusal("ava:20.2", f"'{chit}' is no chit that you have still to divide.")
    players = [seat.id for seat in team(c, c.state.side)]
    if player not in players:
        return Refusal("ava:20.2", f"'{player}' is no player of your team: {', '.join(players)}.")
    return None


def take_check(c: Ctx, chit: str) -> Refusal | None:
    """``take 9a``: a chit back from the cup of a player."""
    return None if chit in _dealt(c) else Refusal("ava:20.2", f"'{chit}' is in no cup of your team.")


@rule("ava:20.2")
def ready_check(c: Ctx) -> Refusal | None:
    """``ready``: every chit is in a cup, and there are dummies enough to even the Soviet cups out."""
    if _undealt(c):
        return Refusal("ava:20.2", f"{counted(len(_undealt(c)), 'chit is', 'chits are')} in nobody's cup yet.")
    if c.state.side == "soviet" and sum(missing(c).values()) > len(_dummies(c)):
        return Refusal("ava:20.2", f"There are {len(_dummies(c))} dummies: divide the chits more evenly.")
    return None


def _assign(c: Ctx, chit: str, player: str) -> None:
    for k in twins(c, chit):
        c.state.chits[k] = f"cup {player}"
    c.touch()


def _take(c: Ctx, chit: str) -> None:
    for k in twins(c, chit):
        c.state.chits[k] = "ready"
    c.touch()


def _deal(c: Ctx) -> None:
    """What is left goes to the players in the order of the map, each front to one of them as far as it goes."""
    players, sheets = team(c, c.state.side), c.data.scenario["sheets"]
    share = -(-(len(_undealt(c)) + len(_dealt(c))) // len(players))
    while chits := sorted(_undealt(c), key=lambda k: sheets.index(tables(c).chits[k]["map"])):
        room = [seat for seat in players if len(owned(c, seat.side, cup_of(seat))) < share]
        _assign(c, chits[0], (room or players)[0].id)


@rule("ava:20.2")
def missing(c: Ctx) -> dict[str, int]:
    """Per Soviet player the chits that the cup has fewer than the fullest one (20.2)."""
    counts = {seat.id: len(owned(c, "soviet", cup_of(seat))) for seat in team(c, "soviet")}
    return {player: max(counts.values()) - n for player, n in counts.items()}


def _dummies(c: Ctx) -> list[str]:
    return [k for k, e in tables(c).chits.items() if e["kind"] == "dummy" and c.state.chits[k] == "box"]


def _ready(c: Ctx) -> None:
    side = c.state.side
    if side == "soviet":
        for player, number in missing(c).items():
            for chit in _dummies(c)[:number]:
                c.state.chits[chit] = f"cup {player}"
    for chit in owned(c, side, "ready"):
        if kind_of(c, chit) == "interrupt":
            c.state.chits[chit] = "hand"  # held by the team, in no cup
    c.touch()
    c.say("select", f"{side.capitalize()} has divided its HQ chits among the players.", "ava:20.2")
    c.done()


def _deal_check(c: Ctx) -> Refusal | None:
    return None if _undealt(c) else Refusal("ava:20.2", "Every chit is in a cup: 'ready' closes the division.")


def _assign_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(k, seat.id) for k in _undealt(c) for seat in team(c, c.state.side)]


class Distribute(Step[AvaState]):
    """Each team divides its available HQ chits in secret among its players' cups (20.2)."""

    id = "distribute"
    phase = "selection"
    title = "HQ chits for the players"
    secret = True
    verbs = (
        Verb("assign", _assign_options, assign_check, _assign, "assign CHIT PLAYER", "ava:20.2", _undealt),
        Verb("take", lambda c, s: [(k,) for k in _dealt(c)], take_check, _take, "take CHIT back", "ava:20.2", _dealt),
        Verb("deal", no_words, _deal_check, _deal, "deal: share the rest out by fronts", "ava:20.2"),
        Verb("ready", no_words, ready_check, _ready, "ready: the cups are filled", "ava:20.2"),
    )

    def prompt(self, c: Context[AvaState]) -> Prompt:
        text = "Divide your HQ chits; Enter deals the rest, then closes."
        return Prompt(c.state.side, text, "ava:20.2", Action("deal" if _undealt(c) else "ready"))


# ---------------------------------------------------------------------- the Master cup
@rule("ava:20.1", "ava:20.2")
def fill_master_cup(c: Ctx) -> None:
    """Master chits by turn and team, both Reinforcements once they are available, Supply Check, OKH and Reserve."""
    rows = records(c.data.charts["master_cup"], "charts.toml", "master_cup")
    row = [r for r in rows if r["from_turn"] <= c.state.turn][-1]
    for side in SIDES:
        masters = [k for k, e in tables(c).chits.items() if e["kind"] == "master" and e["owner"] == side]
        for chit in masters[: row[WORDS[len(team(c, side))]]]:
            c.state.chits[chit] = "cup"
    kinds = [k for k in ("reserve", "okh") if row[k]]
    kinds += ["supply"] * row["supply_check"] + ["reinforcement"] * row["reinforcements"]
    for chit, entry in tables(c).chits.items():
        if entry["kind"] in kinds and c.state.chits.get(chit) == "ready":
            c.state.chits[chit] = "cup"
    c.state.cup = len(in_cup(c))
    c.touch()
    c.say("cup", f"{counted(c.state.cup, 'chit is', 'chits are')} in the Master cup.", "ava:20.2")


@rule("ava:20.2", "ava:20.2(1)", "ava:20.2(2)")
def _draw(c: Ctx) -> None:
    chits = in_cup(c)
    number = c.roll(len(chits), lot=True)
    chit = chits[number - 1]
    c.state.chits[chit], c.state.drawn = "played", chit
    c.state.cup -= 1
    c.say("draw", f"Drawn from the Master cup: {label_of(c, chit)}.", "ava:20.2", rolls=[number])
    if kind_of(c, chit) == "master":
        owner = tables(c).chits[chit]["owner"]
        for seat in team(c, owner):
            _draw_own(c, seat, "ava:20.2(1)" if owner == "axis" else "ava:20.2(2)")
    c.done()


def _draw_own(c: Ctx, seat: Seat, rule_id: str) -> None:
    """A player draws and reveals an HQ chit; a dummy has no effect (20.2)."""
    chits = in_cup(c, cup_of(seat))
    if not chits:
        c.say("draw", f"{seat.id} has no HQ chit left.", rule_id)
        return
    number = c.roll(len(chits), lot=True)
    chit = chits[number - 1]
    if kind_of(c, chit) == "dummy":
        c.state.chits[chit] = "box"
        c.say("draw", f"{seat.id} draws a dummy: it has no effect.", "ava:20.2", rolls=[number])
    else:
        c.state.chits[chit] = f"drawn {seat.id}"
        c.say("draw", f"{seat.id} draws {label_of(c, chit)}.", rule_id, rolls=[number])
    c.touch()


class MasterDraw(Step[AvaState]):
    """One player draws a Master Control chit (20.2)."""

    id = "master-draw"
    phase = "command"
    title = "Draw a Master Control chit"
    verbs = (Verb("draw", no_words, lambda c: None, _draw, "draw: a chit from the Master cup", "ava:20.2"),)

    def acts(self, c: Context[AvaState]) -> str:
        return choices(c).drawer

    def prompt(self, c: Context[AvaState]) -> Prompt:
        text = f"Draw a Master Control chit ({c.state.cup} in the Master cup)."
        return Prompt(choices(c).drawer, text, "ava:20.2", Action("draw"))


# ---------------------------------------------------------------------- the turn
def revealed(c: Ctx) -> list[tuple[Seat, str]]:
    """HQ chits that were drawn together and wait to be carried out, in the order of the players (ruling R62)."""
    found = []
    for seat in choices(c).seats:
        found += [(seat, k) for k, where in c.state.chits.items() if where == f"drawn {seat.id}"]
    return found


class MasterTurn(Turn):
    """A turn of the variant: divide the HQ chits, fill the Master cup, draw until it is empty (20.2)."""

    id = "master-turn"

    def resume(self, c: Context[AvaState], ended: str) -> None:
        v = c.frame.vars
        if v["stage"] == "army":
            v["stage"] = SIDES[0]
            c.call("distribute", side=SIDES[0])
        elif v["stage"] == SIDES[0]:
            v["stage"] = SIDES[1]
            c.call("distribute", side=SIDES[1])
        elif v["stage"] == SIDES[1] and c.state.turn == 1:
            v["stage"] = "surprise"
            c.call("surprise")
        elif v["stage"] in (SIDES[1], "surprise"):
            v["stage"] = "command"
            fill_master_cup(c)
            c.call("master-draw")
        elif ended == "master-draw" and kind_of(c, c.state.drawn) != "master":
            self._offer(c, c.state.drawn)
        elif ended == "interrupt":
            self._answered(c)
        elif ended == "left-over":
            resolve_chit(c, c.state.drawn)
        else:
            self._go_on(c)

    @rule("ava:20.2", "ava:20.2(3)", "ava:20.2(4)", "ava:20.2(5)")
    def _offer(self, c: Ctx, chit: str) -> None:
        """Reinforcements, Supply Check, OKH, Reserve and HQ chits may meet an interrupt; then they are carried out."""
        c.frame.vars["shown"] = c.state.drawn = chit
        if owned(c, "axis", "hand"):
            c.call("interrupt", side="axis")
        else:
            resolve_chit(c, chit)

    @rule("ava:20.2")
    def _answered(self, c: Ctx) -> None:
        """A cancelled HQ chit returns to the cup that it came from."""
        v, shown = c.frame.vars, c.frame.vars["shown"]
        if c.state.drawn != shown:
            if kind_of(c, shown) == "hq":
                c.state.chits[shown] = f"cup {v['player']}"
                c.state.cup -= 1
                c.touch()
            v["player"] = ""
        resolve_chit(c, c.state.drawn)

    def _go_on(self, c: Ctx) -> None:
        v = c.frame.vars
        c.state.drawn, v["player"] = "", ""
        clear_activation(c)
        waiting = revealed(c)
        if waiting:
            seat, chit = waiting[0]
            v["player"] = seat.id
            c.state.chits[chit] = "played"
            self._offer(c, chit)
        elif in_cup(c):
            c.call("master-draw")
        elif owned(c, "axis", "hand"):
            c.call("left-over")
        else:
            _clear_cups(c)
            end_turn(c)


def _clear_cups(c: Ctx) -> None:
    """End of the turn: HQ chits not drawn are available again, Master chits and dummies are laid aside."""
    for chit, where in c.state.chits.items():
        if kind_of(c, chit) in ("dummy", "master"):
            c.state.chits[chit] = "box"
        elif where.startswith("cup "):
            c.state.chits[chit] = "ready"
