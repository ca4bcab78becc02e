"""Positions of Army Group Center on the real map: a whole player segment, in both editions.

A place or none is left to score, so that nobody marches to others. What counts is where everybody stands in the end, or
who attacks whom.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.efs.combat.battles import battle, open_battles
from engine.games.efs.holders import friendly
from engine.games.efs.supply.routes import traced
from engine.games.efs.units import fighters
from engine.games.efs.zones import in_zoc
from engine.play.match import Match
from engine.players import make
from tests.players.deciding import registering
from tests.support.playing import at, column

REAL: dict[str, Callable[[str, str], bool]] = {}
"""Name to whether a player of some name sees it in an edition."""
MOST = 400
YELNYA, SOUTH = "yelnya-dukhovshchina", "guderian-drives-south"
PARTS = ("pzr", "sr1", "sr2", "rec")
"""The units of a panzer division, which ``placed`` has by its number."""
case = registering(REAL)


def placed(told: str, air: str) -> list[dict[str, Any]]:
    """Units for the editor: ``B4529 rd-107 292inf:1`` by hex, a number for steps left; air units that are ready."""
    found: list[dict[str, Any]] = [{"unit": name, "box": "ready"} for name in air.split()]
    for label, *names in (row.split() for row in told.split(",")):
        for name, _, left in (name.partition(":") for name in names):
            division = name[:-2].isdigit() and name.endswith("pz")
            for unit in [f"{name}-{part}" for part in PARTS] if division else [name]:
                found.append({"unit": unit, "hex": label, **({"steps": int(left)} if left else {})})
    return found


class Segment:
    """A player segment as a player plays it, from its first phase."""

    def __init__(self, player: str, game: str, scenario: str, told: str, place: str = "", *, side: str = "axis",
                 turn: int = 33, air: str = "", control: dict[str, str] | None = None) -> None:  # fmt: skip
        """Only one ``place`` scores, or none."""
        m = self.match = Match.new(game, scenario, seed=1)
        first = f"{side}-movement" if side == "axis" else f"{side}-motorized"
        m.edit(
            {
                "clear": True,
                "place": placed(told, air),
                "turn": turn,
                "control": control or {},
                "phase": f"{first} {side}",
            }
        )
        m.data.scenario["vp"] = [row for row in m.data.scenario["vp"] if row["place"] == place]
        m.data.memo.clear()
        m.c.forget()
        self.done: list[str] = []
        self.battles: list[tuple[str, int]] = []
        """Hexes attacked, or overrun, and by how many."""
        other = m.c.other(side)
        parts = ("movement", "declaration", "sorties", "combat", "motorized", "engineering")
        phases = {f"{other}-reaction", *(f"{side}-{part}" for part in parts)}
        bots = {s: make(player if s == side else "normal", 1) for s in (side, other)}
        while not m.over and len(self.done) < MOST and m.state.phase in phases:  # type: ignore[attr-defined]
            action = bots[m.side].choose(m)[0]
            if action.verb == "done" and m.c.frame.step == "declaration":
                found = [battle(m.c, n) for n in open_battles(m.c)]
                self.battles += [(m.c.label(h), len(b.attackers)) for b in found for h in b.targets]
            if action.verb == "overrun":
                self.battles.append((action.args[-1], max(sum(column(m, "picked")), 1)))
            self.done.append(str(action))
            m.play(action)

    def there(self, label: str, side: str) -> bool:
        """Whether somebody of a side who fights stands in a hex."""
        return self.match.c.hex(label) in fighters(self.match.c, side)

    def attacked(self, label: str, least: int) -> bool:
        """Whether so many units attacked a hex together."""
        return any(h == label and n >= least for h, n in self.battles)

    def fed(self, *names: str) -> bool:
        """Whether some units are on the map and trace supply."""
        c = self.match.c
        units = [c.roster.find(name) for name in names]
        return all(c.state.hex_of[u] >= 0 and traced(c, c.state.hex_of[u], c.roster.side[u]) for u in units)

    def lost(self, *names: str) -> bool:
        """Whether some units are off the map."""
        return all(at(self.match, name).startswith("[") for name in names)

    def far(self, name: str, other: str) -> int:
        """Hexes between two units."""
        c = self.match.c
        return c.grid.distance(*(c.state.hex_of[c.roster.find(n)] for n in (name, other)))

    def penned(self, label: str, side: str) -> bool:
        """Whether enemies or their zones are all around a hex."""
        c = self.match.c
        zone, held = in_zoc(c, c.other(side)), fighters(c, c.other(side))
        return all(n in held or zone[n] for n in c.grid.adjacent[c.hex(label)])


@case
def two_divisions_meet_at_yelnya(player: str, game: str) -> bool:
    told = (
        "B4529 rd-107, B4231 10pz, B4328 268inf, B4431 ssr-ir1 ssr-ir2, B4128 asup-01, B4129 art-ixa, B4829 "
        "rd-100, B5026 rd-19 hq-24a"
    )
    t = Segment(player, game, YELNYA, told, "Yelnya")
    return t.attacked("B4529", 4) or t.there("B4529", "axis")


@case
def two_groups_close_the_pocket_at_pochinok(player: str, game: str) -> bool:
    told = (
        "B3831 rd-100 rd-161, B3534 10pz, B3629 7pz, B4133 ssr-ir1 ssr-ir2 ssr-ir3, B3530 asup-01, B4627 "
        "rd-19, B5026 hq-24a"
    )
    t = Segment(player, game, YELNYA, told, "Pochinok", control={"B3832": "soviet"})
    return all(t.lost(n) for n in ("rd-100", "rd-161")) or not t.there("B3831", "soviet") or t.penned("B3831", "soviet")


@case
def open_roslavl_is_manned_before_the_cavalry_comes(player: str, game: str) -> bool:
    told = "B4334 23inf, B4640 cd-45 td-104, B4832 rd-178, B4528 268inf, B4733 rd-53"
    t = Segment(player, game, YELNYA, told, "Roslavl")
    return t.there("B4337", "axis")


@case
def tanks_that_broke_through_are_struck_by_all(player: str, game: str) -> bool:
    told = "B4232 td-104, B4135 10pz, B4432 267inf, B4229 15inf, B4132 asup-01, B4733 rd-53, B4831 rd-303"
    t = Segment(player, game, YELNYA, told)
    return not t.there("B4232", "soviet") or t.attacked("B4232", 3)


@case
def the_supply_column_comes_up_to_the_front(player: str, game: str) -> bool:
    told = (
        "B3427 asup-01, B4428 137inf, B4429 268inf, B4328 art-ixa, B4529 292inf, B4629 rd-107, B4729 rd-309, "
        "B5026 hq-24a"
    )
    t = Segment(player, game, YELNYA, told, "Yelnya")
    g = t.match.c.grid
    went = [x.split()[2] for x in t.done if x.startswith("move asup-01")]
    return any(g.distance(t.match.c.hex(h), t.match.c.hex("B4428")) <= 7 for h in went)


@case
def novgorod_seversky_is_taken_by_both_panzer_divisions(player: str, game: str) -> bool:
    told = "D4924 rd-143:1, D4921 3pz, D4621 4pz, D4619 asup-01, D5025 rd-155, D5126 hq-40a, D4316 10mot-ir1"
    t = Segment(player, game, SOUTH, told, "Novgorod-Seversky")
    return t.attacked("D4924", 5) or t.there("D4924", "axis")


@case
def starodub_on_the_flank_is_manned(player: str, game: str) -> bool:
    told = "D4014 18pz-sr1 18pz-rec, D4611 cd-52 cd-21, D4921 3pz, D5025 rd-155, D4820 rd-148"
    t = Segment(player, game, SOUTH, told, "Starodub", turn=35)
    return t.there("D4316", "axis")


@case
def a_panzer_regiment_alone_is_struck(player: str, game: str) -> bool:
    told = (
        "B4927 10pz-pzr:2, B4727 10pz-sr1, B5027 td-105, B5127 td-102, B5028 rd-100, B4926 rd-133, B5228 "
        "hq-24a ssup-01, B4529 268inf"
    )
    t = Segment(player, game, YELNYA, told, side="soviet")
    return t.attacked("B4927", 3) or t.lost("10pz-pzr")


@case
def dorogobuzh_is_manned(player: str, game: str) -> bool:
    told = "B4327 7pz, B4821 rd-133, B4921 rd-107, B5519 hq-24a, B4127 asup-01"
    t = Segment(player, game, YELNYA, told, "Dorogobuzh", side="soviet")
    return t.there("B4624", "soviet")


@case
def the_weakened_garrison_of_yelnya_is_stormed(player: str, game: str) -> bool:
    told = (
        "B4529 292inf:1, B4630 rd-303 rd-106, B4629 rd-309 rd-19, B4528 td-105, B4929 hq-24a ssup-01 "
        "art-r275, B3832 7inf, B4127 263inf"
    )
    t = Segment(player, game, YELNYA, told, "Yelnya", side="soviet")
    return t.attacked("B4529", 3) or not t.there("B4529", "axis")


@case
def the_headquarters_keeps_up_with_its_divisions(player: str, game: str) -> bool:
    told = "B5519 hq-24a, B4727 rd-107 rd-309, B4729 rd-19 rd-100, B4526 268inf, B4429 292inf, B4829 rd-120"
    t = Segment(player, game, YELNYA, told, side="soviet")
    return sum(t.far("hq-24a", n) <= 4 for n in ("rd-107", "rd-309", "rd-19", "rd-100")) >= 3


@case
def cavalry_rides_into_open_pochep(player: str, game: str) -> bool:
    told = "D5209 cd-52, D4419 17pz, D4921 3pz, D5025 rd-155, D5506 hq-3a2 rd-148"
    t = Segment(player, game, SOUTH, told, "Pochep", side="soviet", turn=35)
    return friendly(t.match.c, t.match.c.hex("D4911")) == "soviet"


@case
def stukas_fly_to_the_attack_on_the_town(player: str, game: str) -> bool:
    told = "B4529 rd-107 rd-100, B4429 10pz, B4528 268inf, B4430 292inf, B4428 asup-01 art-ixa, B5026 rd-19 hq-24a"
    t = Segment(player, game, YELNYA, told, "Yelnya", air="stg2-i stg2-iii stg1-ii")
    return any(x.startswith("send") and "B4529" in x for x in t.done)


@case
def two_divisions_are_freed_from_the_ring(player: str, game: str) -> bool:
    told = (
        "B4728 rd-107 rd-309, B4729 292inf:1, B4629 268inf, B4628 137inf, B4627 15inf, B4829 td-105 rd-100, "
        "B4830 rd-19, B4727 263inf, B4828 78inf:1, B5028 hq-24a ssup-01 art-r275 rd-133 md-103"
    )
    t = Segment(player, game, YELNYA, told, side="soviet")
    return t.fed("rd-107") and t.fed("rd-309")


@case
def the_panzers_that_are_cut_off_are_freed(player: str, game: str) -> bool:
    told = (
        "B4728 10pz, B4628 td-104, B4627 rd-107:1, B4629 rd-309:1, B4727 rd-19, B4827 rd-120, B4729 rd-133, "
        "B4828 rd-178, B4829 td-105, B4528 268inf, B4527 292inf, B4429 7pz, B4428 asup-01 art-ixa, B5228 "
        "hq-24a"
    )
    t = Segment(player, game, YELNYA, told)
    return t.fed("10pz-pzr")


@case
def roslavl_is_shut_in_or_taken_by_three_groups(player: str, game: str) -> bool:
    told = "B4337 rd-178 rd-303, B4235 10pz, B4639 7pz, B4137 263inf, B4238 137inf, B3934 asup-01, B5234 rd-19 hq-24a"
    t = Segment(player, game, YELNYA, told, "Roslavl")
    return not t.there("B4337", "soviet") or t.penned("B4337", "soviet")


@case
def most_leave_the_salient_before_the_panzers_meet(player: str, game: str) -> bool:
    told = (
        "B4325 rd-107, B4326 rd-100, B4426 rd-133, B4523 7pz, B4330 10pz, B4226 268inf, B4225 137inf, B4828 td-105, "
        "B5226 hq-24a"
    )
    t = Segment(player, game, YELNYA, told, side="soviet")
    return sum(t.fed(n) and not t.penned(at(t.match, n), "soviet") for n in ("rd-107", "rd-100", "rd-133")) >= 2


@case
def the_salient_is_struck_at_its_root(player: str, game: str) -> bool:
    told = (
        "B4629 268inf, B4628 292inf, B4529 137inf, B4530 15inf:1, B4527 rd-107 rd-309, B4528 td-105, "
        "B4531 rd-19 rd-303, B4631 td-102, B4729 rd-100, B5028 hq-24a ssup-01 art-r275, B4128 263inf, B4127 asup-01"
    )
    t = Segment(player, game, YELNYA, told, side="soviet")
    return not t.fed("268inf", "292inf") or t.attacked("B4530", 2)


@case
def trubchevsk_is_attacked_by_panzers_and_infantry_together(player: str, game: str) -> bool:
    told = "D5316 rd-282:1, D5015 17pz, D5212 4pz, D5113 31inf, D4911 asup-01, D5320 cd-52, D5617 hq-13a rd-155"
    t = Segment(player, game, SOUTH, told, "Trubchevsk")
    return t.there("D5316", "axis") or t.attacked("D5316", 4)


@case
def bryansk_is_manned_before_the_panzers_come(player: str, game: str) -> bool:
    told = "D5508 rd-258, D5408 rd-217:1, D5609 hq-50a, D5310 17pz, D5209 4pz, D5110 31inf, D5004 18pz, D5903 rd-279"
    t = Segment(player, game, SOUTH, told, "Bryansk", side="soviet", turn=35)
    return t.there("D5706", "soviet")


@case
def two_come_to_yartsevo_before_the_panzers(player: str, game: str) -> bool:
    told = "B3821 7pz, B3622 20mot-ir1 20mot-ir2, B4324 rd-107, B4225 rd-100, B4423 td-101, B4624 hq-16a, B3319 asup-01"
    t = Segment(player, game, YELNYA, told, "Yartsevo", side="soviet")
    there = t.match.c.hex("B4023")
    return sum(1 for h in t.match.c.state.hex_of if h == there) >= 2


@case
def a_city_that_is_to_be_held_is_stormed_with_guns(player: str, game: str) -> bool:
    told = (
        "B1939 rd-172 rd-110:1, B1738 3pz, B1637 267inf, B1837 263inf, B1638 art-xxiva art-xxivb asup-01, B2240 "
        "hq-13a rd-137"
    )
    t = Segment(player, game, "smolensk-pocket", told, "Mogilev", turn=13)
    return t.there("B1939", "axis") or t.attacked("B1939", 5)
