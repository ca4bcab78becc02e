"""Which attacks a side declares together: whoever attacks must take on all whose zones reach him (12.16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.advice.knowledge import once
from engine.games.efs.advice.stakes import Stakes
from engine.games.efs.combat.attack_supply import counters, left, plan
from engine.games.efs.combat.battles import CAS, ENGINEER, Battle
from engine.games.efs.combat.declare import attackable
from engine.games.efs.combat.duties import flaw, mandate_flaw, required
from engine.games.efs.combat.equipping import guns_at_hand
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.combat.strengths import attack_force
from engine.games.efs.tables import Ctx
from engine.play.action import Action
from engine.players.planner.exchange import NO_ATTACK
from engine.players.planner.situation import Situation

Aims = tuple[Hex, ...]
Set = Mapping[Unit, Aims]
"""Who attacks which hexes, those of one battle all the same."""
LEAST = 0.05
"""Worth from which attacks are declared."""
PRICE = 0.12
"""What an Attack Supply Point is worth elsewhere."""
MANDATE = 0.8
"""What a Mandated Attack is worth that is made (12.36)."""
MOST, LOOKS = 10, 60
"""Enemies that one attack may draw in; sets that are looked at to better one."""


class Declaring:
    """The attacks of one Declaration Phase, found by adding one after the other with all that it obliges to."""

    def __init__(self, c: Ctx, side: str) -> None:
        self.c, self.side, self.stakes = c, side, Stakes(c, side)
        self.beside = attackable(c, side)
        able = {u for units in self.beside.values() for u in units}
        self._around = Situation(self.stakes.k, able, self.stakes.w, halted=able)
        self.stakes.more = self._around.lifted
        self._points = sum(left(c, p) for p in counters(c, side))
        self.known: dict[Any, Any] = {}

    # ------------------------------------------------------------------ what they are worth
    def battles(self, chosen: Set) -> dict[Aims, tuple[Unit, ...]]:
        """The battles of a set, with who makes each."""
        found: dict[Aims, tuple[Unit, ...]] = {}
        for u, aims in sorted(chosen.items()):
            found[aims] = (*found.get(aims, ()), u)
        return found

    def value(self, chosen: Set) -> float:
        """What all battles bring together, the supply points going where they bring most."""
        worth = [self.gains(aims, units) for aims, units in sorted(self.battles(chosen).items())]
        more = sorted((gain for _, gain in worth if gain > 0), reverse=True)
        return sum(bare for bare, _ in worth) + sum(more[: self._points])

    @once
    def gains(self, aims: Aims, units: tuple[Unit, ...]) -> tuple[float, float]:
        """What a battle brings without supply, and what supply with guns adds; ``NO_ATTACK`` for one not allowed."""
        c, b = self.c, Battle(self.side, aims, units, supplied=False)
        if flaw(c, b) is not None:
            return NO_ATTACK, 0.0
        air = self.stakes.k.air(self.side)
        flags = {CAS: str(air)} if air else {}
        flags |= {ENGINEER: ""} if may_engineer(c, b) is None else {}
        bare = self.stakes.value(replace(b, flags=flags))
        due = MANDATE if self.mandated(b) else 0.0
        if plan(c, b) is None:
            return bare + due, 0.0
        full = replace(b, flags=flags, supplied=True)
        return bare + due, self.stakes.value(replace(full, guns=tuple(guns_at_hand(c, full)))) - bare - PRICE

    def mandated(self, b: Battle) -> bool:
        """Whether a battle would count as a Mandated Attack (12.33)."""
        return bool(self.c.state.mandates) and self.side == "soviet" and mandate_flaw(self.c, b) is None

    # ------------------------------------------------------------------ what they oblige to
    def unmet(self, chosen: Set) -> tuple[Hex, Aims] | None:
        """An enemy hex that a battle obliges to attack and that nobody attacks, with that battle."""
        aimed = {h for aims in chosen.values() for h in aims}
        for aims, units in sorted(self.battles(chosen).items()):
            for e in required(self.c, Battle(self.side, aims, units)):
                if e not in aimed:
                    return e, aims
        return None

    def closed(self, chosen: Set) -> Set | None:
        """A set with all that it obliges to, as cheaply as can be found; ``None`` where that cannot be."""
        for _ in range(MOST):
            lack = self.unmet(chosen)
            if lack is None:
                return chosen
            chosen = max(self._with(chosen, *lack), key=self.value, default={})
            if not chosen or self.value(chosen) == NO_ATTACK:
                return None
        return None

    def _with(self, chosen: Set, e: Hex, aims: Aims) -> Iterator[Set]:
        """Sets in which somebody attacks a hex too: who is free, one of another battle, or the same battle."""
        free = self._free(chosen, e)
        if free:
            yield {**chosen, **dict.fromkeys(free, (e,))}
        for u in self.beside.get(e, ()):
            yield {**chosen, u: (e,)}
        if all(e in self._aims(u) for u, other in chosen.items() if other == aims):
            both = tuple(sorted((*aims, e)))
            yield {u: both if other == aims else other for u, other in chosen.items()}

    def _free(self, chosen: Set, h: Hex) -> list[Unit]:
        """Units that could attack a hex, attack nobody, and keep a strength against it (3.44)."""
        free = tuple(u for u in self.beside.get(h, ()) if u not in chosen)
        spent = attack_force(self.c, Battle(self.side, (h,), free), initial=True).spent if free else ()
        return [u for u in free if u not in spent]

    def _aims(self, u: Unit) -> list[Hex]:
        return [h for h, units in self.beside.items() if u in units]

    # ------------------------------------------------------------------ finding them
    def work(self) -> Iterator[Set]:
        """The best attacks, in pieces: each time the set so far."""
        chosen: Set = {}
        for _ in self._around.reached():
            yield chosen
        _ = self._around.lines.flow
        yield chosen
        now = 0.0
        hope: dict[Hex, float] = {}
        for h in self.beside:
            hope[h] = self.value(dict.fromkeys(self._free({}, h), (h,)))
            yield chosen
        for h in sorted(hope, key=lambda h: (-hope[h], h)):
            free = self._free(chosen, h)
            if free and all(h not in aims for aims in chosen.values()):
                tried = self.closed({**chosen, **dict.fromkeys(free, (h,))})
                yield chosen
                for better in self._better(tried) if tried is not None else ():
                    if self.value(better) > now + LEAST:
                        chosen, now = better, self.value(better)
                    yield chosen

    def _better(self, chosen: Set) -> Iterator[Set]:
        """The set changed unit by unit while it pays and obliges to nothing more, after each look at another."""
        now, looks, better = self.value(chosen), 0, True
        yield chosen
        while better and looks < LOOKS:
            better = False
            for tried in self._neighbours(chosen):
                looks += 1
                yield chosen
                if self.value(tried) > now + LEAST / 5 and self.unmet(tried) is None:
                    chosen, now, better = tried, self.value(tried), True
                    yield chosen
                    break

    def _neighbours(self, chosen: Set) -> Iterator[Set]:
        fought = sorted(set(chosen.values()))
        for u in sorted({*chosen, *(u for aims in fought for u in self._free(chosen, aims[0]))}):
            known = self._aims(u)
            for aims in fought:
                if aims != chosen.get(u) and all(h in known for h in aims):
                    yield {**chosen, u: aims}
            if u in chosen:
                yield {v: aims for v, aims in chosen.items() if v != u}

    # ------------------------------------------------------------------ saying so
    def actions(self, chosen: Set) -> list[tuple[Action, str]]:
        """The actions that declare a set, each with its reason; the end of the phase last."""
        c, found = self.c, list[tuple[Action, str]]()
        for aims, units in sorted(self.battles(chosen).items(), key=lambda p: -self.gains(*p)[0]):
            bare, more = self.gains(aims, units)
            labels = [c.label(h) for h in aims]
            told = f"The attack on {' and '.join(labels)} is worth {bare:+.1f}, with supply {bare + max(more, 0):+.1f}."
            found += [(Action("attack", (c.roster.ids[u], labels[0])), told) for u in units]
            found += [(Action("unite", (labels[0], label)), told) for label in labels[1:]]
            if self.mandated(Battle(self.side, aims, units)):
                found.append((Action("mandate", (labels[0],)), told))
        return [*found, (Action("done"), f"All attacks together are worth {self.value(chosen):+.1f}.")]
