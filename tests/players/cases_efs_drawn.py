"""Positions of Army Group Center on a drawn map: open ground, a railroad of each side, one city that scores.

Counters are given by value. What counts is where everybody stands when the phases of a side are over, in both editions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.play.match import Match
from engine.players import make
from tests.players.deciding import registering
from tests.support.playing import at

DRAWN: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
PHASES = {
    "axis": ("axis-movement", "axis-declaration", "soviet-reaction", "axis-combat", "axis-motorized"),
    "soviet": ("soviet-motorized", "soviet-declaration", "axis-reaction", "soviet-combat", "soviet-movement"),
}
CITY, MOST = (30, 10), 300
KINDS: dict[str, dict[str, Any]] = {
    "inf": {"side": "axis", "type": "infantry", "attack": 8, "defense": 9, "move": 5, "stacking": 3,
            "step_values": [[8, 9], [6, 7], [4, 5]]},
    "pz": {"side": "axis", "type": "armor", "attack": 8, "defense": 7, "move": 7, "stacking": 3, "motorized": True,
           "step_values": [[8, 7], [5, 4]]},
    "mot": {"side": "axis", "type": "motorized infantry", "attack": 4, "defense": 4, "move": 7, "stacking": 2,
            "attack2": 2, "defense2": 2},
    "rd": {"side": "soviet", "type": "infantry", "attack": 4, "defense": 4, "move": 4, "stacking": 3, "attack2": 2,
           "defense2": 2},
    "td": {"side": "soviet", "type": "armor", "attack": 7, "defense": 5, "move": 6, "stacking": 3, "attack2": 3,
           "defense2": 2, "motorized": True},
    "cd": {"side": "soviet", "type": "cavalry", "attack": 3, "defense": 2, "move": 7, "stacking": 2},
    "hq": {"side": "soviet", "type": "headquarters", "attack": 0, "defense": 1, "move": 5, "command": 5, "recovery": 3,
           "operational": True},
    "gun": {"side": "soviet", "type": "field artillery", "attack": 0, "defense": 1, "move": 4, "stacking": 2,
            "support": 4, "range": 2},
    "train": {"type": "mobile supply unit", "attack": 0, "defense": 0, "move": 7, "asp": 2},
}  # fmt: skip
"""Values of counters by the words that positions use for them."""
case = registering(DRAWN)


def label(x: int, y: int) -> str:
    """A hex of the sheet in the middle."""
    return f"C{x:02}{y:02}"


class Drawn:
    """Some phases of a side as a player plays them; every die shows 5."""

    def __init__(
        self, player: str, game: str, told: str, side: str, phase: str, ground: Mapping[str, Any] = {}, **changes: Any
    ) -> None:
        """``told`` has counters as ``inf 22,9 22,10``; both sides have attack supply behind them. ``ground`` is what is
        otherwise on the map."""
        self.names: dict[str, list[str]] = {}
        row = [label(x, 10) for x in range(10, 43)]
        drawn = {"blank": True, "railroads": {"axis": [row[:13]], "soviet": [row[16:]]},
                 "supply_sources": {"axis": [row[0]], "soviet": [row[-1]]}, "places": {label(*CITY): "major city"},
                 "victory_locations": {label(*CITY): 5}, **ground}  # fmt: skip
        place = [entry for row in told.split(";") for entry in self._placed(*row.split())]
        place += [{"id": f"{own}{n}", "side": own, **KINDS["train"], "hex": where}
                  for own, where in (("axis", label(21, 11)), ("soviet", label(32, 10))) for n in range(2)]  # fmt: skip
        m = self.match = Match.new(game, "campaign", seed=1)
        m.edit({"clear": True, "turn": 8, "weather": "dry", "map": drawn, "place": place, "phase": phase, **changes})
        m.dice.queue([5] * 40)
        bots, n = {s: make((player if s == side else "") or "plain", 1) for s in ("axis", "soviet")}, 0
        while player and n < MOST and any(f.vars.get("phase") in PHASES[side] for f in m.state.stack):
            m.play(bots[m.side].choose(m)[0])
            n += 1

    def _placed(self, kind: str, *hexes: str) -> list[dict[str, Any]]:
        found = []
        for n, told in enumerate(hexes):
            where, _, left = told.partition(":")
            x, y = map(int, where.split(","))
            name = f"{kind}{x}{y}{n}"
            self.names.setdefault(kind, []).append(name)
            found.append({"id": name, **KINDS[kind], "hex": label(x, y), **({"steps": int(left)} if left else {})})
        return found

    def at(self, kind: str, n: int = 0) -> str:
        """Where a counter is."""
        return at(self.match, self.names[kind][n])

    def holders(self, x: int, y: int) -> set[str]:
        """The sides of those in a hex."""
        c = self.match.c
        return {c.roster.side[u] for u, h in enumerate(c.state.hex_of) if h == c.hex(label(x, y))}

    def way_home(self, name: str, side: str, column: int) -> bool:
        """Whether a way leads from a counter past no enemy and his zones to a column: at most this for the Axis."""
        c = self.match.c
        held = {s: {h for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == s} for s in PHASES}
        own, foes = held[side], held[c.other(side)]
        shut = foes | ({n for h in foes for n in c.grid.adjacent[h]} - own)
        todo, seen = [c.hex(at(self.match, name))], set[int]()
        while todo:
            h = todo.pop()
            x = int(c.label(h)[1:3])
            if (x <= column) if side == "axis" else (x >= column):
                return True
            seen.add(h)
            todo += [n for n in c.grid.adjacent[h] if n not in seen and n not in shut]
        return False


@case
def two_tank_groups_close_behind_the_spearhead(player: str, game: str) -> bool:
    told = "pz 28,10; mot 28,10; inf 22,10 22,12; td 28,6 28,6 28,14 28,14; hq 29,6 29,14; rd 30,10 30,10"
    d = Drawn(player, game, told, "soviet", "motorized-movement soviet")
    return not any(d.way_home(name, "axis", 22) for name in ("pz28100", "mot28100") if at(d.match, name)[0] != "[")


@case
def three_stacks_throw_them_out_of_the_hinge(player: str, game: str) -> bool:
    told = "inf 25,9 25,10 24,12; pz 23,12; mot 23,12; rd 26,11 26,11 30,10; hq 30,10"
    d = Drawn(player, game, told, "axis", "movement axis")
    return label(26, 11) not in (d.at("rd", 0), d.at("rd", 1))


@case
def the_lone_worn_regiment_is_struck(player: str, game: str) -> bool:
    told = "pz 27,10:1; inf 22,10 22,12; td 29,8 29,13 31,10; hq 30,10 30,12; rd 30,10"
    return Drawn(player, game, told, "soviet", "motorized-movement soviet").at("pz") != label(27, 10)


@case
def the_open_city_gets_a_garrison(player: str, game: str) -> bool:
    told = "pz 25,10; mot 25,10; inf 22,10; rd 32,8 32,12; td 34,10 34,10; hq 33,10"
    return "soviet" in Drawn(player, game, told, "soviet", "movement soviet").holders(*CITY)


@case
def panzers_go_through_the_gap_into_the_open_city(player: str, game: str) -> bool:
    told = "pz 25,10; mot 25,10; inf 25,9 25,11; rd 27,7 27,13; hq 33,10"
    d = Drawn(player, game, told, "axis", "movement axis")
    return "axis" in d.holders(*CITY) and all(d.way_home(name, "axis", 24) for name in ("pz25100", "mot25100"))


@case
def the_tanks_that_broke_in_are_struck(player: str, game: str) -> bool:
    told = "td 23,10 23,10; inf 25,8 25,12 20,10; pz 21,7 21,13; mot 21,7 21,13; rd 28,9 28,11 30,10; hq 30,10"
    d = Drawn(player, game, told, "axis", "movement axis")
    return label(23, 10) not in (d.at("td", 0), d.at("td", 1))
