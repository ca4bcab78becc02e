"""What lies beside the map: boxes, the turn record, markers, the deadpile; and where a unit off the map is."""

from __future__ import annotations

from collections import Counter

from engine.games.pm.air import carrier
from engine.games.pm.garrisons import lacks
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import anonymous, short
from engine.games.pm.victory import needed
from engine.grid import Unit
from engine.rules import rule
from engine.ruleset import Track

TITLES = {
    "okh north": ("Northern OKH Reserve Area", "pm:8.2"),
    "okh south": ("Southern OKH Reserve Area", "pm:8.2"),
    "shift north": ("On the way to the northern OKH area", "pm:8.3"),
    "shift south": ("On the way to the southern OKH area", "pm:8.3"),
    "rvgk": ("RVGK", "pm:8.1"),
    "ports": ("Southern Ports box", "pm:11.3"),
    "ports new": ("Southern Ports box, arrived this turn", "pm:11.3"),
    "arriving": ("Arriving units", "pm:8.7"),
    "tank brigades": ("Tank brigades still to come", "pm:8.9"),
    "air": ("Aircraft", "pm:10.2"),
    "eliminated": ("Deadpile", "pm:2.16"),
    "withdrawn": ("Withdrawn units", "pm:8.16"),
}
WHERE = {
    "aside": "set aside until a rule calls it",
    "converted": "became a Guards unit",
    "to place": "waits to be set up",
    "not in play": "",
}


def tracks(c: Ctx, viewer: str) -> list[Track]:
    """Turn record, needs of the set-up, markers, then every box that holds something."""
    found = [_turns(c), *_wants(c), _markers(c)]
    for box, (title, rule_id) in TITLES.items():
        for side in ("axis", "soviet"):
            units = [u for u, b in enumerate(c.state.box) if b == box and c.roster.side[u] == side]
            if units:
                found.append(Track(f"{box}-{side}".replace(" ", "-"), title, rule_id, _contents(c, units)))
    return found


def _contents(c: Ctx, units: list[Unit]) -> tuple[str, ...]:
    kinds = Counter(c.roster.kind[u] for u in units)
    lines = [f"{len(units)}: " + ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))]
    named = [short(c, u) for u in units if not anonymous(c, u) or c.state.tried[u]]
    if named:
        lines.append(", ".join(named))
    return tuple(lines)


def _turns(c: Ctx) -> Track:
    lines = []
    for row in tables(c).calendar:
        mark = "▶" if row["turn"] == c.state.turn else " "
        wanted = needed(c, row["turn"])
        lines.append(f"{mark}{row['turn']:>2} {row['title']:<13} German win at {wanted:>2} VP")
    return Track("turns", "Turn record and German Victory Table", "pm:17.2", tuple(lines))


def _wants(c: Ctx) -> list[Track]:
    if not c.state.stack or c.frame.step != "set-up":
        return []
    missing = lacks(c, c.frame.vars["side"])
    lines = tuple(f"{lack.text} [{lack.rule}]" for lack in missing) or ("nothing: the set-up is complete",)
    return [Track("set-up", "Still missing in the set-up", "pm:3.1", lines)]


def _markers(c: Ctx) -> Track:
    s = c.state
    lines = [f"replacement steps left: {s.replacements} of {c.data.constant('replacements')}"]
    lines += [f"{name} {_with(c, 'on', c.roster.by_id[u])}" for name, u in sorted(s.carries.items())]
    if s.memory.get("concentration"):
        names = c.roster.names(u for u, on in enumerate(s.marked) if on)
        lines.append(f"supply concentration: {names or 'nobody yet'}")
    if left := s.memory.get("pause"):
        lines.append(f"von Paulus' Pause: {left} couplets to go")
    refitted = [c.roster.short[u] for u, r in enumerate(s.refit) if r]
    if refitted:
        lines.append(f"have refitted: {', '.join(refitted)}")
    return Track("markers", "Markers", "pm:2.18", tuple(lines))


def whereabouts(c: Ctx, u: Unit) -> str:
    """Where a unit off the map is, and when it comes; whom aircraft support."""
    box = c.state.box[u]
    if box == "air":
        with_ = carrier(c, u)
        return "idle" if with_ < 0 else _with(c, "with", with_)
    if box.startswith("turn "):
        return f"comes on turn {box[5:]}"
    if box in TITLES:
        return TITLES[box][0]
    return WHERE.get(box, "waits to be set up" if box.startswith("to place") else "not on the map")


@rule("pm:14.7")
def _with(c: Ctx, word: str, u: Unit) -> str:
    """With whom a marker lies, and where; of an enemy stack only the hex."""
    where = c.label(c.state.hex_of[u])
    return f"in {where}" if c.state.covered[u] else f"{word} {c.roster.short[u]}, {where}"
