"""16.1 to 16.3: what a cell of the Combat Results Table demands of each side, Orders and asterisk taken in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.battles import ADDITIONAL, NO_RETREAT
from engine.games.efs.edition import edition
from engine.games.efs.forts import helps
from engine.games.efs.kinds import AGAINST_TANKS, is_armor, is_engineer, kind, nationality
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import allowance
from engine.play.citing import rule

BUSTERS = ("anti-aircraft", "motorized anti-aircraft", "assault gun")
"""Kinds that may bust bunkers (15.44a)."""


class Code(NamedTuple):
    """One half of a cell, as printed."""

    steps: int = 0
    retreat: bool = False
    star: bool = False
    eliminated: bool = False


@rule("efs:16.12")
def read(code: str) -> Code:
    """One half of a cell: ``-``, ``e``, ``1``, ``2R``, ``R*`` ..."""
    number = "".join(ch for ch in code if ch.isdecimal())
    return Code(int(number or 0), "R" in code, "*" in code, "e" in code)


@rule("efs:16.11")
def halves(cell: str) -> tuple[Code, Code]:
    """What a cell says for the attacker, which is printed first, and for the defender."""
    above, _, below = cell.partition("/")
    return read(above), read(below)


class Fight(NamedTuple):
    """What of a battle decides over its losses, besides the cell."""

    side: str
    """The attacker."""
    targets: tuple[Hex, ...]
    attackers: tuple[Unit, ...]
    """Units that bear the attacker's result, artillery beside a Defender hex included (16.14)."""
    defenders: tuple[Unit, ...]
    """All combat units in the Defender hexes (16.14, R81)."""
    attack_order: str = ""
    defense_order: str = ""
    supplied: bool = True
    mandated: bool = False
    fort: bool = False
    """Whether an active fortification counts for the asterisk (16.32)."""
    citadel: bool = False
    """Whether the defenders stand in an active citadel (18.51d)."""
    engineers: bool = False
    """Whether Engineer Effects were declared and allowed (15.53)."""
    buster: Unit = -1
    """The declared bunker buster (15.44), -1 for none."""
    no_star: bool = False
    """Whether a bombardment of 3 or less cancels the asterisk (13.44)."""


class Demand(NamedTuple):
    """What one side must bear: steps, who must give the first of them, and who retreats how far."""

    steps: int = 0
    first: tuple[Unit, ...] = ()
    """Who gives the first step; anybody where it is empty."""
    law: str = "efs:16.21"
    """The rule by which they do."""
    retreat: int = 0
    """Hexes to retreat: 0, 2, or 3 by Order."""
    eliminated: bool = False
    stuck: tuple[Unit, ...] = ()
    """Units that no Order keeps in place and that cannot retreat: with an allowance of zero (12.53e)."""


# ---------------------------------------------------------------------- the asterisk
NO_FUEL = "armor without fuel"


@rule("efs:16.31", "efs:16.32")
def extra_steps(c: Ctx, f: Fight) -> int:
    """Steps that an asterisk costs the attacker beyond the number."""
    return len(star_conditions(c, f))


@rule("efs:16.32")
def star_conditions(c: Ctx, f: Fight) -> tuple[str, ...]:
    """What makes an asterisk cost the attacker a step, one each, in words."""
    found = {
        "no Attack Supply": not f.supplied,
        "Mandated Attack": f.mandated,
        "fortification": f.fort,
        NO_FUEL: f.side == "axis" and dry_tanks(c, f.attackers),
    }
    return tuple(words for words, on in found.items() if on)


@rule("efs:16.32")
def dry_tanks(c: Ctx, units: Iterable[Unit]) -> bool:
    """Whether armor of the Axis under a Fuel Shortage marker is among some units."""
    return any(c.state.fuel[u] and is_armor(c, u) and c.roster.side[u] == "axis" for u in units)


@rule("efs:16.33", "efs:R46")
def attrition(c: Ctx, f: Fight, code: Code) -> tuple[Unit, ...]:
    """The armor of the attacker, one of which takes the first step of an asterisk; nobody where 16.33a is silent."""
    if not code.star or f.no_star or not (extra_steps(c, f) or code.steps):
        return ()
    if edition(c).engineers_first and (f.engineers or not code.steps):
        return ()
    if not any(is_armor(c, u) or kind(c, u) in ("armor", *AGAINST_TANKS) for u in f.defenders):
        return ()
    return tuple(u for u in f.attackers if is_armor(c, u))


