"""14.23, 14.24: a side sends air units on a mission or against one; the other sees how many, not who they are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat

from engine.components.wording import counted
from engine.games.efs.air.bases import flying
from engine.games.efs.kinds import TRANSPORT, kind
from engine.games.efs.phases.airlift import AIRLIFTING
from engine.games.efs.phases.flights import CAS, Mission, mission_of, senders
from engine.games.efs.phases.interdiction import INTERDICTING
from engine.games.efs.phases.sorties import SUPPORT
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
SORTS: dict[str, Mission] = {m.id: m for m in (SUPPORT, INTERDICTING, AIRLIFTING)}


def present(c: Ctx) -> Mission:
    """The mission for which units are sent now."""
    return SORTS[mission_of(c)]


def _attacker(c: Ctx) -> str:
    return str(c.frame.vars["attacker"])


def able(c: Ctx) -> list[str]:
    """Ids of the air units that the side asked can still send."""
    return senders(c, present(c), c.state.side, _attacker(c))


def send_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``send stg77-i B0235``: an air unit to a hex, its identity unknown to the enemy."""
    u, terms = c.unit(unit), c.frame.vars
    if c.roster.side[u] != c.state.side:
        return Refusal("efs:14.14", f"{c.roster.short[u]} is not yours.", units=(u,))
    return SORTS[terms.get("mission", CAS)].may(c, u, c.hex(hex_), terms["attacker"])


@rule("efs:14.21", "efs:14.23", "efs:14.24")
def _send(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    c.state.sortie[u] = h
    c.touch()
    text = f"{c.roster.short[u]} flies to {c.board.describe(h)}."
    c.say("air", text, "efs:14.23", hexes=[h], units=[u], seen_by=c.state.side)


@rule("efs:14.23")
def _reveal(c: Ctx) -> None:
    """The side has sent its units: how many are over which hex is seen by both, and not who they are."""
    side = c.state.side
    for h in sorted({h for h in c.state.sortie if h >= 0}):
        if count := len(flying(c, side, h)):
            c.state.flights[f"{side} {c.label(h)}"] = count
            who = c.data.meta["side"][side]["title"]
            text = f"{who}: {count} air unit{'s' * (count > 1)} over {c.board.describe(h)}."
            c.say("air", text, "efs:14.23", hexes=[h])
    c.touch()
    c.done()


def recall_check(c: Ctx, unit: str) -> Refusal | None:
    """``recall stg77-i``: it stays in the Ready Box."""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side or c.state.sortie[u] < 0:
        return Refusal("efs:14.14", f"{c.roster.short[u]} is not sent anywhere.", units=(u,))
    if kind(c, u) == TRANSPORT:
        return Refusal("efs:14.75", f"{c.roster.short[u]} is on its way with a unit on board.", units=(u,))
    return None


def _recall(c: Ctx, unit: str) -> None:
    c.state.sortie[c.unit(unit)] = -1
    c.touch()


def _sendings(c: Ctx, subject: str | None) -> Iterable[Words]:
    return chain.from_iterable([_sendings_of(c, name) for name in (able(c) if subject is None else [subject])])


def _sendings_of(c: Ctx, name: str) -> Iterable[Words]:
    u, labels = c.roster.by_id.get(name, -1), c.board.labels
    if u < 0 or c.roster.side[u] != c.state.side:
        return ()
    return zip(repeat(name), [labels[h] for h in present(c).hexes(c, u, _attacker(c))], strict=False)


def _sent(c: Ctx) -> list[str]:
    side = c.state.side
    return [c.roster.ids[u] for u, h in enumerate(c.state.sortie) if h >= 0 and c.roster.side[u] == side]


class Missions(Step[EfsState]):
    """A side sends air units; called with ``side``, ``attacker`` who flies the mission, and ``mission``."""

    id = "missions"
    title = "Air missions"
    secret = True
    verbs = (
        Verb("send", _sendings, send_check, _send, "send UNIT HEX: an air unit to a hex", "efs:14.24", able,
             sure=True),
        Verb("recall", lambda c, s: [(i,) for i in _sent(c) if s in (None, i)], recall_check, _recall,
             "recall UNIT: it stays ready", "efs:14.24", _sent, role="back"),
        Verb("done", no_words, always, _reveal, "done: all are sent", "efs:14.24"),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        side, sort = c.frame.vars["side"], present(c)
        free = [c.roster.by_id[i] for i in able(c)]
        word = (
            f"{len(free)} ready, {counted(sort.worth(c, free), 'point', 'points')}" if free else "nobody more can fly"
        )
        text = f"{sort.ask(c, side)}, then done: {word}{_enemies(c, side)}."
        return Prompt(side, text, sort.rule, Action("done"), both=True)


@rule("efs:14.23")
def _enemies(c: Ctx, side: str) -> str:
    """How many enemy air units are seen over which hexes."""
    seen = [key.split()[1] for key in c.state.flights if key.split()[0] != side]
    return "".join(f"; {c.state.flights[f'{c.other(side)} {label}']} of the enemy over {label}" for label in seen)
