"""Kinds of unit as the rules group them (2.21, 2.22)."""

from __future__ import annotations

from typing import Any

from engine.components.grid import Unit
from engine.games.efs.edition import edition
from engine.games.efs.tables import Ctx
from engine.play.citing import rule
from engine.play.fields import for_good

HEADQUARTERS, CAVALRY, TRAIN, FLOTILLA = "headquarters", "cavalry", "armored train", "flotilla"
ROCKETS, RAILROAD_GUN, SUPER_HEAVY = "rocket artillery", "railroad artillery", "super-heavy artillery"
MACHINE_GUN, RECON, COAST_GUNS = "machine gun", "reconnaissance", "coast defense artillery"
ENGINEERS = ("engineer", "motorized engineer", "armored engineer")
INFANTRY = (
    "airborne infantry", "border guard", "infantry", "motorcycle infantry", "motorized infantry", "mountain infantry",
    "parachute infantry", "security infantry", "ski infantry",
)  # fmt: skip
AGAINST_TANKS = ("anti-aircraft", "anti-tank", "armored anti-tank", "motorized anti-aircraft", "motorized anti-tank")
"""Kinds that deny combined arms as armor does (15.57), and answer for armor in 16.33a."""
SUPPLY, SPAN, FERRY = "supply unit", "bridge", "ferry"
SUBSTITUTES = "rsc"
"""Formation of the Regiment Substitute Counters (23.1)."""
FIGHTER, BOMBER, TRANSPORT = AIRCRAFT = ("fighter", "bomber", "transport")
NO_COMBAT_UNITS = frozenset((SUPPLY, SPAN, FERRY, *AIRCRAFT))
WHITE, YELLOW, ORANGE, GREEN, GRAY, BLUE = "white", "yellow", "orange", "green", "gray", "blue"
"""Colours of the movement allowance (2.22b)."""


def kind(c: Ctx, u: Unit) -> str:
    """The kind of a counter, one of ``classes.toml``."""
    return c.roster.kind[u]


def flag(c: Ctx, u: Unit, name: str) -> bool:
    """A further column of the counters that is true or false."""
    return bool(c.roster.printed[name][u][0])


# ---------------------------------------------------------------------- what moves and how
@rule("efs:2.22")
def colour(c: Ctx, u: Unit) -> str:
    """Colour of the movement allowance: ``white``, ``yellow``, ``orange``, ``green``, ``gray`` or ``blue``."""
    return str(c.roster.printed["colour"][u][0])


@rule("efs:2.22", "efs:10.28")
def is_motorized(c: Ctx, u: Unit) -> bool:
    """Whether a unit shows the red box."""
    return flag(c, u, "red_box")


@rule("efs:2.22", "efs:15.57")
def is_armor(c: Ctx, u: Unit) -> bool:
    """Whether a unit is armored: its attack strength is printed in red."""
    return flag(c, u, "red_attack")


ARMORED = ("armor", "armored anti-tank", "armored engineer", "assault gun")


@rule("efs:2.22", "efs:3.16", "efs:10.45")
def is_armored(c: Ctx, u: Unit) -> bool:
    """Whether a unit is of an armored type, whatever the colour of its attack strength: too heavy for boats."""
    return kind(c, u) in ARMORED or is_armor(c, u)


def is_cavalry(c: Ctx, u: Unit) -> bool:
    """Whether a unit is cavalry."""
    return kind(c, u) == CAVALRY


def is_engineer(c: Ctx, u: Unit) -> bool:
    """Whether a unit is an engineer unit."""
    return kind(c, u) in ENGINEERS


def is_train(c: Ctx, u: Unit) -> bool:
    """Whether a unit is an armored train."""
    return kind(c, u) == TRAIN


