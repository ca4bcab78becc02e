"""The Replacement, Withdrawal & Mechanized Refit Phase of the German player turn (8.12-8.20)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Unit
from engine.components.load import records
from engine.components.wording import counted, plural
from engine.games.pm.beginners import in_force
from engine.games.pm.phases.soviet_replacements import beside_enemy
from engine.games.pm.phases.supply_orders import REOPEN
from engine.games.pm.state import AERIAL, NOT_YET, REFITTING, SUPPLIED, UNSUPPLIED, PmState
from engine.games.pm.supply import WORDS, state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import name, pay, strength, to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

ROOM = 42
"""Characters that the line of a question has for what is to leave."""

Words = tuple[str, ...]
RESERVES = ("okh north", "okh south")


# ---------------------------------------------------------------------- replacements
@rule("pm:8.12", "pm:8.13", "pm:8.14", "pm:8.15", "pm:9.18")
def replace_check(c: Ctx, unit: str) -> Refusal | None:
    """``replace 291inf``: one replacement step for a reduced foot division."""
    u, r = c.unit(unit), c.roster
    kinds = c.data.scenario["replacements"]["german_kinds"]
    if r.nationality[u] not in ("german", "spanish") or r.kind[u] not in kinds or r.size[u] != "division":
        text = f"{r.short[u]} is no German foot division: replacements are for these alone."
        return Refusal("pm:8.13", text, units=(u,))
    if c.state.hex_of[u] < 0 or c.state.steps_left[u] >= r.steps[u]:
        return Refusal("pm:8.14", f"{r.short[u]} is not reduced on the map.", units=(u,))
    if not c.state.replacements:
        return Refusal("pm:8.15", "All replacement steps of the game have been used.")
    if state_of(c, u) == UNSUPPLIED:
        return Refusal("pm:8.14", f"{r.short[u]} is out of supply.", units=(u,))
    return None


def _replace(c: Ctx, unit: str) -> None:
    u, s = c.unit(unit), c.state
    if state_of(c, u) == AERIAL:
        s.still[u] = 1  # 9.18: it neither moves nor attacks in this player turn
    s.steps_left[u] += 1
    s.replacements -= 1
    c.touch()
    a, d, m = strength(c, u)
    left = counted(s.replacements, "replacement step is", "replacement steps are")
    text = f"{name(c, u)} is brought up to {a}-{d}-{m}; {left} left."
    where = c.board.describe(s.hex_of[u])
    plain = f"A unit in {where} takes a replacement step; {counted(s.replacements, 'is', 'are')} left."
    c.say("replacement", text, "pm:8.14", hexes=[s.hex_of[u]], units=[u], plain=plain)


def _reduced(c: Ctx, kinds: Iterable[str]) -> list[str]:
    s, r, wanted = c.state, c.roster, set(kinds)
    return [
        r.ids[u]
        for u, h in enumerate(s.hex_of)
        if h >= 0 and r.side[u] == "axis" and s.steps_left[u] < r.steps[u] and r.kind[u] in wanted
    ]


def _to_replace(c: Ctx) -> list[str]:
    return _reduced(c, c.data.scenario["replacements"]["german_kinds"]) if c.state.replacements else []


def to_replace(c: Ctx) -> list[str]:
    """Units that can take a replacement step now."""
    return [i for i in _to_replace(c) if replace_check(c, i) is None]


# ---------------------------------------------------------------------- refits
@rule("pm:8.18", "pm:8.19", "pm:8.20", "pm:13.9")
def no_refit(c: Ctx, u: Unit) -> Refusal | None:
    """Why a unit does not refit any more, wherever it stands and whatever it loses."""
    r, s, scenario = c.roster, c.state, c.data.scenario["refits"]
    if r.nationality[u] != "german" or r.kind[u] not in scenario["kinds"] or r.size[u] != "division":
        return Refusal("pm:8.18", f"{r.short[u]} is no German panzer or motorized division.", units=(u,))
    if r.ids[u] in scenario["never"]:
        return Refusal("pm:8.18", f"{r.short[u]} never refits.", units=(u,))
    if s.bad_weather:
        return Refusal("pm:8.19", "Refits ended with the first mud or snow.")
    if s.refit[u] != NOT_YET:
        return Refusal("pm:8.20", f"{r.short[u]} has had its one refit.", units=(u,))
    return None


@rule("pm:8.20", "pm:R21")
def refit_check(c: Ctx, unit: str) -> Refusal | None:
    """``refit 3pz``: a mechanized division rests and regains steps by table 17.5."""
    u, r, s = c.unit(unit), c.roster, c.state
    if (refusal := no_refit(c, u)) is not None:
        return refusal
    h = s.hex_of[u]
    if h < 0 or s.steps_left[u] >= r.steps[u]:
        return Refusal("pm:8.20", f"{r.short[u]} is not reduced on the map.", units=(u,))
    if (state := state_of(c, u)) != SUPPLIED:
        return Refusal("pm:8.20", f"{r.short[u]} is not in full supply: {WORDS[state]}.", units=(u,))
    if beside_enemy(c, h, "axis"):
        return Refusal("pm:8.20", f"{r.short[u]} stands beside a Soviet unit.", (h,), (u,))
    return None


@rule("pm:8.20", "pm:17.5")
def _refit(c: Ctx, unit: str) -> None:
    u, s = c.unit(unit), c.state
    table = [int(row["steps"]) for row in tables(c).chart("refit")]
    die = c.roll(6, results=[plural(n, "step") for n in table])
    gained = min(table[die - 1], c.roster.steps[u] - s.steps_left[u])
    s.steps_left[u] += gained
    s.refit[u], s.still[u] = REFITTING, 1
    c.touch()
    text = (
        f"{name(c, u)} refits and regains {gained} step{'s' * (gained != 1)}: {s.steps_left[u]} of {c.roster.steps[u]}."
    )
    plain = f"A unit in {c.board.describe(s.hex_of[u])} refits."
    c.say("refit", text, "pm:8.20", rolls=[die], hexes=[s.hex_of[u]], units=[u], plain=plain)


def _to_refit(c: Ctx) -> list[str]:
    return [] if c.state.bad_weather else _reduced(c, c.data.scenario["refits"]["kinds"])


def to_refit(c: Ctx) -> list[str]:
    """Units that can refit now."""
    return [i for i in _to_refit(c) if refit_check(c, i) is None]


# ---------------------------------------------------------------------- withdrawals
@rule("pm:17.4", "pm:8.16")
def calls(c: Ctx) -> list[dict[str, Any]]:
    """What table 17.4 asks for this turn; only in the first couplet (R10)."""
    if c.state.couplet != 1 or not in_force(c, "8.16"):
        return []
    rows = records(c.data.scenario["withdrawals"], "campaign.toml", "withdrawals")
    return [row for row in rows if row["turn"] == c.state.turn]


def _key(row: dict[str, Any]) -> str:
    return f"owed {row['nationality']} {row['kinds'][0]} {row['size']}"


def owed_words(owed: dict[str, int]) -> str:
    """What is to leave, in the room that a line has."""
    kinds = [
        f"{n} {_capital(k.removeprefix('german '))}{'s' * (n != 1 and not k.endswith('corps'))}"
        for k, n in owed.items()
    ]
    rest = sum(owed.values()) - next(iter(owed.values()))
    every = ", ".join(kinds)
    return every if len(every) <= ROOM else f"{kinds[0]} and {rest} other{'s' * (rest != 1)}"


def _capital(kind: str) -> str:
    """Nationalities have a capital letter."""
    return kind.replace("hungarian", "Hungarian")


@rule("pm:8.16", "pm:R61")
def eligible(c: Ctx, row: dict[str, Any]) -> list[Unit]:
    """Units of the type that are in supply on the map or wait in an OKH Reserve Area; flak in whatever supply (R20)."""
    s, r = c.state, c.roster
    return [
        u
        for u in range(len(r))
        if r.nationality[u] == row["nationality"]
        and r.kind[u] in row["kinds"]
        and r.size[u] == row["size"]
        and (s.box[u] in RESERVES or (s.hex_of[u] >= 0 and (row["must"] or state_of(c, u) != UNSUPPLIED)))
    ]


@rule("pm:8.16")
def withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw 5jag``: take a unit off the map for good."""
    u = c.unit(unit)
    if _row_of(c, u) is None:
        return Refusal(
            "pm:8.16", f"{c.roster.short[u]} is not of a type to be withdrawn now, or not in supply.", units=(u,)
        )
    return None


