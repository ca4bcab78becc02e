"""14.2, 14.5: Close Air Support before the battles of a phase: the attacker sends air units, then the defender."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import flying, in_range, is_dummy, is_fighter, points, ready
from engine.games.efs.combat.battles import open_battles, targets
from engine.games.efs.command import non_op_over
from engine.games.efs.kinds import TRANSPORT, kind
from engine.games.efs.phases.phase import Phase
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- where
def battle_at(c: Ctx, h: Hex) -> int:
    """The open battle of which a hex is a Defender hex, -1 for none."""
    n = c.state.battle.get(c.label(h), -1)
    return n if n in open_battles(c) else -1


@rule("efs2:14.52")
def mission_hex(c: Ctx, n: int) -> Hex:
    """The one Defender hex of a battle over which all its air units meet; -1 while nobody has sent any."""
    sent = {c.board.index[key.split()[1]] for key in c.state.flights} | set(c.state.sortie)
    return next((h for h in targets(c, n) if h in sent), -1)


@rule("efs2:14.24")
def most(c: Ctx, side: str, attacker: str) -> int:
    """Air units that a side may send to a hex: three, or two if it is the Soviet side and not its own phase."""
    return c.data.constant("flight_soviet_defender" if side == "soviet" and side != attacker else "flight")


# ---------------------------------------------------------------------- who
@rule("efs2:14.14", "efs2:14.21", "efs2:14.22", "efs2:14.24", "efs2:14.51", "efs2:14.52", "efs2:21.26")
def may_send(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """Whether an air unit can be sent to a Defender hex, as part of a mission or against one."""
    side, name = c.roster.side[u], c.roster.short[u]
    if u not in ready(c, side):
        return Refusal("efs2:14.14", f"{name} is not in the Ready Box, or is sent already.", units=(u,))
    n = battle_at(c, h)
    if n < 0:
        return Refusal("efs2:14.52", f"No attack is declared on {c.board.describe(h)}.", (h,))
    if kind(c, u) == TRANSPORT:
        return Refusal("efs2:14.51", f"{name} is a transport and supports nobody.", units=(u,))
    over = mission_hex(c, n)
    if over not in (-1, h):
        text = f"The air units of this battle meet over {c.board.describe(over)}."
        return Refusal("efs2:14.52", text, (over,))
    if len(flying(c, side, h)) >= most(c, side, attacker):
        text = f"{most(c, side, attacker)} air units are all that may go to one hex."
        return Refusal("efs2:14.21", text, (h,))
    if not in_range(c, u, h):
        text = f"{name} has no base in General Supply within {c.data.constant('air_range')} hexes."
        return Refusal("efs2:14.22", text, (h,), (u,))
    return _near_non_op(c, u, h, attacker) if side == "soviet" else None


@rule("efs2:14.51", "efs2:21.26")
def _near_non_op(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """In range of a Non-Op headquarters Soviet fighters may oppose a mission, and nobody else may fly."""
    lame = non_op_over(c, h)
    if not lame or (is_fighter(c, u) and attacker != "soviet"):
        return None
    text = f"{c.label(h)} is in range of the Non-Op {c.roster.short[lame[0]]}: no Soviet support flies there."
    return Refusal("efs2:21.26", text, (h,), lame)


def senders(c: Ctx, side: str, attacker: str) -> list[str]:
    """Ids of the air units of a side that can be sent to some battle now."""
    hexes = [h for n in open_battles(c) for h in targets(c, n)]
    return [c.roster.ids[u] for u in ready(c, side) if any(may_send(c, u, h, attacker) is None for h in hexes)]


# ---------------------------------------------------------------------- sending
def _attacker(c: Ctx) -> str:
    return str(c.frame.vars["attacker"])


def send_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``send stg77-i B0235``: an air unit to a Defender hex, its identity unknown to the enemy."""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side:
        return Refusal("efs2:14.14", f"{c.roster.short[u]} is not yours.", units=(u,))
    return may_send(c, u, c.hex(hex_), _attacker(c))


