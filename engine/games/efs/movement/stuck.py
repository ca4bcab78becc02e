"""10.48: units with wheels that a thaw has caught in a swamp without road or railroad."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.efs.edition import edition
from engine.games.efs.movement.allowance import MOVEMENT, begun, column
from engine.games.efs.movement.classes import class_of
from engine.games.efs.movement.network import WAYS, network
from engine.games.efs.movement.rates import SWAMP
from engine.games.efs.state import LIFTED, OPEN
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import CADRE, to_box
from engine.games.efs.weather import ice
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good


@rule("efs:10.48")
def is_stuck(c: Ctx, u: Unit) -> bool:
    """Whether a unit is in a swamp that no road or railroad leads it out of while it is not frozen."""
    h = c.state.hex_of[u]
    if h < 0 or ice(c).swamps or tables(c).terrain(h) != SWAMP or not class_of(c, u).wheels:
        return False
    return not network(c, [class_of(c, u)]).row(h * WAYS + OPEN)


@rule("efs:10.48", "efs:R167")
def may_lift(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a stuck unit may be put into the Cadre Box: in the Movement Phase of its side, in place of moving."""
    name = c.roster.short[u]
    if c.roster.side[u] != c.state.side or column(c) != MOVEMENT or begun(c, u):
        text = f"{name} is put into the Cadre Box only in its own Movement Phase, in place of moving."
        return Refusal("efs:10.48", text, units=(u,))
    if edition(c).stuck_step_out:
        text = f"{name} is not given up: one-hex movement takes it out of the swamp."
        return Refusal("efs:10.48", text, units=(u,))
    return None if is_stuck(c, u) else Refusal("efs:10.48", f"{name} is not stuck in a swamp.", units=(u,))


@derived()
def liftable(c: Ctx) -> list[str]:
    """Ids of the units that may be put into the Cadre Box."""
    if column(c) != MOVEMENT or ice(c).swamps or edition(c).stuck_step_out:
        return []
    swampy = _swampy(c)
    swamps = (u for u, h in enumerate(c.state.hex_of) if h >= 0 and swampy[h])
    return [c.roster.ids[u] for u in swamps if may_lift(c, u) is None]


@for_good
def _swampy(c: Ctx) -> bytes:
    """One byte a hex: 1 in swamp."""
    return tables(c).of_terrain((SWAMP,))


@rule("efs:10.48")
def lift(c: Ctx, u: Unit) -> None:
    """Put a stuck unit into the Cadre Box."""
    h = c.state.hex_of[u]
    to_box(c, u, CADRE)
    c.state.did[u] |= LIFTED
    text = f"{c.roster.short[u]}, stuck in the swamp of {c.board.describe(h)}, goes to the Cadre Box."
    c.say("loss", text, "efs:10.48", hexes=[h], units=[u])
