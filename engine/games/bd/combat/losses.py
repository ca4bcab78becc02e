"""11.26: who of the attackers is given up in a bloodbath, decided by the owner unit by unit."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.components.grid import Unit
from engine.games.bd.elimination import eliminate
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

Words = tuple[str, ...]
UNIT = 8
"""Losses are counted in eighths of a factor: a factor can be cut to a half or a quarter and more."""


def eighths(value: Fraction) -> int:
    """A number of factors for the variables of a step."""
    return int(value * UNIT)


def _here(c: Ctx) -> list[Unit]:
    """The attackers that are left."""
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


def _worth(c: Ctx, u: Unit) -> int:
    v = c.frame.vars
    return int(v["worth"][v["units"].index(u)])


@rule("bd:11.26")
def bearers(c: Ctx) -> list[Unit]:
    """Who may be given up next: units with a dot before all others."""
    units = _here(c)
    dotted = [u for u in units if c.roster.number("dot", u)]
    return dotted or units


@rule("bd:11.26")
def lose_check(c: Ctx, unit: str) -> Refusal | None:
    """``lose 3pz``: an attacker is eliminated."""
    u, name = c.unit(unit), c.roster.short[c.unit(unit)]
    if u not in _here(c):
        return Refusal("bd:11.26", f"{name} takes no part in this battle, or is gone.", units=(u,))
    if u not in bearers(c):
        return Refusal("bd:11.26", f"Units with a dot go before {name}.", units=(u,))
    return None


def _take(c: Ctx, u: Unit) -> None:
    c.frame.vars["left"] -= _worth(c, u)
    eliminate(c, u, "bd:11.26")


def _lose(c: Ctx, unit: str) -> None:
    _take(c, c.unit(unit))
    _go_on(c)


def _all(c: Ctx) -> None:
    """The losses as proposed, to the end."""
    while c.frame.vars["left"] > 0 and _here(c):
        _take(c, cheapest(c))
    c.done()


def _go_on(c: Ctx) -> None:
    """Losses that leave no choice are taken at once."""
    v = c.frame.vars
    while v["left"] > 0 and (units := bearers(c)):
        every = sum(_worth(c, u) for u in _here(c)) <= v["left"]
        if len(units) > 1 and not every:
            return
        _take(c, units[0])
    c.done()


PRECIOUS = 2
"""How much more an owner minds a factor of a mechanized unit than one of infantry, in what is proposed."""


def proposed(c: Ctx) -> list[Unit]:
    """Whom a careful owner would give up now: enough at the least price, infantry before tanks; else all.

    Of those who may go next; units without a dot follow when no other is left.
    """
    units, left = bearers(c), c.frame.vars["left"]
    best: dict[int, tuple[int, int, list[Unit]]] = {0: (0, 0, [])}
    for u in sorted(units, key=lambda u: c.roster.ids[u]):
        worth, price = _worth(c, u), _worth(c, u) * (PRECIOUS if c.roster.mech[u] else 1)
        for total, (paid, count, group) in list(best.items()):
            found = (paid + price, count + 1, [*group, u])
            if total < left and (total + worth not in best or found < best[total + worth]):
                best[total + worth] = found
    enough = [(*found[:2], total, found[2]) for total, found in best.items() if total >= left]
    return min(enough)[3] if enough else units


def cheapest(c: Ctx) -> Unit:
    """The first of those whom a careful owner would give up: the one that is worth most."""
    return max(proposed(c), key=lambda u: (_worth(c, u), c.roster.ids[u]))


def _names(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in bearers(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(n,) for n in _names(c)]


@rule("bd:11.26")
class Losses(Step[BdState]):
    """Losses of the attacker in a bloodbath: called with ``side``, ``units``, their ``worth``, ``left``, in eighths."""

    id = "losses"
    title = "Losses"
    verbs = (
        Verb("lose", _options, lose_check, _lose, "lose UNIT: it is eliminated", "bd:11.26", _names),
        Verb("all", no_words, lambda c: None, _all, "all: as proposed", "bd:11.26"),
    )

    def enter(self, c: Context[BdState]) -> None:
        _go_on(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        v = c.frame.vars
        left = v["left"] / UNIT
        who = ", ".join(c.roster.short[u] for u in proposed(c))
        text = f"Bloodbath: attackers with {left:g} more factor{'s' * (left != 1)} must go, as proposed {who}. Who?"
        return Prompt(v["side"], text, "bd:11.26", Action("lose", (c.roster.ids[cheapest(c)],)))
