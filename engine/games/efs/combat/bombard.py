"""13.43 to 13.45: super-heavy artillery bombards a fortification before the attack on it is reckoned."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.components.wording import modified
from engine.games.efs import forts
from engine.games.efs.combat.attack_supply import supplied
from engine.games.efs.combat.battles import BOMBARD, BOMBARDED, Battle, battle, clear_flag, defenders, set_flag
from engine.games.efs.combat.casualties import demand
from engine.games.efs.combat.lookups import FACES, faces
from engine.games.efs.combat.modifiers import NO_RESULT
from engine.games.efs.combat.support import firing, in_range
from engine.games.efs.kinds import is_heavy, is_super_heavy, kind
from engine.games.efs.losses import lose_step
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import combat_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

CHART = "super_heavy"
SUPPRESSED, DESTROYED = "suppressed", "destroyed"
"""Results, as they stand behind ``bombarded:`` in the flags of the battle; ``no-result`` is the third."""
UNLISTED = 9
"""In the column ``bombards``: the table has no modifier for the gun."""
LOST_WITH_IT = ("super-heavy artillery", "coast defense artillery")
"""Kinds of guns that lose a step with their citadel (13.45)."""
BREAKABLE = (forts.CITADEL, forts.LINE)


def big_guns(c: Ctx, b: Battle) -> list[Unit]:
    """The big guns that support an attack."""
    return [u for u in firing(c, b) if is_heavy(c, u)]


@rule("efs:13.43")
def aim(c: Ctx, b: Battle) -> Hex:
    """The Defender hex that a bombardment is for: one with a fortification in range of a gun; -1 for none."""
    enemy = c.other(b.side)
    for h in b.targets:
        if forts.helps(c, h, enemy) and any(in_range(c, u, (h,)) for u in big_guns(c, b)):
            return h
    return -1


@rule("efs:13.43")
def may_bombard(c: Ctx, b: Battle) -> Refusal | None:
    """Why no bombardment can precede a battle."""
    law = "efs:13.43"
    if CHART not in c.data.charts:
        return Refusal(law, "Super-heavy artillery supports attacks and bombards nothing before them.")
    if b.side != "axis":
        return Refusal(law, "Soviet super-heavy artillery does not bombard.")
    if BOMBARDED in b.flags:
        return Refusal(law, "The bombardment of this battle is over.", b.targets)
    if not any(is_heavy(c, u) for u in b.guns):
        return Refusal(law, "No super-heavy artillery supports the attack.", b.targets)
    if not supplied(c, b):
        return Refusal(law, "Only an attack with Attack Supply is opened by a bombardment.", b.targets)
    if aim(c, b) < 0:
        return Refusal(law, "No active fortification is in range of super-heavy artillery.", b.targets)
    return None


@rule("efs:13.43")
def modifier(c: Ctx, guns: Sequence[Unit]) -> int:
    """The best modifier of some guns on the table; the others add nothing."""
    listed = [c.roster.number("bombards", u) for u in guns]
    return min((n for n in listed if n != UNLISTED), default=0)


@rule("efs:13.43", "efs:13.44")
def bombard(c: Ctx, n: int) -> bool:
    """Throw for the bombardment of a battle and carry it out; whether the defender loses a step of his choice."""
    b = battle(c, n)
    h, guns = aim(c, b), big_guns(c, b)
    drm = modifier(c, guns)
    results = faces(c, CHART, drm)
    die = c.roll(FACES, results=results)
    told = results[die - 1]
    verb = "bombards" if len(guns) == 1 else "bombard"
    text = f"{c.roster.names(guns)} {verb} {c.board.describe(h)}: roll {modified(die, drm)}, {told}."
    c.say("bombardment", text, "efs:13.43", rolls=[die], hexes=[h], units=guns)
    word = next((w for w in (DESTROYED, SUPPRESSED) if told.startswith(w)), NO_RESULT.replace(" ", "-"))
    clear_flag(c, n, BOMBARD)
    set_flag(c, n, BOMBARDED, word)
    if word == DESTROYED:
        _destroy(c, h, c.other(b.side), guns)
    return told.startswith(DESTROYED) and "step" in told


@rule("efs:13.43", "efs:13.44", "efs:13.45", "efs:18.55", "efs:18.13")
def _destroy(c: Ctx, h: Hex, side: str, guns: Sequence[Unit]) -> None:
    """A citadel or fortified line falls to a gun with an asterisk; with a citadel its guns lose a step each."""
    works = [work for work in forts.helps(c, h, side) if work in BREAKABLE]
    if not works or not any(c.roster.number("asterisk", u) for u in guns):
        return
    forts.raze(c, h, works)
    if forts.CITADEL in works:
        for u in combat_units(c, h, side):
            if kind(c, u) in LOST_WITH_IT or is_super_heavy(c, u):
                lose_step(c, u, "efs:13.45")


@rule("efs:13.43", "efs:13.44")
class Bombardment(Step[EfsState]):
    """The bombardment before a battle: one die, and a step of the defender's choice at best. Called with ``n``."""

    id = "bombardment"
    title = "Bombardment"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.state.side, "The bombardment is carried out.", "efs:13.43")

    def enter(self, c: Context[EfsState]) -> None:
        n = c.frame.vars["n"]
        b = battle(c, n)
        units = defenders(c, b)
        costs = bombard(c, n)
        left = [u for u in units if c.state.hex_of[u] >= 0]
        if costs and left:
            demand(c, c.other(b.side), left, 1, "efs:13.44")
        else:
            c.done()

    def resume(self, c: Context[EfsState], ended: str) -> None:
        c.done()