@rule("efs2:14.21", "efs2:14.23", "efs2:14.24")
def _send(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    c.state.sortie[u] = h
    c.touch()
    text = f"{c.roster.short[u]} flies to {c.board.describe(h)}."
    c.say("air", text, "efs2:14.23", hexes=[h], units=[u], seen_by=c.state.side)


@rule("efs2:14.23")
def _reveal(c: Ctx) -> None:
    """The side has sent its units: how many are over which hex is seen by both, and not who they are."""
    side = c.state.side
    for h in sorted({h for h in c.state.sortie if h >= 0}):
        if count := len(flying(c, side, h)):
            c.state.flights[f"{side} {c.label(h)}"] = count
            who = c.data.meta["side"][side]["title"]
            text = f"{who}: {count} air unit{'s' * (count > 1)} over {c.board.describe(h)}."
            c.say("air", text, "efs2:14.23", hexes=[h])
    c.touch()
    c.done()


def recall_check(c: Ctx, unit: str) -> Refusal | None:
    """``recall stg77-i``: it stays in the Ready Box."""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side or c.state.sortie[u] < 0:
        return Refusal("efs2:14.14", f"{c.roster.short[u]} is not sent anywhere.", units=(u,))
    return None


def _recall(c: Ctx, unit: str) -> None:
    c.state.sortie[c.unit(unit)] = -1
    c.touch()


def _senders(c: Ctx) -> list[str]:
    return senders(c, c.state.side, _attacker(c))


def _sendings(c: Ctx, subject: str | None) -> Iterable[Words]:
    hexes = [c.label(h) for n in open_battles(c) for h in targets(c, n)]
    for name in _senders(c) if subject is None else [subject]:
        yield from ((name, label) for label in hexes)


def _sent(c: Ctx) -> list[str]:
    side = c.state.side
    return [c.roster.ids[u] for u, h in enumerate(c.state.sortie) if h >= 0 and c.roster.side[u] == side]


class Missions(Step[EfsState]):
    """A side sends air units to the battles; called with ``side`` and ``attacker``."""

    id = "missions"
    title = "Air missions"
    secret = True
    verbs = (
        Verb("send", _sendings, send_check, _send, "send UNIT HEX: an air unit to a battle", "efs2:14.24", _senders),
        Verb("recall", lambda c, s: [(i,) for i in _sent(c) if s in (None, i)], recall_check, _recall,
             "recall UNIT: it stays ready", "efs2:14.24", _sent, role="back"),
        Verb("done", no_words, always, _reveal, "done: all are sent", "efs2:14.24"),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        side = c.frame.vars["side"]
        free = [c.roster.by_id[i] for i in senders(c, side, _attacker(c))]
        word = f"{len(free)} ready, {points(c, free)} points" if free else "nobody more can fly"
        text = f"Send air units to the battles, then done: {word}{_enemies(c, side)}."
        return Prompt(side, text, "efs2:14.52", Action("done"))


@rule("efs2:14.23")
def _enemies(c: Ctx, side: str) -> str:
    """How many enemy air units are seen over which hexes."""
    seen = [key.split()[1] for key in c.state.flights if key.split()[0] != side]
    return "".join(f"; {c.state.flights[f'{c.other(side)} {label}']} of the enemy over {label}" for label in seen)


# ---------------------------------------------------------------------- the whole
class Sorties(Phase):
    """Both sides send air units to the battles of a Combat Phase; then they fight over one hex after the other."""

    id = "sorties"
    phase = "sorties"
    title = "Close Air Support"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "The air missions go on.", "efs2:14.5")

    @rule("efs2:14.51", "efs2:14.52")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        if not open_battles(c):
            return Refusal("efs2:14.52", "no attack is declared.")
        attacker = c.frame.vars["side"]
        if not any(senders(c, side, attacker) for side in c.data.meta["sides"]):
            return Refusal("efs2:14.14", "no air unit can fly.")
        return None

    def enter(self, c: Context[EfsState]) -> None:
        frame = c.frame
        super().enter(c)
        if not c.state.over and c.state.stack and c.frame is frame:
            frame.vars["left"] = [frame.vars["side"], c.other(frame.vars["side"])]
            self._next(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        self._next(c)

    @rule("efs2:14.25", "efs2:14.51", "efs2:R112")
    def _next(self, c: Context[EfsState]) -> None:
        """The next side that can send anybody; then the next hex over which somebody flies; then the phase ends."""
        v = c.frame.vars
        while v["left"]:
            side, *v["left"] = v["left"]
            if any(not is_dummy(c, c.unit(i)) for i in senders(c, side, v["side"])):
                c.call("missions", side=side, attacker=v["side"])
                return
        over = sorted({h for h in c.state.sortie if h >= 0})
        if over:
            c.call("air-fight", side=v["side"], attacker=v["side"], hex=over[0])
        else:
            c.done()
