"""14.8-14.11, 14.31: the odds of a battle with every shift, line by line, before and after units are revealed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.components.results import ratio_words, whole_ratio
from engine.games.pm.combat.air import support
from engine.games.pm.combat.attenuation import consults, every_shift
from engine.games.pm.combat.shifts import Shift, shifts
from engine.games.pm.combat.strengths import MOBILE, PREPARED, attack_factors, defense_factors, shown, total, write
from engine.games.pm.forts import intact
from engine.games.pm.kinds import CAVALRY, SIEGE
from engine.games.pm.supply import attack_barred
from engine.games.pm.tables import GRADES, Ctx, tables
from engine.play.citing import rule
from engine.play.fields import units_at

KINDS = (PREPARED, MOBILE)


# ---------------------------------------------------------------------- the scale
@rule("pm:14.8", "pm:14.9")
def place(attack: Fraction, defense: Fraction) -> int:
    """The odds as a place on the endless scale of whole ratios: 1:1 is 0, 3:1 is 2, 1:3 is -2."""
    return whole_ratio(attack, defense)


@rule("pm:14.10", "pm:14.31", "pm:17.7")
def results_at(c: Ctx, at: int) -> list[str]:
    """The result of each face of the die at a place of the scale; a single one where nothing is rolled."""
    table = tables(c).crt
    entry = table.enter(at + table.even)
    return list(entry.results) or [entry.outside]


# ---------------------------------------------------------------------- what becomes of a result
@rule("pm:14.23", "pm:14.41", "pm:R31", "pm:R32")
def outcome(c: Ctx, target: Hex, result: str, siege: bool) -> str:
    """A result of the table after siege artillery, which raises the defender's, and a city, which doubles both."""
    attacker, defender = result.split("/")
    own, enemy = int(attacker), -1 if defender == "E" else int(defender)
    if siege and enemy >= 0:
        enemy += 1
    if tables(c).city(target):
        effects = tables(c).effects["city"]
        times, least = int(effects["losses_times"]), int(effects["least_loss"])
        own, enemy = (n * times if n > 0 else least if n == 0 else n for n in (own, enemy))
    return f"{own}/{'E' if enemy < 0 else enemy}"


@rule("pm:14.41", "pm:R54", "pm:R83")
def siege_artillery(c: Ctx, kind: str, attackers: Iterable[Unit], target: Hex) -> Unit:
    """The siege artillery stacked with attackers against a city, large town or fort; -1 for none."""
    worthy = tables(c).grade(target) in GRADES or intact(c, target) in ("fort", "heavy fort")
    if kind != PREPARED or not worthy:
        return -1
    for h in sorted({c.state.hex_of[u] for u in attackers}):
        for u in units_at(c, h):
            if c.roster.kind[u] == SIEGE and not c.state.fought[u] and attack_barred(c, u) is None:
                return u
    return -1


# ---------------------------------------------------------------------- the calculation
@rule("pm:14.11", "pm:14.31", "pm:15.14", "pm:9.6")
def tally(c: Ctx, kind: str, attackers: Iterable[Unit], target: Hex, gast: int | None = None) -> Tally:
    """The whole calculation of a prepared or mobile assault.

    ``gast`` is what the GAST brought, in columns left; without it, while the table is still to be rolled on, the
    column is the one before that roll and the distribution covers both dice.
    """
    found = Tally(kind, attackers=tuple(attackers), target=target)
    if not found.attackers:
        found.call_off("no attackers")
        return found
    side = c.roster.side[found.attackers[0]]
    attack, defense, air = _strengths(c, found, side)
    found.defenders = tuple(units_at(c, target))
    if not found.defenders or c.roster.side[found.defenders[0]] == side:
        found.call_off("no defenders")
        return found
    at = place(attack, defense) if attack and defense else (len(tables(c).crt.columns) if attack else -3)
    found.attack, found.defense = float(round(attack, 1)), float(round(defense, 1))
    found.odds = ratio_words(at) if attack and defense else "no factors"
    found.add(found.odds, f"odds {shown(attack)} to {shown(defense)}", "pm:14.8" if at >= 0 else "pm:14.9")
    for s in [Shift(air, "VIII Fliegerkorps", "pm:10.3"), *shifts(c, kind, found.attackers, target, c.other(side))]:
        if s.columns:
            found.shift += s.columns
            found.add(f"{abs(s.columns)}{'R' if s.columns > 0 else 'L'}", s.text, s.rule)
    _column(c, found, at, gast)
    return found


def _strengths(c: Ctx, found: Tally, side: str) -> tuple[Fraction, Fraction, int]:
    """Factors of both sides with their aircraft, and the columns that aircraft shift."""
    mine = attack_factors(c, found.kind, found.attackers, found.target)
    write(c, found, mine, "attacks")
    points, right = support(c, found.kind, side, mine, found, attacking=True)
    attack = total(mine) + points
    theirs = defense_factors(c, found.target)
    write(c, found, theirs, "defends")
    points, left = support(c, found.kind, c.other(side), theirs, found, attacking=False)
    return attack, total(theirs) + points, right - left


def _column(c: Ctx, found: Tally, at: int, gast: int | None) -> None:
    """The final column, with the GAST and what changes the results."""
    siege = siege_artillery(c, found.kind, found.attackers, found.target)
    open_shifts = [0]
    if gast is not None:
        found.shift -= gast
        found.add(f"{gast}L" if gast else "0", "attenuated supply", "pm:9.6")
    elif consults(c, found.kind, found.attackers):
        open_shifts = every_shift(c, found.target)
        chances = ", ".join(f"{n}L on {open_shifts.count(n)} of 6" for n in sorted(set(open_shifts)))
        found.add("?", f"attenuated supply, to be rolled: {chances}", "pm:9.6")
    if siege >= 0:
        found.add("+1", f"{c.roster.short[siege]}: defender's result raised", "pm:14.41")
    if tables(c).city(found.target):
        found.add("x2", "losses doubled in a city, 0 becomes 1", "pm:14.23")
    for u in found.attackers if found.kind == MOBILE else ():
        if c.roster.kind[u] == CAVALRY:
            found.add("-1", f"step of {c.roster.short[u]} besides: the assault spends cavalry", "pm:15.12")
    share = 1 / len(open_shifts)
    for less in open_shifts:
        results = [outcome(c, found.target, r, siege >= 0) for r in results_at(c, at + found.shift - less)]
        for r in results:
            found.distribution[r] = found.distribution.get(r, 0.0) + share / len(results)
    _last_line(c, found, at, open_shifts)
    if len(open_shifts) == 1 and found.automatic is None:
        found.results = results


def _last_line(c: Ctx, found: Tally, at: int, open_shifts: list[int]) -> None:
    final = ratio_words(at + found.shift)
    raw = results_at(c, at + found.shift)
    if len(raw) == 1:
        worst = results_at(c, at + found.shift - max(open_shifts))
        if len(worst) == 1:
            found.automatic = next(iter(found.distribution))
            found.add(found.automatic, f"{final} is beyond the table: no roll", "pm:14.10")
            return
        final = f"{tables(c).crt.columns[-1]} or better"
    found.column = final
    table = tables(c).crt
    found.add(final, f"column ({table.provenance} table)", "pm:14.31")
