"""Optional rule 17.3: headquarters leave the map and come back with the reinforcements."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.ava.choices import choices
from engine.games.ava.phases.command import command_range
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import to_box
from engine.games.ava.zones import communicates
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

BOX = "transfer to turn "
"""The space of the turn track on which a headquarters waits."""


@rule("ava:17.3")
def transferable(c: Ctx, hq: Unit) -> list[Unit]:
    """Other headquarters in command range and in communications (ruling R54)."""
    if c.state.turn >= tables(c).last_turn:
        return []
    r, near = c.roster, command_range(c, hq)
    return [
        u
        for u, h in enumerate(c.state.hex_of)
        if h in near and r.hq[u] and u != hq and r.side[u] == r.side[hq] and communicates(c, r.side[u], h)
    ]


@rule("ava:17.3")
@derived("box", "turn")
def returning(c: Ctx, side: str) -> list[Unit]:
    """Headquarters of a side on the turn track whose turn has come: they do not count as reinforcements."""
    boxes = {f"{BOX}{turn}" for turn in range(1, c.state.turn + 1)}
    return [u for u, box in enumerate(c.state.box) if box in boxes and c.roster.side[u] == side]


def _candidates(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in choices(c).transferable(c, c.frame.vars["hq"])]


def transfer_check(c: Ctx, unit: str) -> Refusal | None:
    """``transfer hq-9a``: a headquarters goes to the turn track."""
    u, hq = c.unit(unit), c.frame.vars["hq"]
    if unit in _candidates(c):
        return None
    name, h = c.roster.short[u], c.state.hex_of[u]
    if not c.roster.hq[u] or u == hq or c.roster.side[u] != c.roster.side[hq]:
        return Refusal("ava:17.3", f"{name} is no other headquarters of yours.", units=(u,))
    if h not in command_range(c, hq):
        return Refusal("ava:17.3", f"{name} is not in the command range of {c.roster.short[hq]}.", units=(u,))
    return Refusal("ava:17.3", f"{name} has no line of communications.", (h,), (u,))


def _transfer(c: Ctx, unit: str) -> None:
    u, h = c.unit(unit), c.state.hex_of[c.unit(unit)]
    to_box(c, u, f"{BOX}{c.state.turn + 1}")
    text = f"{c.roster.name[u]} leaves the map and returns with the Reinforcements from turn {c.state.turn + 1} on."
    c.say("transfer", text, "ava:17.3", hexes=[h], units=[u])
    if not _candidates(c):
        c.done()


class Transfer(Step[AvaState]):
    """When a headquarters is activated, others in its range may be transferred (17.3)."""

    id = "transfer"
    phase = "activation"
    title = "Transfer of headquarters"
    verbs = (
        Verb(
            "transfer",
            lambda c, s: [(k,) for k in _candidates(c)],
            transfer_check,
            _transfer,
            "transfer HQ: to the turn track",
            "ava:17.3",
            _candidates,
        ),
        Verb("end", no_words, always, lambda c: c.done(), "end: nobody else is transferred", "ava:17.3"),
    )

    def enter(self, c: Context[AvaState]) -> None:
        if not _candidates(c):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        names = ", ".join(c.roster.short[c.roster.by_id[k]] for k in _candidates(c))
        text = f"Transfer a headquarters to the turn track ({names}), or end."
        return Prompt(c.state.side, text, "ava:17.3", Action("end"))
