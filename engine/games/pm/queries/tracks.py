"""What lies beside the map: boxes, the turn record, markers, the deadpile."""

from __future__ import annotations

from collections import Counter

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.pm.beginners import in_force
from engine.games.pm.setup.strictures import FRONTIER, lacks, zone_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import anonymous, short
from engine.games.pm.victory import needed
from engine.play.asked import Named, Track
from engine.play.citing import rule

TITLES = {
    "okh north": ("Northern OKH Reserve Area", "pm:8.2"),
    "okh south": ("Southern OKH Reserve Area", "pm:8.2"),
    "shift north": ("On the way to the northern OKH area", "pm:8.3"),
    "shift south": ("On the way to the southern OKH area", "pm:8.3"),
    "rvgk": ("RVGK", "pm:8.1"),
    "air": ("Aircraft", "pm:10.2"),
    "ports": ("Southern Ports box", "pm:11.3"),
    "ports new": ("Southern Ports box, arrived this turn", "pm:11.3"),
    "arriving": ("Arriving units", "pm:8.7"),
    "tank brigades": ("Tank brigades still to come", "pm:8.9"),
    "eliminated": ("Deadpile", "pm:2.16"),
    "withdrawn": ("Withdrawn units", "pm:8.16"),
}


def tracks(c: Ctx, viewer: str) -> list[Track]:
    """Turn record, needs of the set-up, markers, then every box that holds something."""
    found = [_turns(c), *_weather(c), *_wants(c), _markers(c)]
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


@rule("pm:13.1", "pm:13.2")
def _weather(c: Ctx) -> list[Track]:
    """The weather of both zones, where the rules know any."""
    if not in_force(c, "13.2"):
        return []
    words = ", ".join(f"{zone} {word}" for zone, word in c.state.weather.items())
    return [Track("weather", "Weather by zone", "pm:13.2", (words,))]


def _wants(c: Ctx) -> list[Track]:
    if not c.state.stack or c.frame.step != "set-up":
        return []
    missing = lacks(c, c.frame.vars["side"])
    lines = tuple(f"{lack.text} [{lack.rule}]" for lack in missing) or ("nothing: the set-up is complete",)
    return [Track("set-up", "Still missing in the set-up", "pm:3.1", lines)]


def _markers(c: Ctx) -> Track:
    s = c.state
    lines = [f"replacement steps left: {s.replacements} of {c.data.constant('replacements')}"]
    lines += [f"{name} {lies_with(c, 'on', c.roster.by_id[u])}" for name, u in sorted(s.carries.items())]
    if s.concentration:
        names = c.roster.names(u for u, on in enumerate(s.marked) if on)
        lines.append(f"supply concentration: {names or 'nobody yet'}")
    if left := s.pause_left:
        lines.append(f"von Paulus' Pause: {plural(left, 'couplet')} to go")
    refitted = [c.roster.short[u] for u, r in enumerate(s.refit) if r]
    if refitted:
        lines.append(f"have refitted: {', '.join(refitted)}")
    return Track("markers", "Markers", "pm:2.18", tuple(lines))


@rule("pm:14.7")
def lies_with(c: Ctx, word: str, u: Unit) -> str:
    """With whom a marker lies, and where; of an enemy stack only the hex."""
    where = c.label(c.state.hex_of[u])
    return f"in {where}" if c.state.covered[u] else f"{word} {c.roster.short[u]}, {where}"


# ---------------------------------------------------------------------- things with a word of their own
@rule("pm:9.18", "pm:3.2", "pm:8.7", "pm:8.1")
def named(c: Ctx, viewer: str) -> list[Named]:
    """The aerial supply counters in use, which both sides see on the map; how many units of a kind wait for a place."""
    found = []
    for marker, unit in sorted(c.state.carries.items()):
        u = c.roster.by_id[unit]
        if marker not in c.roster.by_id and (h := c.state.hex_of[u]) >= 0:
            where = c.board.describe(h)
            found.append(
                Named(marker, f"Aerial supply {marker.rpartition('-')[2]}", where, "pm:9.18", h, f"in {where}")
            )
    step = c.frame.step if c.state.stack else ""
    if viewer == "soviet" == c.state.side and step in BOXES:
        for kind, words in _kinds_left(c, step).items():
            found.append(Named(kind, c.roster.formation_titles.get(kind, kind), words, "pm:8.7", note=words))
    return found


BOXES = {"set-up": "to place", "soviet-reinforcement": "arriving", "release": "rvgk"}
"""Steps in which untried units are put down by their kind, and where these wait."""


def _kinds_left(c: Ctx, step: str) -> dict[str, str]:
    side, start = c.roster.side, BOXES[step]
    waiting = [u for u, box in enumerate(c.state.box) if box.startswith(start) and side[u] == "soviet"]
    kinds = Counter(c.roster.formation[u] for u in waiting)
    if step != "set-up":
        return {kind: f"{n} left" for kind, n in sorted(kinds.items())}
    front = Counter(c.roster.formation[u] for u in waiting if zone_of(c, u) == FRONTIER)
    return {kind: f"FZ {front[kind]}, IZ {n - front[kind]}" for kind, n in sorted(kinds.items())}
