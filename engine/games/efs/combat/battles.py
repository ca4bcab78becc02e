"""12.1, 15.1: the battles of a phase: their targets, who fights, who supports, what was declared for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.components.grid import Hex, Unit
from engine.games.efs.kinds import is_gun
from engine.games.efs.tables import Ctx
from engine.games.efs.units import combat_units, held_by
from engine.play.citing import rule
from engine.play.fields import derived

NONE = -1
ATTACKER, DEFENDER = "attacker", "defender"
"""Second word of the keys of ``battle_order`` and ``battle_asp``."""
NO_RETREAT, ADDITIONAL = "no retreat", "additional retreat"
MANDATED, ENGINEER, BUNKER, BOMBARD, BOMBARDED = "mandated", "engineer", "bunker", "bombard", "bombarded"
"""Words of ``battle_flags``: a Mandated Attack (12.32), Engineer Effects (15.53), a bunker buster as ``bunker:UNIT``
(15.44), that the big guns shall bombard (13.43) and what came of it as ``bombarded:suppressed``."""
CAS, COVER = "cas", "cover"
"""Words of ``battle_flags`` for points of Close Air Support, as ``cas:2`` for the attacker and ``cover:1`` (15.55)."""


@dataclass(frozen=True, slots=True)
class Battle:
    """One attack as it stands, declared or only thought of."""

    side: str
    """The side that attacks."""
    targets: tuple[Hex, ...]
    """The Defender hexes."""
    attackers: tuple[Unit, ...] = ()
    """Units that fight; guns only support."""
    guns: tuple[Unit, ...] = ()
    """Artillery that supports the attack."""
    defence_guns: tuple[Unit, ...] = ()
    """Artillery that its owner has committed to the defense, in the Defender hexes or elsewhere."""
    flags: Mapping[str, str] = field(default_factory=dict)
    """What was declared: the words of ``battle_flags``, each with what stands behind its colon."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """Retreat Orders by ``ATTACKER`` and ``DEFENDER``."""
    points: tuple[Unit, ...] = ()
    """Supply counters that give Attack Supply to the attack as a whole."""
    gun_points: Mapping[Unit, Unit] = field(default_factory=dict)
    """Supply counters named for single guns (15.34, 13.52)."""
    supplied: bool | None = None
    """Whether the attack is Attack Supplied where that is only supposed; ``None``: as the supply counters have it."""
    number: int = NONE

    @property
    def target(self) -> Hex:
        """The first Defender hex."""
        return self.targets[0]

    def word(self, name: str) -> str:
        """What stands behind the colon of a flag; empty for one that is not set."""
        return self.flags.get(name, "")

    def points_of(self, name: str) -> int:
        """The number behind the colon of a flag, 0 for one that is not set."""
        return int(self.flags.get(name) or 0)


# ---------------------------------------------------------------------- reading
def targets(c: Ctx, n: int) -> tuple[Hex, ...]:
    """The Defender hexes of a battle, in the order of the map."""
    return tuple(sorted(c.board.index[label] for label, number in c.state.battle.items() if number == n))


def number_at(c: Ctx, h: Hex) -> int:
    """The battle that a Defender hex is a target of; -1 for none."""
    return c.state.battle.get(c.label(h), NONE)


def open_battles(c: Ctx) -> list[int]:
    """Numbers of the battles that are declared and not yet fought, in their order."""
    return sorted(set(c.state.battle.values()) - set(c.state.battles_done))


@derived("committed")
def _by_battle(c: Ctx) -> dict[int, tuple[Unit, ...]]:
    found: dict[int, tuple[Unit, ...]] = {}
    for u, n in enumerate(c.state.committed):
        if n != NONE:
            found[n] = (*found.get(n, ()), u)
    return found


def committed(c: Ctx, n: int) -> tuple[Unit, ...]:
    """Everybody who fights in a battle or supports it, of both sides."""
    return _by_battle(c).get(n, ())


def flags(c: Ctx, n: int) -> dict[str, str]:
    """What was declared for a battle."""
    words = (word.partition(":") for word in c.state.battle_flags.get(str(n), "").split())
    return {name: told for name, _, told in words}


def _named(c: Ctx, n: int, word: str) -> tuple[Unit, ...]:
    return tuple(c.unit(name) for name in c.state.battle_asp.get(f"{n} {word}", "").split())


@rule("efs:15.1", "efs:12.11")
@derived()
def battle(c: Ctx, n: int) -> Battle:
    """A declared battle as the columns have it."""
    s, r, hexes, units = c.state, c.roster, targets(c, n), committed(c, n)
    fighting = [u for u in units if not is_gun(c, u)]
    holder = next(filter(None, (held_by(c, h) for h in hexes)), "")
    side = r.side[fighting[0]] if fighting else c.other(holder) if holder else s.side
    guns = [u for u in units if is_gun(c, u)]
    return Battle(
        side, hexes, tuple(u for u in fighting if r.side[u] == side), tuple(u for u in guns if r.side[u] == side),
        tuple(u for u in guns if r.side[u] != side), flags(c, n),
        {who: s.battle_order[f"{n} {who}"] for who in (ATTACKER, DEFENDER) if f"{n} {who}" in s.battle_order},
        _named(c, n, ATTACKER), {u: named[0] for u in guns if (named := _named(c, n, r.ids[u]))}, None, n,
    )  # fmt: skip


@rule("efs:15.11")
def defenders(c: Ctx, b: Battle) -> tuple[Unit, ...]:
    """All combat units in the Defender hexes: none can be withheld."""
    return tuple(u for h in b.targets for u in combat_units(c, h, c.other(b.side)))


def origins(c: Ctx, b: Battle, units: Sequence[Unit] | None = None) -> tuple[Hex, ...]:
    """The hexes that attackers attack from, all of them or some."""
    return tuple(sorted({c.state.hex_of[u] for u in (b.attackers if units is None else units)}))


# ---------------------------------------------------------------------- writing
def next_number(c: Ctx) -> int:
    """The number of the next battle of this phase."""
    return max([0, *c.state.battle.values(), *c.state.battles_done]) + 1


def set_flag(c: Ctx, n: int, name: str, told: str = "") -> None:
    """Note what is declared for a battle."""
    found = {**flags(c, n), name: told}
    c.state.battle_flags[str(n)] = " ".join(f"{word}:{rest}" if rest else word for word, rest in found.items())
    c.touch()


def clear_flag(c: Ctx, n: int, name: str) -> None:
    """Take back what was declared for a battle."""
    found = {word: told for word, told in flags(c, n).items() if word != name}
    c.state.battle_flags.pop(str(n), None)
    for word, told in found.items():
        set_flag(c, n, word, told)
    c.touch()


def release(c: Ctx, u: Unit) -> None:
    """A unit leaves its battle, with what was declared of it alone."""
    s, n = c.state, c.state.committed[u]
    s.committed[u] = NONE
    s.battle_asp.pop(f"{n} {c.roster.ids[u]}", None)
    if flags(c, n).get(BUNKER) == c.roster.ids[u]:
        clear_flag(c, n, BUNKER)
    c.touch()


def drop(c: Ctx, n: int) -> None:
    """A battle is off: its markers go, everybody in it is free again."""
    s, head = c.state, f"{n} "
    for u in committed(c, n):
        s.committed[u] = NONE
    for label in [label for label, number in s.battle.items() if number == n]:
        del s.battle[label]
    for table in (s.battle_order, s.battle_asp):
        for key in [key for key in table if key.startswith(head)]:
            del table[key]
    s.battle_flags.pop(str(n), None)
    c.touch()


@rule("efs:12.17", "efs:12.53", "efs:13.13", "efs:14.53")
def merge(c: Ctx, n: int, other: int) -> None:
    """Two battles become one: the second joins the first with all that belongs to it.

    Where both sides of an Order differ the first battle's stays; points of air support add up.
    """
    s = c.state
    for u in committed(c, other):
        s.committed[u] = n
    for label in [label for label, number in s.battle.items() if number == other]:
        s.battle[label] = n
    mine, theirs = flags(c, n), flags(c, other)
    for name in sorted({*mine, *theirs}):
        total = sum(int(found.get(name) or 0) for found in (mine, theirs)) if name in (CAS, COVER) else 0
        set_flag(c, n, name, str(total) if total else mine.get(name) or theirs.get(name, ""))
    for table in (s.battle_order, s.battle_asp):
        for key in [key for key in table if key.startswith(f"{other} ")]:
            told, kept = table.pop(key), f"{n} {key.partition(' ')[2]}"
            table[kept] = (
                " ".join(dict.fromkeys([*table[kept].split(), *told.split()]))
                if (kept in table and table is s.battle_asp)
                else table.get(kept, told)
            )
    s.battle_flags.pop(str(other), None)
    c.touch()


@rule("efs:15.16", "efs:13.12")
def clear(c: Ctx) -> None:
    """The end of a phase of combat: nothing of its battles is left."""
    s = c.state
    s.committed = [NONE] * len(c.roster)
    for table in (s.battle, s.battle_order, s.battle_asp, s.battle_flags):
        table.clear()
    s.battles_done.clear()
    c.touch()
