"""Counters given by their values in a position put up by hand: the words of the rules to the columns of the roster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.components.errors import BadInput
from engine.games.efs.edition import edition
from engine.games.efs.kinds import AIRCRAFT, BLUE, FIGHTER, GRAY, MACHINE_GUN, ORANGE, SUPPLY, WHITE
from engine.games.efs.state import EMERGENCY, GENERAL, OUT
from engine.games.efs.step_markers import by_defense
from engine.games.efs.tables import Ctx
from engine.kit.counters import is_new, number
from engine.play.citing import rule

STATUS = {"general supply": GENERAL, "emergency supply": EMERGENCY, "out of supply": OUT}
SHORTAGE = "fuel shortage"
MARKERS = {"overrun": "overrun", SHORTAGE: "fuel", "garrison": "garrison", "fired": "fired"}
RECEIVING = "receiving replacements"
HOLDS = {"do not move 1": 1, "do not move 2": 2}
COLUMNS = {
    "motorized": "red_box", "ma": "colour", "support_attack_only": "attack_only", "division": "formation",
    "close_air_support": "cas",
}  # fmt: skip
"""Words of 2.22 to columns that the counters have under another name."""
SUPPLY_UNITS = ("mobile supply unit", "supply dump")
DUMMY = "dummy"
SINGLE = ("Bf 109", DIVE := "Ju 87", "Hs 123", "B-534", "CR.42", "IAR 80", "MC.200", "PZL P.11")
"""Axis aircraft of one engine (14.22d), and of these the one that has a modifier of its own in the chart of 14.4."""
LONG_RANGE = ("TB-3", "DB-3")
"""Soviet aircraft that fly anywhere (14.22c)."""
ARMORED = ("armor", "armored anti-tank", "armored engineer", "assault gun")
PARTS = {"armor": "panzer regiment", "motorized infantry": "motorized infantry", "reconnaissance": "recon"}
"""Types to their parts in the integrity of a division (15.58)."""
DIVISIONS = ("panzer", "motorized", "ss motorized")


def translated(c: Ctx, entries: Any) -> Any:
    """The entries of ``place`` with the words of the rules turned into those of the roster; others as they are."""
    if not isinstance(entries, list):
        return entries
    return [_entry(c, dict(e)) if isinstance(e, dict) and is_new(c, e) else _named(e) for e in entries]


def _named(entry: Any) -> Any:
    """A counter of the game: what a view tells of it with words of its own is taken and not read."""
    if not isinstance(entry, Mapping):
        return entry
    return {key: value for key, value in entry.items() if key not in (*COLUMNS, *PRINTED, *TOLD)}


PRINTED = ("machine_gun", "division_kind", "step_values")
"""Words of which a counter given by its values is made, and which those of the game have printed."""
TOLD = ("traces", "command_left", "command_range", "railroad_capacity")
"""What a view tells of a unit besides: it follows from the position."""


ROCKETS = "rocket artillery"
"""What supports attacks alone, told or not (13.32)."""
BOUND = {"armored train": GRAY, "railroad artillery": GRAY, "flotilla": BLUE}
"""Colours of the allowance of those that keep to rails and water whatever is told of it."""


@rule("efs:2.22", "efs:13.32")
def _entry(c: Ctx, entry: dict[str, Any]) -> dict[str, Any]:
    for word in TOLD:
        entry.pop(word, None)
    for word, column in COLUMNS.items():
        if word in entry:
            entry.setdefault(column, entry.pop(word))
    kind = str(entry.get("type", ""))
    if kind in SUPPLY_UNITS:
        entry |= {"type": SUPPLY, "colour": ORANGE}
        entry.setdefault("asp", 1 if kind == SUPPLY_UNITS[0] else 2)
    elif kind == DUMMY:
        entry |= {"type": FIGHTER, "dummy": True}
    if entry.get("type") in (SUPPLY, *AIRCRAFT):
        for key in ("attack", "defense", "move"):
            entry.setdefault(key, 0)
    if entry.get("type") in AIRCRAFT:
        entry = _flying(c, entry)
    known = c.roster.classes.get(str(entry.get("type", "")))
    if known is not None and entry["type"] not in (SUPPLY, *AIRCRAFT):
        entry.setdefault("red_box", known.mech)
        entry.setdefault("red_attack", entry["type"] in ARMORED)
        entry.setdefault("colour", BOUND.get(entry["type"], WHITE))
        entry.setdefault("attack_only", entry["type"] == ROCKETS)
        if kind == ONE_STEP[0]:
            entry.setdefault("nonop_move", entry.get("move", 0))
    if entry.pop("machine_gun", False):
        entry["type"] = MACHINE_GUN
    if entry.get("untried"):
        entry.setdefault("untried_side", True)
        entry.setdefault("removed", not entry.get("defense"))
    if "step_values" in entry:
        entry["faces"] = _faces(entry.pop("step_values"), entry.get("move", 0))
    elif edition(c).markers_between and _has_markers(entry):
        entry["faces"] = _marked_faces(entry)
    return _division(entry)


ONE_STEP = ("headquarters", "super-heavy artillery", "railroad artillery", MACHINE_GUN)
"""Types of one step whatever is printed on their other side (3.51)."""


def _has_markers(entry: Mapping[str, Any]) -> bool:
    """Whether nothing but its two sides tells the steps of a counter that may have more than one."""
    told = entry.get("max_steps") is not None or entry.get("faces") is not None or entry.get("untried_side")
    two = any(entry.get(key) not in (None, 0) for key in ("attack2", "defense2"))
    return two and not told and entry.get("type") not in ONE_STEP


@rule("efs:3.51", "efs:16.22")
def _marked_faces(entry: Mapping[str, Any]) -> list[list[int]]:
    """The strengths of a counter of two sides with a step under a Step Loss marker where its defense asks for one."""
    front = number(entry, "attack"), number(entry, "defense"), number(entry, "move")
    back = number(entry, "attack2", 0), number(entry, "defense2", 0), number(entry, "move2", front[2])
    return [list(face) for face in by_defense(front, back)]


@rule("efs:14.22", "efs:14.44")
def _flying(c: Ctx, entry: dict[str, Any]) -> dict[str, Any]:
    """Range and the modifier of fire from the ground by the aircraft: Axis planes of several engines fly anywhere."""
    plane, soviet = str(entry.get("aircraft") or ""), entry.get("side") == c.data.meta["sides"][1]
    single = plane.startswith(SINGLE) or (not plane and entry["type"] == FIGHTER)
    worth = {str(what): int(value) for what, value in c.data.charts["aa_fire"]["drm"]["rows"]}
    near = not plane.startswith(LONG_RANGE) if soviet else single
    near = near and edition(c).flies_from_bases
    entry.setdefault("reach", c.data.constant("air_range") if near else 0)
    entry.setdefault("aa", worth["ju87"] if plane.startswith(DIVE) else 0)
    return entry


def _faces(values: Any, move: Any) -> list[list[Any]]:
    if not isinstance(values, list) or not all(isinstance(v, list) and len(v) == 2 for v in values):
        raise BadInput("'step_values' is a list of pairs of attack and defense, such as [[8, 7], [6, 4]]")
    return [[*pair, move] for pair in values]


@rule("efs:15.58")
def _division(entry: dict[str, Any]) -> dict[str, Any]:
    """The part of a counter in its division, by its type."""
    kind = entry.pop("division_kind", None)
    if kind is not None and kind not in DIVISIONS:
        raise BadInput(f"'division_kind' is one of {', '.join(DIVISIONS)}, not {kind!r}")
    if kind is not None:
        entry.setdefault("integrity", PARTS.get(str(entry.get("type")), ""))
        entry.setdefault("fuel", True)
    return entry
