"""Small positions that take more than one idea at once: groups that act together, lines that hold after the reply, ways
home, reinforcements that come by railroad. Each says whether a player sees it; nobody (``""``) leaves all as it is.

The ground is painted plains as in ``cases``: S2010 has S2009 to the north, S2109 and S2110 to the east.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.games.ava.zones import rail_net
from engine.play.match import Match
from engine.play.suppose import supposing
from engine.study.counting import open_ways
from tests.players.cases import _rail, plain
from tests.players.deciding import registering
from tests.support.asking import acts, attacks, first
from tests.support.position import at

CASES: dict[str, Callable[[str], bool]] = {}
CUP = dict.fromkeys(("2pzg", "3pzg-1", "3pzg-2", "4a", "9a", "s-3a", "s-4a", "s-10a", "s-13a", "supply"), "cup")
FIGHTING = ("movement", "combat", "resolve", "losses", "retreat", "advance")
case = registering(CASES)


def moved(player: str, units: dict[str, Any], **more: Any) -> Match:
    """The position after the Movement Segment of the side to act."""
    match = plain(units, **{"chits": CUP, **more})
    if player:
        acts(match, player)
    return match


def struck(player: str, units: dict[str, Any], **more: Any) -> dict[str, set[str]]:
    """The attacks that are declared once the Movement Segment is over."""
    match = moved(player, units, **more)
    return attacks(acts(match, player)) if player and match.c.frame.step == "combat" else {}


def replied(match: Match, active: Iterable[str], dice: int, **more: Any) -> Match:
    """The same units a command later: those ``active`` of the other side have moved and attacked, each die the same."""
    c = match.c
    ids, other = c.roster.ids, c.other(c.state.side)
    units = {ids[u]: (c.label(h), c.state.steps_left[u]) for u, h in enumerate(c.state.hex_of) if h >= 0}
    control = dict(c.state.control)
    there = plain(units, **{"chits": CUP, **more, "side": other, "active": active, "control": control},
                  dice=[dice] * 20)  # fmt: skip
    while not there.over and there.c.frame.step in FIGHTING:
        acts(there, "greedy")
    return there


def fed(match: Match, *names: str) -> list[bool]:
    """Which of some units have a line of communications."""
    view, c = match.view("axis"), match.c
    return [bool(view.supply(c.unit(name)).in_supply) for name in names]


def columns(match: Match, *names: str) -> list[int]:
    """The columns in which units stand, counted from the west."""
    return [int(at(match, name)[1:3]) for name in names]


# ---------------------------------------------------------------------- groups that act together
POCKET = {"27rd": "S2309", "56rd": "S2309", "85rd": "S2310", "113rd": "S2310", "49rd": "S2311"}


@case
def two_panzer_divisions_close_one_pocket(player: str) -> bool:
    ring = {"7inf": "S2209", "268inf": "S2211", "258inf": "S2406", "23inf": "S2414"}
    match = moved(player, {**POCKET, **ring, "hq-2pzg": "S2010", "18pz": "S2304", "3pz": "S2316"},
                  active=["18pz", "3pz"])  # fmt: skip
    return not any(fed(match, *POCKET))


@case
def two_tank_divisions_cut_a_panzergruppe_off_from_its_railroad(player: str) -> bool:
    units = {"hq-2pzg": "S2915", "18pz": "S3015", "7inf": "S2114", "4td": "S2510", "7td": "S2510", "s-hq-3a": "S2609"}
    match = moved(player, units, side="soviet", turn=5, lines=_rail(30))
    return fed(match, "hq-2pzg", "18pz") == [False, False]


@case
def tanks_cut_off_a_headquarters_behind_the_front(player: str) -> bool:
    units = {"hq-4a": "S2614", "7inf": "S2815", "23inf": "S2815", "4td": "S2411", "s-hq-3a": "S2610", "27rd": "S3015"}
    match = moved(player, units, side="soviet", turn=6, lines=_rail(27), active=["4td"])
    return fed(match, "hq-4a") == [False]


@case
def five_tank_divisions_strike_a_lone_reduced_panzer_division(player: str) -> bool:
    tanks = {"4td": "S2308", "7td": "S2309", "31td": "S2310", "33td": "S2311", "29td": "S2312"}
    found = struck(player, {**tanks, "s-hq-3a": "S2410", "7pz": ("S2010", 1), "hq-3pzg": "S1410"}, side="soviet")
    return len(found.get("S2010", ())) >= 3


@case
def tanks_from_two_sides_free_the_divisions_that_are_cut_off(player: str) -> bool:
    ring = {"258inf": "S2209", "268inf": "S2211", "23inf": "S2308", "17inf": "S2313", "7inf": ("S2510", 1)}
    inside = {"27rd": "S2310", "56rd": "S2310", "85rd": "S2311"}
    tanks = {"4td": "S2709", "7td": "S2709", "31td": "S2711", "33td": "S2712", "s-hq-3a": "S2810"}
    found = struck(player, {**ring, **inside, **tanks}, side="soviet")
    return len(found.get("S2510", ())) >= 3


@case
def three_columns_meet_at_the_weak_place(player: str) -> bool:
    weak = {"27rd": ("S2410", 1), "56rd": "S2407", "85rd": "S2407", "113rd": "S2413", "49rd": "S2413"}
    units = {"hq-2pzg": "S2010", "18pz": "S2008", "3pz": "S2010", "4pz": "S2012"}
    found = struck(player, {**units, **weak, "s-hq-3a": "S2710"})
    return "S2410" in found


# ---------------------------------------------------------------------- lines, garrisons, reserves
TOWNS = {"places": {"S3109": "major city", "S3110": "major city", "S3111": "major city"},
         "control": {"S3109": "soviet", "S3110": "soviet", "S3111": "soviet"}}  # fmt: skip


@case
def three_divisions_leave_no_free_way_to_three_cities(player: str) -> bool:
    units = {"18pz": "S2208", "3pz": "S2210", "4pz": "S2212", "hq-2pzg": "S2110", "27rd": "S2912", "56rd": "S2912",
             "85rd": "S3013", "s-hq-3a": "S3213"}  # fmt: skip
    match = moved(player, units, side="soviet", **TOWNS)
    return not open_ways(match, "soviet")


@case
def the_garrison_stands_after_the_reply(player: str) -> bool:
    city = {"places": {"S2510": "major city"}, "control": {"S2510": "soviet"}}
    units = {"18pz": "S2209", "3pz": "S2209", "hq-2pzg": "S2010", "27rd": "S2510", "56rd": "S2711", "85rd": "S2712",
             "s-hq-3a": "S2810"}  # fmt: skip
    match = moved(player, units, side="soviet", **city)
    there = replied(match, ["18pz", "3pz"], 4, **city)
    return bool(there.c.state.control["S2510"] == "soviet")


@case
def the_line_before_the_city_holds_after_the_reply(player: str) -> bool:
    city = {"places": {"S2810": "major city"}, "control": {"S2810": "soviet"}}
    units = {"18pz": "S2009", "3pz": "S2009", "4pz": "S2011", "hq-2pzg": "S1910", "27rd": "S2706", "56rd": "S2911",
             "85rd": "S2912", "113rd": "S3010", "s-hq-3a": "S3110"}  # fmt: skip
    match = moved(player, units, side="soviet", **city)
    there = replied(match, ["18pz", "3pz", "4pz"], 4, **city)
    return bool(there.c.state.control["S2810"] == "soviet") and not open_ways(match, "soviet")


@case
def only_one_division_stays_to_guard_the_railroad(player: str) -> bool:
    foot = {"7inf": "S2413", "23inf": "S2414", "258inf": "S2415", "268inf": "S2416"}
    units = {**foot, "hq-4a": "S2315", "hq-2pzg": "S2715", "18pz": "S2815", "27rd": "S1911", "s-hq-3a": "S3310",
             "56rd": "S3515"}  # fmt: skip
    city = {"places": {"S3515": "major city"}, "control": {"S3515": "soviet"}}
    match = moved(player, units, turn=5, lines=_rail(28), active=[*foot, "hq-4a"], **city)
    return sum(column > 25 for column in columns(match, *foot)) >= 3


# ---------------------------------------------------------------------- ways home
@case
def divisions_leave_a_bulge_before_it_is_closed(player: str) -> bool:
    divisions = {"27rd": "S2009", "56rd": "S2010", "85rd": "S2011"}
    units = {**divisions, "s-hq-3a": "S2110", "7inf": "S1709", "23inf": "S1711", "18pz": "S2304", "3pz": "S2304",
             "4pz": "S2316", "17pz": "S2316", "hq-2pzg": "S2204", "hq-3pzg": "S2217"}  # fmt: skip
    match = moved(player, units, side="soviet")
    return min(columns(match, *divisions)) >= 22


@case
def a_headquarters_leaves_a_bulge_before_it_is_closed(player: str) -> bool:
    units = {"s-hq-3a": "S1910", "27rd": "S1809", "56rd": "S1811", "7inf": "S1609", "23inf": "S1611", "18pz": "S2204",
             "3pz": "S2216", "hq-2pzg": "S2104", "hq-3pzg": "S2117"}  # fmt: skip
    match = moved(player, units, side="soviet", active=["s-hq-3a"])
    return columns(match, "s-hq-3a")[0] >= 22


@case
def nobody_goes_back_into_a_bulge_for_a_small_gain(player: str) -> bool:
    units = {"4td": "S2510", "7td": "S2510", "s-hq-3a": "S2710", "27rd": "S2410", "7inf": ("S1910", 1),
             "18pz": "S2204", "3pz": "S2204", "4pz": "S2216", "17pz": "S2216", "hq-2pzg": "S2103",
             "hq-3pzg": "S2117", "56rd": "S2010"}  # fmt: skip
    match = moved(player, units, side="soviet")
    return min(columns(match, "4td", "7td")) >= 23 and columns(match, "56rd")[0] >= 22


@case
def divisions_go_behind_the_great_river(player: str) -> bool:
    river = [f"S24{row:02}-S25{row + n:02}" for row in range(4, 17) for n in (-1, 0)]
    divisions = {"27rd": "S2409", "56rd": "S2410", "85rd": "S2411"}
    units = {
        **divisions,
        "s-hq-3a": "S2610",
        "18pz": "S2009",
        "3pz": "S2009",
        "4pz": "S2011",
        "17pz": "S2011",
        "hq-2pzg": "S1810",
    }
    match = moved(player, units, side="soviet", lines={"major river": river})
    return min(columns(match, *divisions)) >= 25


@case
def the_spearhead_stays_fed_after_the_reply(player: str) -> bool:
    units = {"hq-2pzg": "S2315", "18pz": "S2515", "3pz": "S2515", "27rd": "S2711", "56rd": "S2711", "4td": "S2719",
             "7td": "S2719", "s-hq-3a": "S3011", "s-hq-4a": "S3019"}  # fmt: skip
    city = {"places": {"S3415": "major city"}, "control": {"S3415": "soviet"}}
    more = {"turn": 5, "lines": _rail(36), **city}
    match = moved(player, units, **more)
    if columns(match, "18pz", "3pz") == [25, 25]:
        return False
    there = replied(match, ["27rd", "56rd", "4td", "7td"], 4, **more)
    return all(fed(there, "18pz", "3pz", "hq-2pzg"))


# ---------------------------------------------------------------------- headquarters
@case
def the_panzergruppe_goes_with_its_panzers(player: str) -> bool:
    foot = {"7inf": "S2009", "23inf": "S2009", "258inf": "S2011", "268inf": "S2011", "17inf": "S2012", "31inf": "S2012"}
    units = {**foot, "hq-4a": "S1910", "hq-2pzg": "S2010", "18pz": "S2609", "3pz": "S2609", "4pz": "S2611",
             "27rd": "S3010", "56rd": "S2209"}  # fmt: skip
    match = moved(player, units, active=["hq-2pzg"])
    c = match.c
    return c.grid.distance(c.state.hex_of[c.unit("hq-2pzg")], c.hex("S2610")) <= 4


@case
def two_headquarters_do_not_wait_alone_for_panzers(player: str) -> bool:
    units = {"s-hq-3a": "S2310", "s-hq-4a": "S2310", "18pz": "S1909", "3pz": "S1911", "hq-2pzg": "S1810",
             "27rd": "S2711", "56rd": "S2711", "85rd": "S2713"}  # fmt: skip
    match = moved(player, units, side="soviet", active=["s-hq-3a", "27rd", "56rd", "85rd"])
    return columns(match, "s-hq-3a")[0] >= 26 or at(match, "27rd") == at(match, "s-hq-3a")


# ---------------------------------------------------------------------- railroads and reinforcements
def far_city(whole: bool = False) -> dict[str, Any]:
    """A Soviet city far behind on a railroad from the west, or from west to east, in the turn of the first
    reinforcements."""
    chain = _rail(41)["railroad"][0] + (_east() if whole else "")
    city = {"places": {"S4014": "major city"}, "control": {"S4014": "soviet"}}
    return {**city, "lines": {"railroad": [chain]}, "turn": 4}


@case
def a_division_bars_the_railroad_to_a_city_far_behind(player: str) -> bool:
    units = {"7pz": "S1612", "hq-3pzg": "S1511", "27rd": "S2811", "56rd": "S2910", "s-hq-3a": "S3010"}
    match = moved(player, units, side="soviet", **far_city(), chits={**CUP, "axis-reinf": "cup"},
                  boxes={"258inf": "available", "268inf": "available"})  # fmt: skip
    return match.c.hex("S4014") not in rail_net(match.c, "axis")


@case
def a_second_division_bars_the_railroad_behind_the_one_that_may_be_driven_off(player: str) -> bool:
    units = {"7pz": "S2414", "12pz": "S2415", "hq-3pzg": "S2114", "27rd": "S2615", "56rd": "S3410", "85rd": "S3509",
             "s-hq-3a": "S3810"}  # fmt: skip
    match = moved(player, units, side="soviet", **far_city(), chits={**CUP, "axis-reinf": "cup"},
                  active=["56rd", "85rd", "s-hq-3a"], boxes={"258inf": "available", "268inf": "available"})  # fmt: skip
    c = match.c
    assert c.hex("S4014") not in rail_net(c, "axis")
    return c.hex("S4014") not in rail_net(supposing(c, hex_of={c.unit("27rd"): -1}), "axis")


def arriving(player: str, units: dict[str, Any], **more: Any) -> list[str]:
    """The words of the first reinforcement, ``deploy UNIT HEX``; nothing where nobody decides."""
    match = plain(units, phase="reinforcements", **{"chits": CUP, **more})
    return first(match, player).split() if player else []


@case
def a_reinforcement_shuts_the_railroad_to_an_empty_city(player: str) -> bool:
    units = {"7pz": "S1612", "hq-3pzg": "S1511", "27rd": "S2503", "s-hq-3a": "S2703"}
    match = plain(units, phase="reinforcements", side="soviet", **far_city(True), chits={**CUP, "axis-reinf": "cup"},
                  boxes={"56rd": "available", "258inf": "available"})  # fmt: skip
    if player:
        match.play(first(match, player))
    return match.c.hex("S4014") not in rail_net(match.c, "axis")


@case
def two_divisions_bar_two_railroads_to_a_city_that_was_taken(player: str) -> bool:
    units = {"7inf": "S2710", "23inf": "S2519", "hq-4a": "S2413", "27rd": "S3607", "56rd": "S3620", "s-hq-3a": "S4206"}
    city = {**far_city(True), "places": {"S2614": "major city"}, "control": {"S2614": "axis"}}
    city["lines"]["railroad"].append("S2614" + _on("S2614", "S2919") + _on("S2919", "S3819") + _on("S3819", "S4513"))
    match = moved(player, units, side="axis", **city, chits={**CUP, "soviet-reinf": "cup"},
                  active=["7inf", "23inf", "hq-4a"], boxes={"85rd": "available", "113rd": "available"})  # fmt: skip
    return match.c.hex("S2614") not in rail_net(match.c, "soviet")


def _east() -> str:
    """The rest of that railroad up to the Soviet source."""
    return _on(_rail(41)["railroad"][0].split("-")[-1], "S5513")


def _on(start: str, end: str) -> str:
    """Hexes on a straight way from one to another, the first left out."""
    c = plain({"7pz": "S0115"}).c
    here, goal, found = c.board.find(start), c.board.find(end), ""
    while here != goal:
        here = min(c.grid.adjacent[here], key=lambda n: (c.grid.distance(n, goal), n))
        found += f"-{c.label(here)}"
    return found


@case
def no_motorized_division_comes_to_the_map_far_behind_the_enemy(player: str) -> bool:
    units = {"7inf": "S2012", "hq-4a": "S1912", "27rd": "S2407", "s-hq-3a": "S3007"}
    found = arriving(player, units, **far_city(), boxes={"14mot": "available"})
    return len(found) == 3 and int(found[2][1:3]) <= 26


@case
def a_division_comes_before_a_headquarters_that_would_lead_nobody(player: str) -> bool:
    units = {"7pz": "S3305", "27rd": "S3510", "56rd": "S3511", "s-hq-3a": "S3611"}
    found = arriving(player, units, side="soviet", turn=5, ground=None, sources=None,
                     boxes={"s-hq-20a": "available", "113rd": "available"},
                     chits={**CUP, "s-20a": "ready"})  # fmt: skip
    return found[1:2] == ["113rd"]


@case
def no_headquarters_comes_to_the_map_beside_the_enemy(player: str) -> bool:
    front = {"27rd": "S2710", "56rd": "S2711", "85rd": "S2712", "7pz": "S2511", "12pz": "S2510"}
    found = arriving(player, front, side="soviet", **far_city(True), chits={**CUP, "s-3a": "ready"},
                     boxes={"s-hq-3a": "available"})  # fmt: skip
    return len(found) == 3 and int(found[2][1:3]) in range(28, 34)


@case
def just_enough_is_withdrawn(player: str) -> bool:
    units = {"7pz": "S1010", "12pz": "S1010", "14mot": "S1011", "10mot": ("S1011", 1), "29mot": "S1012",
             "18mot": ("S1012", 1), "27rd": "S4010"}  # fmt: skip
    match = plain(units, phase="supply", turn=6, options={"length": "full"})
    if player:
        acts(match, player)
    gone = {name for name in units if match.state.box[match.c.unit(name)] == "withdrawn"}
    return gone in ({"10mot", "18mot", "7pz", "14mot"}, {"10mot", "18mot", "12pz", "14mot"},
                    {"10mot", "18mot", "7pz", "29mot"}, {"10mot", "18mot", "12pz", "29mot"})  # fmt: skip