def _row_of(c: Ctx, u: Unit) -> dict[str, Any] | None:
    rows = (row for row in calls(c) if c.frame.vars.get(_key(row)))
    return next((row for row in rows if u in eligible(c, row)), None)


def _withdraw(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    row = _row_of(c, u)
    assert row is not None
    c.frame.vars[_key(row)] -= 1
    leave(c, u)


def leave(c: Ctx, u: Unit) -> None:
    """A unit is withdrawn for good."""
    h = c.state.hex_of[u]
    to_box(c, u, "withdrawn")
    c.say(
        "withdrawal", f"{c.roster.agree(u, 'is', 'are')} withdrawn.", "pm:8.16", hexes=[h] if h >= 0 else [], units=[u]
    )


def to_withdraw(c: Ctx) -> list[str]:
    """Units of the types that are called for."""
    found = {u for row in calls(c) if c.frame.vars.get(_key(row)) for u in eligible(c, row)}
    return [c.roster.ids[u] for u in sorted(found)]


@rule("pm:8.17")
def decline_check(c: Ctx) -> Refusal | None:
    """``decline``: one withdrawal is not made, for one point."""
    if not any(c.frame.vars.get(_key(row)) for row in calls(c)):
        return Refusal("pm:8.17", "No withdrawal is asked for.")
    return None


def _decline(c: Ctx) -> None:
    row = next(row for row in calls(c) if c.frame.vars.get(_key(row)))
    c.frame.vars[_key(row)] -= 1
    pay(c, 1, f"The withdrawal of a unit ({row['kinds'][0]}) is declined", "pm:8.17")


@rule("pm:8.16", "pm:8.17", "pm:10.1", "pm:10.2", "pm:R20")
def call_withdrawals(c: Ctx) -> None:
    """What must go goes at once; what nobody is left for costs its points; the rest is owed."""
    for row in calls(c):
        if "ground support" in row["kinds"]:
            for u, box in enumerate(c.state.box):
                if box == "air" and c.roster.side[u] == "axis":
                    c.state.carries.pop(c.roster.ids[u], None)
                    leave(c, u)
            continue
        there = eligible(c, row)
        if row["must"]:
            for u in there:
                leave(c, u)
        missing = max(0, row["count"] - len(there))
        if missing:
            pay(c, missing, f"{missing} unit{'s' * (missing != 1)} ({row['kinds'][0]}) cannot be withdrawn", "pm:8.17")
        c.frame.vars[_key(row)] = 0 if row["must"] else row["count"] - missing
    c.touch()


def end_check(c: Ctx) -> Refusal | None:
    """``end``: every withdrawal has been made or declined."""
    for row in calls(c):
        if left := c.frame.vars.get(_key(row)):
            kind = f"{left} unit{'s' * (left != 1)} ({row['kinds'][0]})"
            return Refusal("pm:8.16", f"{kind} must be withdrawn first, or declined for 1 VP each.")
    return None


def first_to_leave(c: Ctx) -> Unit | None:
    """Whom a careful owner would withdraw first, as long as a withdrawal is owed: the weakest."""
    weakest = sorted(to_withdraw(c), key=lambda i: (sum(strength(c, c.roster.by_id[i])[:2]), i))
    return c.roster.by_id[weakest[0]] if weakest else None


class Upkeep(Step[PmState]):
    """Withdrawals in the first couplet, replacements and refits in both (R10)."""

    id = "upkeep"
    phase = "upkeep"
    private = True
    title = "Replacement, withdrawal and refit"

    def acts(self, c: Context[PmState]) -> str:
        return "axis"

    def enter(self, c: Context[PmState]) -> None:
        call_withdrawals(c)
        if end_check(c) is None and not any(self._possible(c)):
            c.done()

    def _possible(self, c: Ctx) -> Iterable[str]:
        yield from to_replace(c)
        yield from to_refit(c)

    def prompt(self, c: Context[PmState]) -> Prompt:
        owed = {k[5:]: n for k, n in c.frame.vars.items() if k.startswith("owed ") and n}
        if owed:
            return Prompt("axis", f"Withdraw or decline: {owed_words(owed)}.", "pm:8.16")
        refits = len(to_refit(c))
        many = f"{refits} division{'s' * (refits != 1)} can refit"
        text = f"Replacements: {plural(c.state.replacements, 'step')} left for the game; {many}."
        return Prompt("axis", text, "pm:8.14", Action("end"))

    verbs = (
        Verb(
            "withdraw",
            lambda c, s: _named(to_withdraw(c), s),
            withdraw_check,
            _withdraw,
            "withdraw UNIT: take it off for good",
            "pm:8.16",
            to_withdraw,
        ),
        Verb("decline", no_words, decline_check, _decline, "decline: it costs 1 VP", "pm:8.17", grave=True),
        Verb(
            "refit",
            lambda c, s: _named(_to_refit(c), s),
            refit_check,
            _refit,
            "refit UNIT: rest and regain steps",
            "pm:8.20",
            _to_refit,
        ),
        Verb(
            "replace",
            lambda c, s: _named(_to_replace(c), s),
            replace_check,
            _replace,
            "replace UNIT: one replacement step",
            "pm:8.14",
            _to_replace,
        ),
        REOPEN,
        Verb("end", no_words, end_check, lambda c: c.done(), "end: go on with the player turn", "pm:8.14"),
    )


def _named(ids: Iterable[str], subject: str | None) -> list[Words]:
    return [(i,) for i in ids if subject in (None, i)]
