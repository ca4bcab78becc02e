"""Optional rules 17.5 and 17.6: how much armor a headquarters activates, and when a Panzergruppe moves twice."""

from __future__ import annotations

from itertools import pairwise

from engine.components.grid import Hex, Unit
from engine.components.wording import plural
from engine.games.ava.choices import choices
from engine.games.ava.lines import Communications, way_back
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import strength
from engine.games.ava.zones import lines_along
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.state import Frame
from engine.play.step import Context, Prompt, Step, Verb


# ---------------------------------------------------------------------- 17.5
@rule("ava:17.5")
def surplus(c: Ctx, hq: Unit) -> int:
    """How many activated mechanized units are beyond the limit of this headquarters; only German ones have one."""
    if c.roster.nationality[hq] != "german":
        return 0
    return max(0, len(_armor(c)) - choices(c).armor_limit)


def _armor(c: Ctx) -> list[Unit]:
    return [u for u, on in enumerate(c.state.active) if on and c.roster.mech[u]]


def _armor_ids(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _armor(c)]


def leave_check(c: Ctx, unit: str) -> Refusal | None:
    """``leave 7pz``: a mechanized unit that this headquarters does not activate."""
    if unit not in _armor_ids(c):
        name = c.roster.short[c.unit(unit)]
        return Refusal("ava:17.5", f"{name} is no mechanized unit that this headquarters would activate.")
    return None


def _leave(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    c.state.active[u] = c.state.mp_left[u] = 0
    c.touch()
    name, limit = c.roster.name[u], choices(c).armor_limit
    text = f"{name} is not activated: the limit is {plural(limit, 'mechanized unit')}."
    c.say("activate", text, "ava:17.5", hexes=[c.state.hex_of[u]], units=[u])
    if not surplus(c, c.frame.vars["hq"]):
        c.done()


class Armor(Step[AvaState]):
    """More mechanized units in range than may be activated: the owner chooses who stays behind (17.5)."""

    id = "armor"
    phase = "activation"
    title = "Limit of mechanized units"
    verbs = (
        Verb(
            "leave",
            lambda c, s: [(k,) for k in _armor_ids(c)],
            leave_check,
            _leave,
            "leave UNIT: it is not activated",
            "ava:17.5",
            _armor_ids,
        ),
    )

    def enter(self, c: Context[AvaState]) -> None:
        if not surplus(c, c.frame.vars["hq"]):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        hq, limit = c.frame.vars["hq"], choices(c).armor_limit
        weakest = min(_armor(c), key=lambda u: (strength(c, u)[0], u))
        text = f"{c.roster.short[hq]} activates {plural(limit, 'mechanized unit')}: leave out {surplus(c, hq)} more."
        return Prompt(c.state.side, text, "ava:17.5", Action("leave", (c.roster.ids[weakest],)))


# ---------------------------------------------------------------------- 17.6
def turn_frame(c: Ctx) -> Frame:
    """The step that is the present turn: it remembers what holds until the turn ends."""
    step = choices(c).turn_step
    return next(frame for frame in c.state.stack if frame.step == step)


@rule("ava:17.6")
def claim_line(c: Ctx, hq: Unit) -> Refusal | None:
    """A Panzergruppe headquarters needs a line of its own for its second activation of the turn.

    The line keeps off every hexside of railroad that the line of another Panzergruppe headquarters has used in this
    turn (ruling R57); the shortest such line is taken and its railroad noted.
    """
    if c.roster.kind[hq] != "panzergruppe hq" or c.state.hex_of[hq] < 0:
        return None
    v, name = turn_frame(c).vars, c.roster.ids[hq]
    if name not in v.setdefault("activated", []):
        v["activated"].append(name)
        return None
    used: dict[str, str] = v.setdefault("rails", {})
    taken = frozenset(int(s) for s, owner in used.items() if owner != name)
    found = free_lines(c, taken)
    path = way_back(found, c.state.hex_of[hq])
    if not path:
        return _no_line(c, hq, used)
    for s in rail_sides(c, found, path):
        used[str(s)] = name
    c.touch()
    return None


def free_lines(c: Ctx, taken: frozenset[int]) -> Communications:
    """Axis lines that keep off these hexsides of railroad."""
    rails, grid = tables(c).along("railroad", "axis"), c.grid
    ways = tuple(tuple(n for n in near if grid.between(h, n) not in taken) for h, near in enumerate(rails))
    return lines_along(c, "axis", ways if taken else rails, c.data.constant("loc_rail_distance"))


def rail_sides(c: Ctx, found: Communications, path: tuple[Hex, ...]) -> list[int]:
    """The hexsides of railroad on a line, both ways."""
    by_rail = path[: len(path) - found.steps.get(path[-1], 0)]
    grid = c.grid
    return [s for a, b in pairwise(by_rail) for s in (grid.between(a, b), grid.between(b, a))]


def _no_line(c: Ctx, hq: Unit, used: dict[str, str]) -> Refusal:
    """Why there is no line: none at all, or only over railroads that are taken."""
    h, name = c.state.hex_of[hq], c.roster.name[hq]
    found = free_lines(c, frozenset())
    path = way_back(found, h)
    if not path:
        text = f"{name} has no line of communications for its second activation."
        return Refusal("ava:17.6", text, (h,), (hq,))
    shared = next(s for s in rail_sides(c, found, path) if used.get(str(s), c.roster.ids[hq]) != c.roster.ids[hq])
    where, owner = c.label(shared // 6), c.roster.name[c.roster.find(used[str(shared)])]
    text = f"{name} is not activated again: its line would use the railroad at {where}, which {owner} used this turn."
    return Refusal("ava:17.6", text, (h, shared // 6), (hq,))