def is_flotilla(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a flotilla."""
    return kind(c, u) == FLOTILLA


# ---------------------------------------------------------------------- guns
@rule("efs:2.22", "efs:13.1")
def is_gun(c: Ctx, u: Unit) -> bool:
    """Whether a unit is artillery: it shows a range, in firing mode where it has two modes."""
    return kind(c, u).endswith("artillery")


def is_rocket(c: Ctx, u: Unit) -> bool:
    """Whether a unit is rocket artillery (13.3)."""
    return kind(c, u) == ROCKETS


def is_railroad_gun(c: Ctx, u: Unit) -> bool:
    """Whether a unit is railroad artillery (13.4)."""
    return kind(c, u) == RAILROAD_GUN


def is_super_heavy(c: Ctx, u: Unit) -> bool:
    """Whether a unit is super-heavy artillery (13.4)."""
    return kind(c, u) == SUPER_HEAVY


@rule("efs:13.33", "efs:13.42")
def is_heavy(c: Ctx, u: Unit) -> bool:
    """Whether a unit is artillery with a mobile and a firing side: super-heavy or railroad artillery."""
    return is_super_heavy(c, u) or is_railroad_gun(c, u)


# ---------------------------------------------------------------------- who they are
def is_hq(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a headquarters (21.1)."""
    return kind(c, u) == HEADQUARTERS


def is_nkvd(c: Ctx, u: Unit) -> bool:
    """Whether a unit is of the NKVD (21.5)."""
    return flag(c, u, "nkvd")


def is_guards(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a Guards unit (21.5)."""
    return flag(c, u, "guards")


def is_militia(c: Ctx, u: Unit) -> bool:
    """Whether a unit is militia (21.7)."""
    return flag(c, u, "militia")


def is_mg(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a machine-gun unit (21.6)."""
    return kind(c, u) == MACHINE_GUN


def is_zap(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a replacement regiment with rules of its own (7.43)."""
    return flag(c, u, "zap") and edition(c).zap_units


@rule("efs:23.1", "efs:23.13")
def is_substitute(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a Regiment Substitute Counter, which is used again and again."""
    return formation(c, u).endswith(SUBSTITUTES)


@rule("efs:23.23")
def is_strong(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a strong Regiment Substitute Counter, by its printed attack strength."""
    return is_substitute(c, u) and c.roster.faces[u][0][0] > 1


def formation(c: Ctx, u: Unit) -> str:
    """The id of the formation of a unit: the division whose parts stand together (15.58)."""
    return c.roster.formation[u]


def nationality(c: Ctx, u: Unit) -> str:
    """The nationality of a unit."""
    return c.roster.nationality[u]


# ---------------------------------------------------------------------- the five kinds of pieces
@rule("efs:2.21", "efs:6.42")
def is_supply(c: Ctx, u: Unit) -> bool:
    """Whether a counter is a Mobile Supply Unit or a Supply Dump: the non-combat units."""
    return kind(c, u) == SUPPLY


@rule("efs:6.46")
def is_wagon(c: Ctx, u: Unit) -> bool:
    """Whether a supply unit is a wagon: the last of its side's, as many as the scenario says."""
    return u in _wagons(c)


@for_good
def _wagons(c: Ctx) -> frozenset[Unit]:
    found: list[Unit] = []
    for side, given in c.scenario.get("counters", {}).items():
        if (n := int(given.get("wagon", 0))) and edition(c).wagon_allowance:
            own = [u for u in range(len(c.roster)) if c.roster.side[u] == side and is_supply(c, u)]
            found += own[: int(given["supply"])][-n:]
    return frozenset(found)


@rule("efs:2.21", "efs:14.1")
def is_air(c: Ctx, u: Unit) -> bool:
    """Whether a counter is an air unit; these are never in a hex."""
    return kind(c, u) in AIRCRAFT


@rule("efs:2.21", "efs:22.22", "efs:22.32")
def is_span(c: Ctx, u: Unit) -> bool:
    """Whether a counter is a bridge or ferry marker; these are never in a hex, ``spans`` says where they lie."""
    return kind(c, u) in (SPAN, FERRY)


@rule("efs:2.21")
def is_combat(c: Ctx, u: Unit) -> bool:
    """Whether a counter is a combat unit: all ground units but supply units, Untried ones too."""
    return c.roster.kind[u] not in NO_COMBAT_UNITS


# ---------------------------------------------------------------------- Untried units
@rule("efs:8.42")
def untried_sorts(c: Ctx) -> dict[tuple[Any, ...], list[Unit]]:
    """The counters with an Untried side that look alike on it, by what can be seen there, in the order of counters."""
    r, sorts = c.roster, dict[tuple[Any, ...], list[Unit]]()
    for u in range(len(r)):
        if r.number("untried", u):
            sorts.setdefault((r.kind[u], r.size[u], r.number("untried_move", u), r.value("city", u)), []).append(u)
    return sorts
