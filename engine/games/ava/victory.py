"""Section 16: victory points, and the end of the game."""

from __future__ import annotations

from engine.components.charts import TallyLine
from engine.components.grid import Hex
from engine.components.load import records
from engine.games.ava.choices import choices
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import reduced
from engine.games.ava.zones import communicates
from engine.play.asked import Score
from engine.play.citing import rule
from engine.play.fields import derived

SHOWN = 3
"""So many supply sources are named in a line."""


def worth(c: Ctx, what: str, joined: bool = True) -> int:
    """Points for one thing, in or out of communications (16.1-16.3), from the chart."""
    if "worth" not in c.data.memo:
        c.data.memo["worth"] = {r["id"]: r for r in records(c.data.charts["victory"], "charts.toml", "victory")}
    row = c.data.memo["worth"][what]
    return int(row["points"] if joined else row["cut_off"])


def points(c: Ctx, h: Hex) -> int:
    """Victory points that the Axis has or would have for a hex in communications."""
    return _every_point(c).get(h, 0)


@rule("ava:16.3")
def at_stake(c: Ctx, h: Hex) -> int:
    """Victory points that a hex in communications brings beside the others: of Soviet supply sources, and of those
    "From Moscow", one counts, the others bring what is missing where that one is cut off."""
    found = points(c, h)
    for group, key in ((tables(c).sources("soviet"), "breakthrough"), (tables(c).moscow, "from_moscow")):
        others = [n for n in group if n != h and _axis(c, n)] if h in group else []
        if others:
            found -= worth(c, key, any(communicates(c, "axis", n) for n in others))
    return found


@derived("stand_fast")
def _every_point(c: Ctx) -> dict[Hex, int]:
    """The same of all hexes that are worth any."""
    t, more = tables(c), worth(c, "breakthrough")
    found = dict.fromkeys(t.sources("soviet"), more)
    found |= dict.fromkeys(t.moscow, more + worth(c, "from_moscow"))
    if t.breakthrough:
        found |= dict.fromkeys(t.breakthrough, int(c.data.scenario["breakthrough"]["points"]))
    for h in c.board.place_at:
        if t.place_size(h) == "major city":
            found[h] = worth(c, "major_city") + (worth(c, "stand_fast") if c.label(h) in c.state.stand_fast else 0)
    return found


def _axis(c: Ctx, h: Hex) -> bool:
    return c.state.control.get(c.label(h)) == "axis"


@rule("ava:16.1", "ava:16.2")
def city_points(c: Ctx, h: Hex) -> list[TallyLine]:
    """Points of the Axis for one major city hex that it controls: 10 and 5 for Stand Fast, cut off 5 and 2."""
    if not _axis(c, h) or tables(c).place_size(h) != "major city":
        return []
    joined = communicates(c, "axis", h)
    name = c.board.describe(h)
    tail = "" if joined else ", out of communications"
    found = [TallyLine(str(worth(c, "major_city", joined)), f"{name}{tail}", "ava:16.1")]
    if c.label(h) in c.state.stand_fast:
        found.append(TallyLine(str(worth(c, "stand_fast", joined)), f"{name}: Stand Fast{tail}", "ava:16.2"))
    return found


@rule("ava:16.3", "ava:18.2")
def breakthrough_points(c: Ctx) -> list[TallyLine]:
    """Points for Soviet supply sources, for "From Moscow" hexes and for the bonus hexes of the scenario."""
    found = []
    for group, key, words in (
        (tables(c).sources("soviet"), "breakthrough", "a Soviet supply source"),
        (tables(c).moscow, "from_moscow", 'a "From Moscow" hex'),
    ):
        taken = [h for h in group if _axis(c, h)]
        joined = [h for h in taken if communicates(c, "axis", h)]
        if taken:
            best, tail = (joined or taken)[0], "" if joined else ", out of communications"
            found.append(TallyLine(str(worth(c, key, bool(joined))), f"{words}, {c.label(best)}{tail}", "ava:16.3"))
    bonus = c.data.scenario.get("breakthrough", {})
    for h in tables(c).breakthrough:
        if _axis(c, h):
            joined_here = communicates(c, "axis", h)
            gain = bonus["points"] if joined_here else bonus["cut_off"]
            found.append(TallyLine(str(gain), f"breakthrough hex {c.label(h)}", "ava:18.2"))
    return found


@rule("ava:16.1")
def unit_points(c: Ctx) -> list[TallyLine]:
    """One point for each full-strength German mechanized unit on the map and each eliminated Soviet one."""
    r, s = c.roster, c.state
    german = [
        u for u, h in enumerate(s.hex_of) if h >= 0 and r.nationality[u] == "german" and r.mech[u] and not reduced(c, u)
    ]
    dead = [u for u, box in enumerate(s.box) if box == "eliminated" and r.side[u] == "soviet" and r.mech[u]]
    return [
        TallyLine(
            str(len(german) * worth(c, "german_mech")),
            f"{len(german)} German mechanized unit{'s' * (len(german) != 1)} at full strength",
            "ava:16.1",
        ),
        TallyLine(
            str(len(dead) * worth(c, "soviet_mech")),
            f"{len(dead)} Soviet mechanized unit{'s' * (len(dead) != 1)} eliminated",
            "ava:16.1",
        ),
    ]


