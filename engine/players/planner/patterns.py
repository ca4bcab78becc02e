"""Ideas that have a name: each looks for its moment and proposes orders for a few units. None decides.

One that looks long yields ``None`` where thinking may stop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import combinations, islice, product, zip_longest

from engine.components.grid import Hex, Unit
from engine.players.planner.distances import rings
from engine.players.planner.exchange import ways_out
from engine.players.planner.gathering import defense_at, fitted, gathered, hands, nearest, unhurt, without_spare
from engine.players.planner.isolating import isolate
from engine.players.planner.lifelines import AWAY
from engine.players.planner.plan import Order, Proposal
from engine.players.planner.sectors import Stance
from engine.players.planner.situation import Situation
from engine.players.planner.surrounding import surround

MOST = 6
"""Places that a pattern looks at closely, and proposals that it makes."""
HALF = 0.5
"""How near an enemy must be to a goal for a garrison, and how much of an attack a river must take away."""
PAIRS = 90
"""Pairs of hexes in which two are looked at together on a line."""
BESIDE, EACH = 3, 2
"""Hexes between stacks beside each other; hexes near and far of each of two lines that are looked at together."""
SAFE = 0.3
"""Share of the risk of a goal up to which it is lowered by those who go into it."""
LOOKS = 120
"""Positions that are looked at to shut the ways."""


# ---------------------------------------------------------------------- attacking
def strike_the_weak_stack(s: Situation) -> Iterator[Proposal | None]:
    """All that is needed against the stacks that can be struck at the best odds."""
    odds: dict[Hex, float] = {}
    for t in s.foes:
        odds[t] = s.strikes.strength(t) / max(defense_at(s, t), 1)
        yield None
    for t in sorted((t for t, ratio in odds.items() if ratio >= 1), key=lambda t: (-odds[t], t))[:MOST]:
        yield _against(s, "strike the weak stack", t)


def storm_the_goal(s: Situation) -> Iterator[Proposal]:
    """All that can be brought against goals that the enemy stands in, the dearest first."""
    goals = s.k.goals()
    for t in sorted((t for t in s.foes if t in goals), key=lambda t: (-goals[t], t))[:MOST]:
        if s.strikes.strength(t) >= defense_at(s, t):
            yield _against(s, "storm the goal", t)


def close_the_pocket(s: Situation) -> Iterator[Proposal]:
    """Two units where they leave a stack no way out, the others against it."""
    worth = {t: sum(sum(f.steps) for f in forces) for t, forces in s.foes.items() if s.strikes.against(t)}
    for t in sorted(worth, key=lambda t: (-worth[t], t))[:MOST]:
        there = {u: s.mine[u].hex for u in s.ready if s.mine[u].hex in s.k.beside(t) and not s.mine[u].leads}
        pair = _closing(s, t, {})
        if pair:
            there = {}
        else:
            pair = _closing(s, t, there)
        if pair:
            stays = {u: Order(h, t) for u, h in there.items() if s.mine[u].attack > 0}
            others = gathered(s, t, {*pair, *there})
            orders = fitted(s, {**others, **stays, **{u: Order(h, t) for u, h in pair.items()}})
            yield Proposal("close the pocket", orders, t, s.sector_of(t), Stance.CLOSE)


def _closing(s: Situation, t: Hex, there: Mapping[Unit, Hex]) -> dict[Unit, Hex]:
    """Two units and their hexes beside a stack from which it can retreat least, with those who stay there; nobody if
    that changes nothing."""

    def out(taken: Iterable[Hex]) -> int:
        return ways_out(s.k.beside, t, s.w.retreat, s.assault.closed(frozenset((*taken, *there.values()))))

    sides = {h: [u for u in nearest(s, h, attacking=True) if u not in there] for h in s.k.struck_from(t, s.k.side)}
    best, found = out(()), dict[Unit, Hex]()
    for a, b in combinations(sorted(h for h, units in sides.items() if units), 2):
        first = sides[a][0]
        second = next((u for u in sides[b] if u != first), None)
        if second is not None and out((a, b)) < best:
            best, found = out((a, b)), {first: a, second: b}
    return found


def relieve(s: Situation) -> Iterator[Proposal | None]:
    """Against the stacks whose fall gives own units their supply back; a unit beside them where that does so too."""
    lost = s.lines.cut_off()
    if not lost:
        return
    near = sorted(s.foes, key=lambda t: (min(s.distances.between(f.hex, t) for f in lost), t))
    if s.w.relief:  # wherever they stand
        worth: dict[Hex, float] = {}
        for t in near:
            worth[t] = s.relief(t)
            yield None
        near = sorted((t for t in near if worth[t] > 0), key=lambda t: (-worth[t], t))
    opened = set(_open_hexes(s)) if s.w.relief else set()
    for t in near[: s.some(2 * MOST)]:
        yield None
        if s.strikes.against(t) and s.lines.lost({f.unit: AWAY for f in s.foes[t]}) < 0:
            yield _against(s, "relieve", t)
        for h in sorted(opened.intersection(s.k.beside(t))):
            u = nearest(s, h)[0]
            if s.lines.lost({u: h}) < 0:
                yield Proposal("open the line", {u: Order(h)}, h, s.sector_of(h), Stance.PIN)
            yield None


def mass(s: Situation) -> Iterator[Proposal]:
    """All that is needed beside the stacks that could be struck at the best odds the next time."""
    if not s.w.prospect:
        return
    odds = {t: s.masses.strength(t) / max(defense_at(s, t), 1) for t in s.foes}
    for t in sorted((t for t, ratio in odds.items() if ratio >= 1), key=lambda t: (-odds[t], t))[:MOST]:
        found = without_spare(s, t, fitted(s, {f.unit: Order(h, t) for f, h in s.masses.against(t)}))
        orders = {u: Order(order.hex) for u, order in found.items()}
        yield Proposal("mass", orders, t, s.sector_of(t), Stance.ASSAULT)


# ---------------------------------------------------------------------- moving
def cut_the_line(s: Situation) -> Iterator[Proposal | None]:
    """A unit on the enemy's lines or beside them, where most hangs on it, right behind those who live by them too; two
    abreast where that cuts off more."""
    flow, opened = s.foe_lines.flow, set(_open_hexes(s))
    hope = {h: max(flow.get(n, 0.0) for n in (h, *s.k.beside(h))) for h in sorted(opened)}
    likely = sorted((h for h in hope if hope[h] > 0), key=lambda h: (-hope[h], h not in flow, h))
    far = rings(s.k.beside, s.foes, s.k.pace(s.k.side))  # close behind them there are the fewest ways around
    behind = sorted(likely, key=lambda h: (-hope[h], far.get(h, len(far)), h not in flow, h))
    cut = 0.0
    for h in dict.fromkeys([*likely[: s.some(2 * MOST)], *behind[: s.some(MOST)]]):
        u = nearest(s, h)[0]
        alone = s.foe_lines.lost({u: h})
        if alone > 0:
            cut = max(cut, alone)
            yield Proposal("cut the line", {u: Order(h)}, h, s.sector_of(h), Stance.CUT)
        yield None
    for moved in islice(_abreast(s, opened), s.some(PAIRS)):
        if s.foe_lines.lost(moved) > cut:
            yield _by_two(s, moved)
        yield None
    for moved in islice(_apart(s, opened), s.some(PAIRS)):
        if (both := s.foe_lines.lost(moved)) > cut:
            cut = both
            yield _by_two(s, moved)
        yield None
    yield from isolate(s, opened, cut)


def _by_two(s: Situation, moved: Mapping[Unit, Hex]) -> Proposal:
    orders, aim = {u: Order(h) for u, h in moved.items()}, min(moved.values())
    return Proposal("cut the line by two", orders, aim, s.sector_of(aim), Stance.CUT)


def _abreast(s: Situation, opened: Collection[Hex]) -> Iterator[dict[Unit, Hex]]:
    """One unit on a line of the enemy's, where most hangs on it, and another as far beside it as zones may touch; the
    best few hexes in turn, those first beside which zones reach farthest."""
    flow = s.foe_lines.flow
    rows: list[list[dict[Unit, Hex]]] = []
    for a in sorted((h for h in flow if h in opened), key=lambda h: (-flow[h], h))[:MOST]:
        first, far, sign = nearest(s, a)[0], s.distances.around(a), -1 if s.k.zone(a) else 1
        rows.append([])
        for b in sorted((h for h in opened if 2 <= far.get(h, 0) <= 3), key=lambda h: (sign * far[h], h)):
            second = next((u for u in nearest(s, b) if u != first), None)
            if second is not None:
                rows[-1].append({first: a, second: b})
    for turn in zip_longest(*rows):
        yield from (moved for moved in turn if moved is not None)


def _apart(s: Situation, opened: Collection[Hex]) -> Iterator[dict[Unit, Hex]]:
    """One unit each on two lines of the enemy's of which either would stand in for the other, where they run apart:
    those of stacks beside each other first."""
    ways = [(own, frozenset(line).intersection(opened) - {own}, stake) for own, line, stake in s.foe_lines.ways]
    pairs = [(s.distances.between(a[0], b[0]) > BESIDE, -a[2] - b[2], a[:2], b[:2])
             for a, b in combinations(ways, 2) if a[1] and b[1] and a[1] != b[1]]  # fmt: skip
    for _, _, (own, one), (other, two) in sorted(pairs, key=lambda p: (*p[:2], p[2][0], p[3][0])):
        for a, b in product(_likely(s, one - two, own), _likely(s, two - one, other)):
            able = ((u, v) for u in nearest(s, a)[:2] for v in nearest(s, b)[:2] if u != v)
            yield from ({u: a, v: b} for u, v in islice(able, 1))


def _likely(s: Situation, hexes: Iterable[Hex], own: Hex) -> Collection[Hex]:
    """Those of some hexes of a line that are nearest to its stack, and those to which somebody comes soonest."""
    cost = {h: s.choices(nearest(s, h)[0])[h] for h in hexes}
    near = sorted(cost, key=lambda h: (s.distances.between(own, h), h))[:EACH]
    return dict.fromkeys([*near, *sorted(cost, key=lambda h: (cost[h], h))[:EACH]])


def seize(s: Situation) -> Iterator[Proposal]:
    """Into goals of the enemy where nobody stands."""
    for goal, _ in sorted(s.k.goals().items(), key=lambda p: (-p[1], p[0])):
        if goal not in s.foes and s.k.holder(goal) != s.k.side:
            for u in nearest(s, goal)[:1]:
                yield Proposal("seize", {u: Order(goal)}, goal)


def pin(s: Situation) -> Iterator[Proposal | None]:
    """The unit that is least use elsewhere beside the strongest stack before a sector, where it stands safest."""
    for n, sector in enumerate(s.sectors):
        units = [u for u in hands(s, sector) if s.mine[u].defense > 0]
        stacks = sorted({f.hex for f in sector.facing}, key=lambda t: (-sum(f.attack for f in s.foes[t]), t))
        for t in stacks[:1]:
            beside = set(s.k.beside(t))
            found: list[tuple[float, float, Unit, Hex]] = []
            for u in units:
                found += [(s.mine[u].attack, s.posts.danger(h, (u,)), u, h)
                          for h in sorted(beside.intersection(s.choices(u)))]  # fmt: skip
                yield None
            if found:
                _, _, u, h = min(found)
                yield Proposal("pin", {u: Order(h)}, t, n, Stance.PIN)


# ---------------------------------------------------------------------- standing
def hold_behind_a_river(s: Situation) -> Iterator[Proposal | None]:
    """The units of a sector into hexes that the enemy can only attack over rivers."""
    for n, sector in enumerate(s.sectors):
        near = {h for u in hands(s, sector) for h in s.choices(u)}
        dry: dict[Hex, float] = {}
        for h in sorted(near):
            if (share := unhurt(s, sector, h)) >= HALF:
                dry[h] = share
            yield None
        orders: dict[Unit, Order] = {}
        for u in sorted(hands(s, sector), key=lambda u: (-s.mine[u].defense, u)):
            choices = s.choices(u)
            places = sorted((h for h in choices if h in dry), key=lambda h: (-dry[h], choices[h], h))
            at = next((h for h in places if not s.crowded({**orders, u: Order(h)})), None)
            if at is not None:
                orders[u] = Order(at)
        if orders:
            yield Proposal("hold behind a river", orders, min(o.hex for o in orders.values()), n, Stance.HOLD)


def shut_the_way(s: Situation) -> Iterator[Proposal | None]:
    """Units where they leave no free way to what the side holds; one more into goals that stay open."""
    free = s.guard.free_goals({}) if s.w.open else {}
    able = [u for u in s.ready if not s.mine[u].leads and u not in s.halted]
    if not free or not able:
        return
    goal = max(sorted(free), key=lambda h: free[h])
    units = sorted(able, key=lambda u: (s.distances.between(s.mine[u].hex, goal), u))[:MOST]
    _, places = yield from s.guard.posting(units, s.posts.price, s.guard.looked + LOOKS)
    if places:
        yield Proposal("shut the way", {u: Order(h) for u, h in places.items()}, goal, -1, Stance.SCREEN)


def hold_a_line(s: Situation) -> Iterator[Proposal]:
    """The part of some units in the line by which the whole side leaves the enemy no free way."""
    orders = {u: Order(h) for u, h in s.line.items() if u in s.ready}
    if orders:
        aim = min(order.hex for order in orders.values())
        yield Proposal("hold a line", orders, aim, s.sector_of(aim), Stance.HOLD)


def garrison(s: Situation) -> Iterator[Proposal]:
    """The nearest unit into a held goal that the enemy is near and where nobody stands."""
    taken = {f.hex for f in s.mine.values()}
    for goal in sorted(s.k.goals()):
        if s.k.holder(goal) == s.k.side and goal not in taken and s.posts.urgency(goal) >= HALF:
            for u in nearest(s, goal)[:1]:
                yield Proposal("garrison", {u: Order(goal)}, goal, -1, Stance.SCREEN)


def fall_back(s: Situation) -> Iterator[Proposal | None]:
    """The units of a sector out of touch with the enemy, each where it is worth most."""
    touched = {n for t in s.foes for n in s.k.beside(t)}
    for n, sector in enumerate(s.sectors):
        orders: dict[Unit, Order] = {}
        for u in hands(s, sector):
            quiet = [h for h in s.choices(u) if h not in touched and not _beyond(s, u, h)]
            found = yield from s.posts.looked(u, quiet)
            for _, h in found:
                if not s.crowded({**orders, u: Order(h)}):
                    orders[u] = Order(h)
                    break
        if orders:
            yield Proposal("fall back", orders, min(sector.hexes), n, Stance.FALL_BACK)


def _beyond(s: Situation, u: Unit, h: Hex) -> bool:
    """Whether a hex is farther from home than a unit is now: without zones, one behind the enemy looks as quiet and as
    well supplied as any other, and whoever goes there is cut off in the reply."""
    here, line, far = s.mine[u].hex, s.k.line(u), s.distances.between
    return bool(line) and not s.k.zone(here) and far(line[-1], h) > far(line[-1], here) + 1


def stand_together(s: Situation) -> Iterator[Proposal]:
    """Units of a sector that stand alone join the nearest that stands alone too, where there is room for both."""
    for n, sector in enumerate(s.sectors):
        stacks = {h: sum(1 for f in s.mine.values() if f.hex == h and not f.leads) for h in sector.hexes}
        alone = [u for u in hands(s, sector) if stacks[s.mine[u].hex] == 1]
        orders: dict[Unit, Order] = {}
        for u in sorted(alone, key=lambda u: (s.mine[u].defense, u)):
            choices, hosts = s.choices(u), {s.mine[v].hex for v in alone if v != u and v not in orders}
            taken = {order.hex for order in orders.values()}
            free = [h for h in sorted(hosts - taken) if h in choices and s.mine[u].hex not in taken]
            at = min(free, key=lambda h: (choices[h], h), default=None)
            if at is not None and not s.crowded({**s.staying, **orders, u: Order(at)}):
                orders[u] = Order(at)
        if orders:
            yield Proposal("stand together", orders, min(sector.hexes), n, Stance.HOLD)


def fill_the_goal(s: Situation) -> Iterator[Proposal | None]:
    """As many as it takes into held goals that the enemy could storm, the dearest first; those who attack better than
    they defend only where nobody is."""
    if not s.w.storm or not s.w.open:
        return
    free = s.free_goals({})
    for goal in sorted((h for h in free if s.k.holder(h) == s.k.side), key=lambda h: (-free[h], h))[:MOST]:
        orders: dict[Unit, Order] = {}
        for u in sorted(nearest(s, goal), key=lambda u: (-s.mine[u].defense, s.mine[u].attack, u)):
            f, taken = s.mine[u], orders or any(other.hex == goal for other in s.mine.values())
            if f.hex == goal or (taken and f.attack > f.defense):
                continue
            if s.crowded({**s.staying, **orders, u: Order(goal)}):
                continue
            orders[u] = Order(goal)
            yield None
            if s.free_goals({v: goal for v in orders}).get(goal, 0.0) < SAFE * free[goal]:
                break
        if orders:
            yield Proposal("fill the goal", orders, goal, s.sector_of(goal), Stance.HOLD)


def bar_the_way(s: Situation) -> Iterator[Proposal | None]:
    """A unit between a held goal and the nearest enemy, where he would come by and it is in the least danger."""
    foes = sorted({f.hex for forces in s.foes.values() for f in forces if f.attack > 0 and not f.leads})
    held = [h for h, _ in sorted(s.k.goals().items(), key=lambda p: (-p[1], p[0])) if s.k.holder(h) == s.k.side]
    for goal in [h for h in held if s.posts.urgency(h) >= HALF][:MOST]:
        far = s.distances.around(goal)
        start = min((h for h in foes if h in far), key=lambda h: (far[h], h))
        near = s.distances.around(start)
        between = [h for h in near if h in far and far[h] + near[h] == far[start] and h not in (start, goal)]
        likely: list[tuple[float, Hex, Unit]] = []
        for h in sorted(between):
            likely += [(s.posts.danger(h, (u,)), h, u) for u in nearest(s, h)[:1]]
            yield None
        if likely:
            _, h, u = min(likely)
            yield Proposal("bar the way", {u: Order(h)}, goal, s.sector_of(h), Stance.SCREEN)


def close_up(s: Situation) -> Iterator[Proposal]:
    """Units behind the front to the sector that is weakest for what stands before it."""
    if not s.sectors:
        return
    front = {f.unit for sector in s.sectors for f in sector.forces}
    n = min(range(len(s.sectors)), key=lambda n: (s.sectors[n].weight, n))
    orders: dict[Unit, Order] = {}
    for u in s.ready:
        if u not in front and u not in s.halted and not s.mine[u].leads:
            choices = s.choices(u)
            places = sorted((h for h in s.sectors[n].hexes if h in choices), key=lambda h: (choices[h], h))
            at = next((h for h in places if not s.crowded({**s.staying, **orders, u: Order(h)})), None)
            if at is not None:
                orders[u] = Order(at)
    if orders:
        yield Proposal("close up", orders, min(s.sectors[n].hexes), n, Stance.HOLD)


def stand(s: Situation) -> Iterator[Proposal]:
    """Nobody of a sector moves or attacks."""
    for n, sector in enumerate(s.sectors):
        if units := hands(s, sector):
            yield Proposal("stand", {u: Order(s.mine[u].hex) for u in units}, min(sector.hexes), n, Stance.HOLD)


# ---------------------------------------------------------------------- all of them
PATTERNS: tuple[Callable[[Situation], Iterator[Proposal | None]], ...] = (
    strike_the_weak_stack, storm_the_goal, mass, close_the_pocket, surround, relieve, cut_the_line, seize, pin,
    hold_behind_a_river, shut_the_way, hold_a_line, garrison, fill_the_goal, bar_the_way, close_up, stand_together,
    fall_back, stand,
)  # fmt: skip


def _against(s: Situation, pattern: str, t: Hex) -> Proposal:
    """All that is needed against one stack."""
    return Proposal(pattern, without_spare(s, t, gathered(s, t)), t, s.sector_of(t), Stance.ASSAULT)


def _open_hexes(s: Situation) -> list[Hex]:
    """Hexes in which some unit that fights could end its movement."""
    units = [u for u in s.ready if not s.mine[u].leads and u not in s.halted]
    return sorted({h for u in units for h in s.choices(u)})
