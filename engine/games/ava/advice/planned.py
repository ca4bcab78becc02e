"""Duties of the player that plans where it knows more than the greedy one: reinforcements, who is withdrawn, chits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.components.grid import Hex, Unit
from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.games.ava.advice.landings import Barring, Landings
from engine.games.ava.advice.planning import AvaPlanning
from engine.games.ava.greedy import duties
from engine.games.ava.greedy.arrivals import ASKED, Views, arrive, spare_chits, with_chit
from engine.games.ava.greedy.position import Ground
from engine.games.ava.greedy.post import Parts
from engine.games.ava.phases.command import in_command
from engine.games.ava.phases.supply_check import demand
from engine.games.ava.tables import tables
from engine.games.ava.units import strength
from engine.games.ava.zones import rail_net
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.commanded import Unled
from engine.players.planner.distances import Near, distances_of
from engine.players.planner.exchange import cheapest
from engine.players.planner.plugging import Plugs
from engine.players.planner.remembering import once
from engine.players.planner.summons import Summons, parts

NEAR = 6
"""Hexes from the nearest unit that fights beyond which no headquarters and no mechanized unit comes to the map where
the enemy is nearer than that."""
ALONE = 30.0
"""What it costs to come farther away: it is lost to the next Supply Checks (11.1, 13.0)."""
TOUCH = 2
"""Hexes from the enemy within which no headquarters comes to the map."""
LED, MOST_LED = 1.2, 14.0
"""Worth of a headquarters for each point of strength of those whom no other one leads, and the most."""
TOGETHER = 100.0
"""More than anybody by himself is worth."""
CHOSEN = ("chosen", "kept")
"""Where chits are that have been selected for this turn."""


class Planned(Views):
    """What reinforcements are wanted for, and what is to be said of a hex beside its worth as a post."""

    def __init__(self, g: Ground) -> None:
        self.g = g
        self._able: dict[Unit, bool] = {}

    def use(self, u: Unit) -> float:
        """Those who fight by their strength; a headquarters only by whom it would lead from where (``more``)."""
        r = self.g.c.roster
        if not r.hq[u]:
            return 0.5 + 0.25 * (r.attack[u] + r.defense[u])
        return 0.5 if self.able(u) else 0.1

    def asked(self, units: Iterable[Unit]) -> list[Unit]:
        """Of those who fight and of headquarters with chits each the two that are wanted most."""
        r, ids = self.g.c.roster, self.g.c.roster.ids
        order = sorted(units, key=lambda u: (-self.use(u), ids[u]))
        heads = [u for u in order if r.hq[u] and self.able(u)] or [u for u in order if r.hq[u]]
        return [*[u for u in order if not r.hq[u]][:ASKED], *heads[:ASKED]]

    def able(self, hq: Unit) -> bool:
        """Whether a headquarters could be activated the next turn (13.0)."""
        if hq not in self._able:
            self._able[hq] = with_chit(self.g, hq) and spare_chits(self.g) > 0
        return self._able[hq]

    def more(self, u: Unit, h: Hex) -> Parts:
        """Whom it would lead, how far away from all others it would be, its way home, and what it would bar."""
        g, r = self.g, self.g.c.roster
        steps = g.steps(u)
        found = [("neck", -g.minds_lines * self._k.peril(h) * (steps[0] + 0.5 * sum(steps[1:])))]
        if r.hq[u] or r.mech[u]:
            far = self._fighting.lonely(h, max(NEAR, g.foe.get(h, 99)))
            found.append(("alone", -ALONE * far))
        if r.hq[u]:
            led = self._unled.led_from(r.nationality[u], h)
            return (
                *found,
                ("unled", min(LED * led, MOST_LED) * self.able(u)),
                ("touch", -ALONE * (g.foe.get(h, 99) <= TOUCH)),
            )
        bars = max((value for n in (h, *g.t.beside[h]) if (value := self._spots.get(n))), default=0.0)
        plugs = once(self._k.known, "plugs", lambda: Plugs(AvaPlanning(), g.c, g.side, u))
        return (*found, ("bar", bars), ("keeps the line", plugs.worth(h)))

    @cached_property
    def _k(self) -> AvaKnowledge:
        return AvaKnowledge(self.g.c, self.g.side)

    @cached_property
    def _spots(self) -> dict[Hex, float]:
        g = self.g
        spots = Landings(g, g.trunk).spots() if g.minds_rails else Barring(g).spots(rail_net(g.c, g.side))
        return {h: value for value, h in spots}

    @cached_property
    def _fighting(self) -> Near:
        """Hexes of those who fight."""
        at, hq = self.g.c.state.hex_of, self.g.c.roster.hq
        return Near({at[u] for u in self.g.mine if not hq[u]}, self.g.c.grid.distance)

    @cached_property
    def _unled(self) -> Unled:
        """Those whom no headquarters of their nation leads now."""
        g, r, at = self.g, self.g.c.roster, self.g.c.state.hex_of
        units = ((r.nationality[u], at[u], sum(strength(g.c, u))) for u in g.mine if not r.hq[u])
        return Unled(units, g.commanders, g.c.grid.distance, int(g.c.data.constant("command_range")))


def reinforcements(scene: Scene) -> Iterator[Idea | None]:
    """Those who are wanted most, where each is worth most."""
    return arrive(scene, Planned)


def give_up(scene: Scene) -> Iterator[Idea | None]:
    """Withdraw those who cost least together and are enough; of them first who costs most for his strength (18.2)."""
    c = scene.c
    ideas = [idea for idea in duties.give_up(scene) if idea is not None]
    weights = [strength(c, c.unit(idea.action.args[0]))[0] for idea in ideas]
    yield None
    offers = [(idea.action, w, -idea.score * max(w, 1)) for idea, w in zip(ideas, weights, strict=True)]
    chosen = cheapest(offers, demand(c))
    for idea in ideas:
        part = (("enough together", TOGETHER),) if idea.action in chosen else ()
        yield idea._replace(parts=(*idea.parts, *part))


def select(scene: Scene) -> Iterator[Idea | None]:
    """The chits whose headquarters would gain most if they acted now (6.2); as ever what is of none on the map."""
    c, chits = scene.c, tables(scene.c).chits
    if "summons" not in scene.notes:
        k, planning = AvaKnowledge(c, scene.side), AvaPlanning()
        scene.notes["summons"] = Summons(k, planning.weights(c, scene.side), distances_of(c.data.memo, k.beside))
    summons: Summons = scene.notes["summons"]
    for idea in duties.select(scene):
        chit = idea.action.args[0] if idea is not None and idea.action.verb in ("select", "add") else ""
        hq = c.roster.by_id.get(chits[chit]["hq"], -1) if chit else -1
        if idea is None or hq < 0 or c.state.hex_of[hq] < 0:
            yield idea
            continue
        gain = yield from summons.gain(in_command(c, hq))
        before = sum(e["hq"] == chits[chit]["hq"] and c.state.chits.get(k) in CHOSEN for k, e in chits.items())
        what = f"{chits[chit]['label']} would gain by acting now"
        yield idea._replace(what=what, parts=parts(gain, before, idea.score))