@rule("ava:16.1", "ava:16.4")
def score(c: Ctx) -> Score:
    """The victory points of the Axis now; only the Axis scores."""
    lines = [line for h in tables(c).tracked for line in city_points(c, h)]
    lines += breakthrough_points(c) + unit_points(c)
    needed, needed_rule = threshold(c)
    total, missing = sum(int(line.value) for line in lines), tuple(open_points(c))
    return Score("axis", total, needed, tuple(lines), "ava:16.1", needed_rule, missing)


# ---------------------------------------------------------------------- what could still score
def open_points(c: Ctx) -> list[TallyLine]:
    """What could still bring the Axis points: each line tells how many, in communications."""
    cities = [line for h in tables(c).tracked for line in _open_city(c, h)]
    return [*cities, *_open_breakthroughs(c), *_open_units(c)]


@rule("ava:16.1", "ava:16.2")
def _open_city(c: Ctx, h: Hex) -> list[TallyLine]:
    """A major city that the Axis does not hold, or holds without communications: what taking or joining it adds."""
    if tables(c).place_size(h) != "major city":
        return []
    name, fast = c.board.describe(h), c.label(h) in c.state.stand_fast
    if not _axis(c, h):
        found = [TallyLine(str(worth(c, "major_city")), name, "ava:16.1")]
        return found + [TallyLine(str(worth(c, "stand_fast")), f"{name}: Stand Fast", "ava:16.2")] * fast
    if communicates(c, "axis", h):
        return []
    gain = worth(c, "major_city") - worth(c, "major_city", False)
    gain += (worth(c, "stand_fast") - worth(c, "stand_fast", False)) * fast
    return [TallyLine(str(gain), f"{name}: a line of communications to it", "ava:16.1")]


@rule("ava:16.3", "ava:18.2")
def _open_breakthroughs(c: Ctx) -> list[TallyLine]:
    """Supply sources, of which the first counts, and bonus hexes that the Axis does not hold in communications."""
    found = []
    for group, key, words in (
        (tables(c).sources("soviet"), "breakthrough", "a Soviet supply source"),
        (tables(c).moscow, "from_moscow", 'a "From Moscow" hex'),
    ):
        taken = [h for h in group if _axis(c, h)]
        joined = any(communicates(c, "axis", h) for h in taken)
        if group and not joined:
            gain = worth(c, key) - (worth(c, key, False) if taken else 0)
            where = ", ".join(c.label(h) for h in sorted(group)[:SHOWN]) + (" ..." if len(group) > SHOWN else "")
            found.append(TallyLine(str(gain), f"{words}: {where}", "ava:16.3"))
    bonus = c.data.scenario.get("breakthrough", {})
    for h in tables(c).breakthrough:
        if not _axis(c, h):
            found.append(TallyLine(str(bonus["points"]), f"breakthrough hex {c.label(h)}", "ava:18.2"))
        elif not communicates(c, "axis", h):
            gain = bonus["points"] - bonus["cut_off"]
            found.append(TallyLine(str(gain), f"a line of communications to {c.label(h)}", "ava:18.2"))
    return found


@rule("ava:16.1")
def _open_units(c: Ctx) -> list[TallyLine]:
    """Soviet mechanized units on the map: one point for each that is eliminated."""
    r, s = c.roster, c.state
    left = sum(1 for u, h in enumerate(s.hex_of) if h >= 0 and r.side[u] == "soviet" and r.mech[u])
    words = f"each Soviet mechanized unit eliminated ({left} on the map)"
    return [TallyLine(str(worth(c, "soviet_mech")), words, "ava:16.1")] if left else []


@rule("ava:17.1", "ava:16.4")
def threshold(c: Ctx) -> tuple[int, str]:
    """Points with which the Axis wins, and by which rule: its bid, else the number of the scenario."""
    if choices(c).bid:
        return choices(c).bid, "ava:17.1"
    rule_id = str(c.data.scenario["threshold"]["rule"])
    return tables(c).threshold, rule_id if ":" in rule_id else f"ava:{rule_id}"


@rule("ava:16.4", "ava:18.2")
def decide(c: Ctx) -> None:
    """The end of the game: the Axis wins with the points of the scenario, else the Soviets."""
    result = score(c)
    winner = "axis" if result.total >= result.needed else "soviet"
    total = f"{result.total} victory point{'' if result.total == 1 else 's'} of {result.needed}"
    title = c.data.meta["side"][winner]["title"]
    c.say("victory", f"The game is over. The Axis has {total}: {title} wins.", result.needed_rule)
    c.over(winner, total, result.needed_rule)
