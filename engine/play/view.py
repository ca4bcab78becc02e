"""The game as one side may see it. Screens, the protocol and computer players ask here, never the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.components.board import RAIL, ROAD
from engine.components.charts import Tally
from engine.components.dice import Dice
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.load import GameData
from engine.play.asked import Named, OutlineLine, Overlay, Prospect, Reach, Score, Supply, Task, Track
from engine.play.board_layers import board_layers
from engine.play.engagement import Engagement
from engine.play.event import Event
from engine.play.fields import stacks
from engine.play.numbered import numbered_queries
from engine.play.queries import Layer, Queries
from engine.play.ruleset import Ruleset
from engine.play.state import State, copy_state
from engine.play.step import Context, Prompt
from engine.play.suppose import lay_beside, supposing
from engine.play.unit_keys import hidden_unit, printed_unit


class View:
    """What ``side`` may know; ``""`` knows only what both do. Nothing here changes the game.

    ``open`` shows everything: an earlier moment of a game that is over now. ``before`` is a context of the same game,
    such as that of the view before: what was derived in it and holds here too is not found again.
    """

    def __init__(
        self,
        rules: Ruleset,
        data: GameData,
        state: State,
        side: str,
        prompt: Prompt,
        log: list[Event],
        open: bool = False,
        before: Context[Any] | None = None,
    ) -> None:
        self.side = side
        self.data = data
        self.board = data.board
        self.roster = data.roster
        seen = copy_state(state)
        if not (state.over or open):
            rules.blank(data, seen, side)
        self.state = seen
        # A seed of its own: nothing that is asked of a view may foretell a die.
        blank = Context(data, seen, Dice(0), rules.steps) if before is None else lay_beside(before, seen)
        self.c: Context[Any] = blank
        self._log = log
        self._ask: Queries = numbered_queries(rules.ask, data.numbers)
        self._over = state.over or open
        self.prompt = prompt
        if not self._over and side != state.side and self.c.step.covered:
            # The others may not look on: what is left to do there would tell them something.
            self.prompt = prompt._replace(text=f"{self.c.step.title}.", default=None, about=-1)

    # ------------------------------------------------------------------ the map
    @cached_property
    def stacks(self) -> dict[Hex, tuple[Unit, ...]]:
        """Units per occupied hex; those that may not be looked at last, as their place would tell who they are."""
        found = stacks(self.c)
        mixed = {h: units for h, units in found.items() if len(units) > 1 and any(map(self.hidden, units))}
        return {**found, **{h: tuple(sorted(units, key=self.hidden)) for h, units in mixed.items()}}

    @property
    def markers(self) -> dict[Hex, tuple[str, ...]]:
        """Markers on the map in words, by hex."""
        return self._ask.map.markers(self.c)

    def control(self, h: Hex) -> str:
        """Side that controls a hex; empty where the game does not track it."""
        return self._ask.map.control(self.c, h)

    def points(self, h: Hex) -> int:
        """Victory points that a hex is worth."""
        return self._ask.map.points(self.c, h)

    def stacking(self, h: Hex) -> tuple[float, float]:
        """How much of the stacking limit of a hex is used, and the limit, in the numbers of the rule."""
        return self._ask.map.stacking(self.c, h)

    def overlays(self) -> tuple[tuple[str, str], ...]:
        """Id and title of the overlays of this game and of its board."""
        return tuple((layer.id, layer.title) for layer in self._layers)

    @cached_property
    def _layers(self) -> tuple[Layer, ...]:
        return (*self._ask.map.layers, *board_layers(self.board, self._ask))

    def overlay(self, name: str, side: str = "", unit: Unit | None = None) -> Overlay:
        """A layer of marks over the map. Raises ``BadInput`` for a name that there is not."""
        layer = next((layer for layer in self._layers if layer.id == name), None)
        if layer is None:
            raise BadInput(f"there is no overlay '{name}'")
        marks, legend, rule = layer.marks(self.c, side or self.side or self.data.meta["sides"][0], unit)
        return Overlay(name, layer.title, rule, dict(marks), legend, layer.board)

    # ------------------------------------------------------------------ units and hexes
    def strength(self, u: Unit) -> tuple[int, int, int]:
        """Attack, defence and movement of the side of the counter that is up."""
        return self._ask.units.strength(self.c, u)

    def values(self, u: Unit) -> str:
        """The same in a word: ``5-6-5``, with question marks for what this side does not know."""
        told = self._ask.units.values
        return "-".join(map(str, self.strength(u))) if told is None else told(self.c, u)

    def short(self, u: Unit) -> str:
        """Short name of a unit, as far as this side knows who it is."""
        return self._ask.units.called(self.c, u)[0]

    def name(self, u: Unit) -> str:
        """Full name of a unit, as far as this side knows who it is."""
        return self._ask.units.called(self.c, u)[1]

    def names(self, units: Iterable[Unit]) -> str:
        """Short names joined for a sentence."""
        return ", ".join(self.short(u) for u in units)

    def hidden(self, u: Unit) -> bool:
        """Whether this side may not look at a unit."""
        return self._ask.units.hidden(self.c, u)

    @property
    def deciding(self) -> str:
        """The person who decides now, where several people play a side; else empty."""
        return self.prompt.who

    def commander(self, u: Unit) -> str:
        """The person who commands a unit, where several people play a side; else empty."""
        return self._ask.units.commander(self.c, u)

    def group(self, u: Unit) -> tuple[tuple[Unit, ...], str]:
        """Who acts when a unit is told to, and who that is in words, with what they have together."""
        units, words = self._ask.units.group(self.c, u)
        if any(map(self.hidden, units)):
            return (u,), self.short(u)
        return units, words or self.names(units)

    def flags(self, u: Unit) -> list[str]:
        """Words for what a unit has done or may do."""
        return self._ask.units.flags(self.c, u)

    def unit(self, u: Unit) -> dict[str, Any]:
        """Everything known of a unit, with the keys of the protocol; of a hidden one nothing, not even where it is."""
        r, s, c, ask = self.roster, self.state, self.c, self._ask.units
        short, name = ask.called(c, u)
        if ask.hidden(c, u):
            return {**hidden_unit(r, u), "id": r.ids[u], "name": name, "short": short}
        h, left = s.hex_of[u], s.steps_left[u]
        where = "hex" if h >= 0 else "box"
        found = (r.prepared.get((u, r.steps[u] - left, where)) or printed_unit(r, u, r.steps[u] - left, where)).copy()
        found["name"], found["short"], found["nationality"] = name, short, r.nationality[u]
        found[where] = self.board.labels[h] if h >= 0 else s.box[u]
        strength = ask.strength(c, u)
        values = "-".join(map(str, strength)) if ask.values is None else ask.values(c, u)
        found["steps"], found["values"] = left, values
        found["attack"], found["defense"], found["move"] = _known(strength, values) if "?" in values else strength
        found["flags"], found["commander"] = ask.flags(c, u), ask.commander(c, u)
        found.update(ask.further(c, u))
        return found

    def units(self) -> list[dict[str, Any]]:
        """Every unit, in the order of the counters; after them the hidden ones by their hexes, without their ids."""
        covers = self.covers
        found = [self.unit(u) for u in range(len(self.roster)) if u not in covers]
        for u, cover in covers.items():
            where = {"id": cover, "name": self.name(u), "short": self.short(u), "hex": self._label(u)}
            found.append({**hidden_unit(self.roster, u), **where})
        return found

    @cached_property
    def covers(self) -> dict[Unit, str]:
        """Hidden units with the words that stand for their ids: ``covered-2817n-1``."""
        found: dict[Unit, str] = {}
        for h, units in sorted(self.stacks.items()):
            hidden = [u for u in units if self.hidden(u)]
            found.update({u: f"covered-{self.board.labels[h].lower()}-{n}" for n, u in enumerate(hidden, 1)})
        return found

    def _label(self, u: Unit) -> str:
        return self.board.labels[self.state.hex_of[u]]

    def hex(self, h: Hex) -> dict[str, Any]:
        """Everything known of a hex, with the keys of the protocol."""
        b, g = self.board, self.board.grid
        place = b.place_at.get(h)
        here = self.stacks.get(h, ())
        names = g.directions
        around, lines = g.neighbours[h], b.lines_at(h)
        used, limit = (int(n) if n == int(n) else n for n in self.stacking(h))
        return {
            "hex": b.labels[h],
            "terrain": b.terrain_name(h),
            "place": {"name": place.name, "kind": place.size} if place else None,
            "neighbours": {
                d: (b.labels[n] if n in self.data.in_play else None) for d, n in zip(names, around, strict=True)
            },
            "sides": {d: b.features(h * 6 + i) for i, d in enumerate(names)},
            "roads": [names[d] for d in b.of_net(ROAD, lines)],
            "rails": [names[d] for d in b.of_net(RAIL, lines)],
            "lines": {kind: [names[d] for d in found] for kind, found in lines.items()},
            "line_owners": self._ask.map.line_owners(self.c, h),
            "rivers": {d: b.river_names[h * 6 + i] for i, d in enumerate(names) if h * 6 + i in b.river_names},
            "control": self.control(h) or None,
            "units": self.ids(here),
            "vp": self.points(h),
            "regions": self.regions(h),
            "markers": list(self.markers.get(h, ())),
            "stacking": {"used": used, "limit": limit},
            "in_play": h in self.data.in_play,
            "provenance": b.provenance,
            **self._ask.map.further(self.c, h),
        }

    def ids(self, here: Iterable[Unit]) -> list[str]:
        """Ids of units; of a hidden one the word that stands for it."""
        here = list(here)
        if not any(map(self.hidden, here)):
            return [self.roster.ids[u] for u in here]
        covers = self.covers
        return [covers.get(u, self.roster.ids[u]) for u in here]

    def regions(self, h: Hex) -> list[str]:
        """Names of the areas that a hex lies in: country at the start, supply groups."""
        b = self.board
        groups = [f"{name.replace('_', ' ')} supply" for name, hexes in sorted(b.supply.items()) if h in hexes]
        return [b.owner_names[b.owner[h]], *groups, *self._ask.map.regions(self.c, h)]

    # ------------------------------------------------------------------ calculations
    def reach(self, u: Unit, mode: str = "", beside: Sequence[Unit] = ()) -> Reach:
        """Where a unit can go in a mode of movement, by default its normal one.

        With units ``beside`` it that stand in its hex, as one of their stack, where a game moves stacks.
        """
        c, group = self.c, {u, *beside}
        if len(group) > 1 and hasattr(c.state, "picked") and len({c.state.hex_of[v] for v in group}) == 1:
            c = supposing(c, picked=[int(v in group) for v in range(len(c.roster))])
        return self._ask.units.reach(c, u, mode)

    def supply(self, u: Unit) -> Supply:
        """Supply of a unit, with the path."""
        return self._ask.units.supply(self.c, u)

    def zoc(self, side: str) -> list[Hex]:
        """Hexes in the zones of control of a side, in rising order."""
        return self._ask.map.zoc(self.c, side)

    def tally(
        self, kind: str, attackers: Iterable[Unit], target: Hex, modifiers: dict[str, str] | None = None
    ) -> Tally:
        """The calculation of a combat against one hex. Raises ``BadInput``, as ``engaged`` does."""
        return self.engaged(kind, Engagement((target,), tuple(attackers)), modifiers)

    def riders(self, kind: str, fight: Engagement) -> Mapping[Unit, bool]:
        """Support that can go with the attackers or stay behind as the player says, and whether it stays."""
        return self._ask.combat.riders(self.c, kind, fight)

    def engaged(self, kind: str, fight: Engagement, modifiers: dict[str, str] | None = None) -> Tally:
        """The calculation of a combat before the roll. Raises ``BadInput`` for what the game knows nothing of."""
        ask = self._ask.combat
        if kind not in ask.kinds:
            raise BadInput(f"there is no tally '{kind}'; there is: {', '.join((*ask.kinds, *self.enquiries))}")
        if not ask.joint and (len(fight.targets) != 1 or fight.attack_support or fight.defense_support):
            raise BadInput("a combat of this game has one target hex and no supporting units")
        if any(map(self.hidden, fight.attackers + fight.attack_support + fight.defense_support)):
            raise BadInput("somebody who takes part lies where it may not be looked at")
        return ask.tally(self.c, kind, fight, modifiers or {})

    @property
    def enquiries(self) -> tuple[str, ...]:
        """Kinds of calculation that are no combat."""
        return tuple(kind for kind, _ in self._ask.combat.enquiries)

    def enquire(self, kind: str, asked: Mapping[str, Any]) -> Tally:
        """A calculation that is no combat. Raises ``BadInput`` for what is no such kind or makes no sense."""
        known = dict(self._ask.combat.enquiries)
        if kind not in known:
            raise BadInput(f"there is no such calculation as '{kind}'; there is: {', '.join(known)}")
        return known[kind](self.c, asked)

    @property
    def looks_on(self) -> bool:
        """Whether somebody else decides, who has units that this side may not look at."""
        acting = self.state.side
        return not self._over and self.side != acting and any(self.roster.side[u] == acting for u in self.covers)

    def engagements(self) -> Sequence[Engagement]:
        """Attacks declared and not yet fought; of others' plans nothing is known."""
        return () if self.looks_on else self._ask.combat.declared(self.c)

    def declared(self) -> dict[Hex, tuple[Unit, ...]]:
        """The same by target hex: who attacks it."""
        return {h: fight.attackers for fight in self.engagements() for h in fight.targets}

    def attackers(self, h: Hex) -> tuple[Unit, ...]:
        """Units that could join an attack on a hex in this step, where the hex is chosen first."""
        return () if self.looks_on else self._ask.combat.attackers(self.c, h)

    def aided(self, prospect: Prospect) -> Tally | None:
        """An attack of the list with all support at hand; ``None`` where that changes nothing."""
        return None if self.looks_on else self._ask.combat.aided(self.c, prospect)

    def supposed(self) -> dict[str, str]:
        """Modifiers by which an attack is planned in this step as the list of attacks has it."""
        return {} if self.looks_on else self._ask.combat.supposed(self.c)

    def prospects(self) -> list[Prospect]:
        """Attacks that the side to act could make now or after moving, the best first, as far as they are known."""
        return [] if self.looks_on else self._ask.combat.prospects(self.c)

    def tasks(self) -> list[Task]:
        """What is left in the present step, what is pressing first, for whoever may know of it."""
        return [] if self.looks_on else self._ask.turn.tasks(self.c)

    def vacated(self) -> Hex:
        """The hex that units may advance into first; -1 while nobody advances after combat."""
        return self._ask.combat.vacated(self.c)

    def risks(self) -> list[Task]:
        """What the enemy could do once this step is ended."""
        return [] if self.looks_on else self._ask.turn.risks(self.c)

    @property
    def tally_kinds(self) -> tuple[str, ...]:
        """Kinds of combat that can be calculated."""
        return self._ask.combat.kinds

    @property
    def tally_now(self) -> str:
        """The kind of combat that can be planned in the present step."""
        return self._ask.combat.now(self.c) or next(iter(self.tally_kinds), "")

    def tally_key(self, kind: str = "") -> str:
        """What the codes of the results table of a kind of combat mean, in one sentence."""
        return dict(self._ask.combat.keys).get(kind, self._ask.combat.key)

    @property
    def gives_way(self) -> tuple[str, str]:
        """What ``Prospect.retreat`` is the chance of, in a list and in a sentence."""
        return self._ask.combat.gives_way

    # ------------------------------------------------------------------ beside the map
    def whereabouts(self, u: Unit) -> str:
        """Where a unit off the map is, and when it comes; empty where it takes no part in this game."""
        return self._ask.units.whereabouts(self.c, u)

    def waiting(self, u: Unit) -> str:
        """What there is to tell of a unit off the map about which something is to be decided."""
        return (self._ask.units.waiting or self._ask.units.whereabouts)(self.c, u)

    def named(self) -> list[Named]:
        """Further things with a name, such as chits, as far as this side knows of them."""
        return self._ask.turn.named(self.c, self.side)

    def score(self) -> Score:
        """Points so far and why."""
        return self._ask.turn.score(self.c)

    def tracks(self) -> list[Track]:
        """Boxes, cup and tracks as this side may see them."""
        return self._ask.turn.tracks(self.c, self.side)

    def outline(self) -> list[OutlineLine]:
        """The sequence of play with the present step marked."""
        return self._ask.turn.outline(self.c)

    def idle(self) -> frozenset[str]:
        """Ids of phases ahead that pass by themselves as things stand, as far as this side knows."""
        return self._ask.turn.idle(self.c)

    @property
    def turn_name(self) -> str:
        """The turn in words."""
        return self._ask.turn.name(self.c)

    def log(self, last: int | None = None) -> list[Event]:
        """The events as this side may read them, oldest first."""
        return self.told(self._log if last is None else self._log[-last:])

    def told(self, events: Iterable[Event]) -> list[Event]:
        """Those of some events that this side may read, as far as it may; everything once the game is over."""
        if self._over:
            return list(events)
        return [e for event in events if (e := event.told(self.side)) is not None]


def _known(strength: tuple[int, int, int], values: str) -> tuple[int | None, int | None, int | None]:
    """Attack, defence and movement, ``None`` for what nobody knows yet."""
    a, d, m = (None if word == "?" else n for word, n in zip(values.split("-"), strength, strict=True))
    return a, d, m