@rule("efs:16.33", "efs:15.44", "efs:15.53")
def engineer_loss(c: Ctx, f: Fight, code: Code) -> tuple[Unit, ...]:
    """Engineers and bunker busters, where declared: one of them takes the first step that 16.32 asks for."""
    asked = extra_steps(c, f) or (code.steps and edition(c).engineers_first)
    if not code.star or f.no_star or not asked:
        return ()
    declared = [u for u in f.attackers if f.engineers and is_engineer(c, u)]
    return tuple(sorted({*declared, *([f.buster] if f.buster in f.attackers else ())}))


@rule("efs:16.33", "efs:R45")
def answer(c: Ctx, f: Fight) -> tuple[Unit, ...]:
    """Who of the defenders gives his first step when attacking armor must lose one: armor, else guns against it."""
    armor = tuple(u for u in f.defenders if is_armor(c, u))
    guns = tuple(u for u in f.defenders if kind(c, u) in AGAINST_TANKS)
    return tuple(sorted({*armor, *guns})) if edition(c).engineers_first else armor or guns


# ---------------------------------------------------------------------- both sides
@rule("efs:16.15", "efs:16.45")
def ordered(code: Code, order: str, dearer: int = 0) -> tuple[int, int]:
    """Steps and hexes of retreat of a half of a cell under an Order; No Retreat may cost ``dearer`` more steps."""
    if not code.retreat:
        return code.steps, 0
    if order == NO_RETREAT:
        return code.steps + 1 + dearer, 0
    if order == ADDITIONAL:
        return max(code.steps - 1, 0), 3
    return code.steps, 2


@rule("efs:16.45")
def _dearer(c: Ctx, units: Iterable[Unit], cover: Iterable[Hex]) -> int:
    """Further steps that No Retreat costs units of either side where the edition asks for them: one, unless all of
    them are German or all defenders have cover in the hexes given."""
    if not edition(c).standing_costs_more or all(nationality(c, u) == "german" for u in units):
        return 0
    return int(not all(_is_cover(c, h) for h in cover))


@rule("efs:16.45")
def _is_cover(c: Ctx, h: Hex) -> bool:
    """Whether the ground or a work of either side in a Defender hex spares both sides the second step of No Retreat."""
    t, terrain = tables(c), tables(c).terrain(h)
    rough = "hill" in terrain or terrain in ("woods", "mountain", "alpine")
    return rough or t.city(h) or t.major_city(h) or any(helps(c, h, side) for side in c.data.meta["sides"])


@rule("efs:12.53", "efs:16.46")
def _stuck(c: Ctx, units: Iterable[Unit], code: Code, order: str) -> tuple[Unit, ...]:
    if not code.retreat or order != NO_RETREAT or not edition(c).orders_skip_fixed:
        return ()
    return tuple(u for u in units if not allowance(c, u))


@rule("efs:16.11", "efs:16.31", "efs:16.33")
def attacker_demand(c: Ctx, f: Fight, cell: str) -> Demand:
    """What the attacker must bear."""
    code = halves(cell)[0]
    if code.eliminated:
        return Demand(eliminated=True)
    steps, back = ordered(code, f.attack_order, _dearer(c, f.attackers, f.targets))
    if code.star and not f.no_star:
        steps += extra_steps(c, f)
    first, law = attrition(c, f, code), "efs:16.33"
    if not first:  # where engineers go first, attrition stands back for them
        first = engineer_loss(c, f, code)
    if not first or not steps:
        first, law = (), "efs:16.21"
    return Demand(steps, first, law, back, stuck=_stuck(c, f.attackers, code, f.attack_order))


@rule("efs:16.11", "efs:16.32", "efs:16.33", "efs:18.51")
def defender_demand(c: Ctx, f: Fight, cell: str) -> Demand:
    """What the defender must bear; in a citadel no R counts."""
    above, code = halves(cell)
    if code.eliminated:
        return Demand(eliminated=True)
    if f.citadel:
        code = code._replace(retreat=False)
    steps, back = ordered(code, f.defense_order, _dearer(c, f.defenders, f.targets))
    if above.star and not f.no_star and dry_tanks(c, f.defenders):
        steps += 1
    if steps and attacker_demand(c, f, cell).steps and attrition(c, f, above) and (first := answer(c, f)):
        return Demand(steps, first, "efs:16.33", back, stuck=_stuck(c, f.defenders, code, f.defense_order))
    return Demand(steps, retreat=back, stuck=_stuck(c, f.defenders, code, f.defense_order))
