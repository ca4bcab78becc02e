"""Positions of Barbarossa Deluxe on the whole map with every city held: counters by value, one player turn each.

The front is that of 1942 between Orel and Rostov. Dice show one number. What counts is where everybody stands in the
end.
"""

from __future__ import annotations

from typing import Any

from engine.games.bd.tables import tables
from engine.play.match import Match
from engine.players import make
from tests.players.cases_bd import case
from tests.players.cases_bd_real import SUITE
from tests.support.beginning import begun
from tests.support.playing import at, column

__all__ = ["SUITE"]
GERMAN = ("1415", "1715", "1813", "1709", "2007", "2207", "2407", "2311", "2415", "2607", "2705", "2911", "1014")
"""Soviet cities that the Germans hold."""
KINDS: dict[str, tuple[str, str, int, int, int]] = {
    "inf": ("axis", "infantry", 2, 3, 5), "kg": ("axis", "infantry", 1, 2, 5), "pz": ("axis", "panzer", 4, 3, 10),
    "ra": ("soviet", "rifle", 3, 3, 2), "tank": ("soviet", "tank", 4, 3, 4), "shock": ("soviet", "shock", 3, 3, 2),
}  # fmt: skip
"""Side, type, attack, defence and movement of counters by the words that positions use for them."""
MOST, MOSCOW, FULL = 500, "1606", 5


class Front:
    """A player turn, or what is left of it, as a player plays it."""

    def __init__(self, player: str, told: str, side: str, phase: str, *, turn: int = 14, die: int = 4,
                 german: tuple[str, ...] = GERMAN, empty: str = "", **tracks: Any) -> None:  # fmt: skip
        """``told`` has counters as ``inf 2007 2007``; a city ``empty`` has no garrison."""
        c = begun("bd", "grand").c
        self.names: dict[str, list[str]] = {}
        place = [entry for row in told.split(";") for entry in self._placed(*row.split())]
        taken, control = {entry["hex"] for entry in place}, dict.fromkeys(german, "axis")
        for h in sorted(tables(c).cities):
            name = c.label(h)
            own = control.get(name) or c.state.control[name]
            if name not in taken and name != empty:
                several = [name] * (FULL if name == MOSCOW else 2 if own == "soviet" else 1)
                place += self._placed("inf" if own == "axis" else "ra", *several, prefix="held")
        m = self.match = Match.new("bd", "grand", seed=1)
        m.edit({"clear": True, "turn": turn, "place": place, "phase": f"{phase} {side}", "control": control,
                "tracks": tracks})  # fmt: skip
        m.dice.queue([die] * 60)
        bots, n = {s: make((player if s == side else "") or "plain", 1) for s in ("axis", "soviet")}, 0
        while player and not m.over and n < MOST and any(f.vars.get("side") == side for f in m.state.stack):
            m.play(bots[m.side].choose(m)[0])
            n += 1

    def _placed(self, kind: str, *hexes: str, prefix: str = "") -> list[dict[str, Any]]:
        side, sort, attack, defense, move = KINDS[kind]
        found = []
        for h in hexes:
            names = self.names.setdefault(prefix or kind, [])
            names.append(f"{prefix or kind}{len(names)}")
            found.append({"id": names[-1], "side": side, "type": sort, "attack": attack, "defense": defense,
                          "move": move, "hex": h})  # fmt: skip
        return found

    def at(self, kind: str, n: int = 0) -> str:
        """Where a counter is."""
        return at(self.match, self.names[kind][n])

    def holds(self, label: str) -> str:
        """Who controls a city."""
        return str(column(self.match, "control")[label])

    def fed(self, kind: str) -> bool:
        """Whether the first counter of a kind is on the map and in supply."""
        return self.at(kind)[0] != "[" and bool(self.match.view().supply(self.match.c.unit(f"{kind}0")).in_supply)


@case
def dnepropetrovsk_is_taken_and_rostov_starves(player: str) -> bool:
    told = "pz 2804 2804; inf 2805 2607; ra 2507 2507 2507 2606 2606; tank 2506 2506"
    f = Front(player, told, "soviet", "movement", die=6, german=(*GERMAN, "2804"), phase_order="move-fight",
              offensive_supply={"A": "2507"})  # fmt: skip
    return f.holds("2607") == "soviet"


@case
def the_spearhead_beyond_voronezh_is_walled_in(player: str) -> bool:
    told = "pz 2103 2103; inf 2107 2107 2207; ra 2002 2002 2203 2203 2102 2102 2004 2004 2204 2204; tank 2003 2003 2005"
    return not Front(player, told, "soviet", "movement", phase_order="move-fight").fed("pz")


@case
def the_weak_group_is_attacked_and_the_corps_are_not(player: str) -> bool:
    told = "pz 2106 2106 2106; kg 2206; ra 2105 2105 2205 2205"
    f = Front(player, told, "soviet", "combat", phase_order="fight-move", offensive_supply={"A": "2105"})
    return f.at("kg") != "2206" and all(f.at("ra", n)[0] != "[" for n in range(4))


@case
def shock_armies_fight_before_they_move(player: str) -> bool:
    told = "inf 2105 2105 2106 2206; shock 2104 2104 2104; ra 2005 2005 2205"
    f = Front(player, told, "soviet", "offensive-supply")
    return "2105" not in (f.at("inf", 0), f.at("inf", 1))


@case
def the_lone_panzer_corps_is_struck(player: str) -> bool:
    told = "pz 2105; inf 2107; tank 2104 2104; ra 2005 2005 2205 2205 2003"
    f = Front(player, told, "soviet", "movement", die=5, phase_order="move-fight", offensive_supply={"A": "2104"})
    return f.at("pz")[0] == "["


@case
def saratov_gets_a_garrison_before_the_panzers(player: str) -> bool:
    told = "pz 2102 2102 2102; inf 2103; ra 2002"
    f = Front(player, told, "soviet", "movement", turn=10, german=(*GERMAN, "2204"), empty="2100",
              phase_order="move-fight")  # fmt: skip
    return "2100" in (f.at("ra"), *(f.at("held", n) for n in range(len(f.names["held"]))))


@case
def kharkov_gets_a_guard_before_the_tanks(player: str) -> bool:
    told = "pz 2405 2405; inf 2309 2509; tank 2505 2203; ra 2306 2205"
    f = Front(player, told, "axis", "movement", turn=9, empty="2407", phase_order="move-fight")
    return "2407" in [at(f.match, name) for own in ("pz", "inf", "held") for name in f.names.get(own, ())]
