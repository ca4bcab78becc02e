"""Units that come to the map: who is wanted most, and where each is worth most."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from engine.components.grid import Hex, Unit
from engine.games.ava.greedy.position import Ground
from engine.games.ava.greedy.post import Parts, Posts
from engine.games.ava.units import strength
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

Arrival = tuple[float, Hex, Parts]
"""A hex to come to, after what it is worth, with the parts of that."""
ASKED = 2
"""Units whose places are weighed."""


class Views:
    """How much units in a box are wanted on the map, and what is to be said of a hex beside its worth as a post."""

    def __init__(self, g: Ground) -> None:
        self.g = g

    def use(self, u: Unit) -> float:
        """A headquarters with a chit first, then by strength."""
        return _use(self.g, u)

    def more(self, u: Unit, h: Hex) -> Parts:
        """Nothing more."""
        return ()

    def asked(self, units: Iterable[Unit]) -> list[Unit]:
        """Units whose places are weighed: the one wanted most, and the next."""
        ids = self.g.c.roster.ids
        return sorted(units, key=lambda u: (-self.use(u), ids[u]))[:ASKED]


def arrive(scene: Scene, held: type[Views] = Views) -> Iterator[Idea | None]:
    """Strongest units first, each to the hex where it is worth most, as some views have it."""
    g = Ground(scene.c, scene.side)
    kept = scene.notes.get("arrivals")
    if kept is not None:
        # Reinforcements change neither the enemy nor, much, whose lines are cut.
        g.relief.gaps, g.relief.roads_through, g.barrier.bars = kept
    else:
        yield from g.warm()
        scene.notes["arrivals"] = (g.relief.gaps, g.relief.roads_through, g.barrier.bars)
    r, posts, views = scene.c.roster, Posts(g), held(g)
    plain = scene.legal.plain()
    if plain:
        yield Idea(plain[0], "arrival", "Nobody else would help: 0.0 is the best")
    weighed: dict[tuple[object, ...], list[Arrival]] = {}
    for u in views.asked(r.by_id[name] for name in scene.legal.subjects() if name in r.by_id):
        hexes: dict[Hex, Action] = {}
        for action in scene.legal.of(r.ids[u]):
            hexes.setdefault(scene.c.board.find(action.args[-1]), action)
        kind = (*_kind(g, u), frozenset(hexes))
        if kind not in weighed:
            weighed[kind] = yield from _weigh(posts, views, u, hexes)
        for _, h, parts in weighed[kind]:
            yield Idea(hexes[h], "arrival", f"{r.short[u]} comes to {scene.c.board.describe(h)}", parts)


def _weigh(posts: Posts, views: Views, u: Unit, hexes: Iterable[Hex]) -> Generator[None, None, list[Arrival]]:
    """The two best hexes for a unit, with all that equal the second: lots are drawn among them."""
    found: list[Arrival] = []
    use = ("strength", views.use(u))
    for n, h in enumerate(sorted(hexes)):
        parts = (*posts.parts(u, h), use, *views.more(u, h))
        found.append((round(sum(v for _, v in parts), 6), h, parts))
        if n % 6 == 0:
            yield None
    found.sort(key=lambda f: -f[0])
    return [f for f in found if f[0] >= found[min(1, len(found) - 1)][0]]


def _kind(g: Ground, u: Unit) -> tuple[object, ...]:
    """What the worth of a hex depends on: units off the map that are alike in it are weighed once."""
    r = g.c.roster
    own = (u,) if r.hq[u] else ()
    return (r.nationality[u], r.mech[u], tuple(g.steps(u)), strength(g.c, u), r.attack[u], r.defense[u], own)


def _use(g: Ground, u: Unit) -> float:
    """How much a unit in a box is wanted on the map."""
    r = g.c.roster
    if r.hq[u]:
        # A headquarters moves nothing without its chit, and everything near it with one.
        return 14.0 if with_chit(g, u) and spare_chits(g) > 0 else 0.3
    return 0.5 + 0.25 * (r.attack[u] + r.defense[u])


def with_chit(g: Ground, hq: Unit) -> bool:
    """Whether a headquarters has a chit that may be selected."""
    places = ("ready", "chosen", "kept", "cup", "hand", "played")
    return any(g.c.state.chits.get(k) in places for k, row in g.t.chits.items() if row["hq"] == g.c.roster.ids[hq])


def spare_chits(g: Ground) -> int:
    """Chits that may be selected next turn beyond those of the headquarters on the map."""
    row = g.t.track[min(g.c.state.turn + 1, g.t.last_turn)]
    number = int(row["su"] if g.side == "soviet" else row["ger"] + row["rum"])
    return number - sum(1 for u in g.mine if g.c.roster.hq[u] and with_chit(g, u))
