"""Sections 19.3 to 19.5: the Controller draws command chits ahead and lays them in a queue.

One keyboard carries out one command at a time (ruling R59): what a group does at once is done one after the other,
face-up chits in their order first, then the face-down ones in theirs.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.ava.choices import choices
from engine.games.ava.phases.command import owned, owned_label
from engine.games.ava.phases.drawing import in_cup, queued
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


def face_down(c: Ctx) -> list[str]:
    """Chits that lie in the queue unrevealed."""
    return [k for k in queued(c) if c.state.chits[k].startswith("down")]


def face_up(c: Ctx) -> list[str]:
    """Chits that lie in the queue revealed and wait to be carried out."""
    return [k for k in queued(c) if c.state.chits[k].startswith("up")]


def number_of(c: Ctx, chit: str) -> int:
    """The place of a chit in the queue; earlier chits have lower numbers."""
    return int(c.state.chits[chit].split()[1])


@rule("ava:19.4", "ava:19.4(5)", "ava:19.5")
def _reveal(c: Ctx, chit: str) -> None:
    """Turn a chit of the queue face up; an interrupt chit in hand may cancel it."""
    c.state.chits[chit] = f"up {number_of(c, chit)}"
    c.state.drawn = chit
    c.reveal()
    c.say("draw", f"Revealed in the queue: {owned_label(c, chit)}.", "ava:19.4(5)")


# ---------------------------------------------------------------------- 19.4
@rule("ava:19.3", "ava:19.4", "ava:19.4(1)", "ava:19.4(2)", "ava:19.4(3)", "ava:19.4(4)")
def _draw(c: Ctx) -> None:
    chits = in_cup(c)
    alone = not queued(c)
    number = c.roll(len(chits), lot=True)
    chit = chits[number - 1]
    place = 1 if alone else number_of(c, queued(c)[-1]) + 1
    c.state.chits[chit] = f"{'up' if alone else 'down'} {place}"
    c.state.cup -= 1
    c.touch()
    if not alone:
        c.say("draw", "The Controller draws a chit for the queue.", "ava:19.4(4)", rolls=[number])
        c.call("lay")
        return
    c.state.drawn = chit
    c.say("draw", f"Drawn from the cup: {owned_label(c, chit)}.", "ava:19.4(2)", rolls=[number])
    _offer(c)


def _offer(c: Ctx) -> None:
    """The chit just revealed may meet an interrupt (19.5)."""
    c.frame.vars["shown"] = c.state.drawn
    if owned(c, "axis", "hand"):
        c.call("interrupt", side="axis")
    else:
        _settle(c)


@rule("ava:19.5")
def _settle(c: Ctx) -> None:
    """After a chance to interrupt: a cancelled chit takes all behind it back to the cup; else the queue goes on."""
    v, played = c.frame.vars, c.state.drawn
    shown = v.pop("shown")
    place = v.pop("place", 1)
    c.state.drawn = ""
    if played != shown:
        behind = [k for k in queued(c) if number_of(c, k) > place]
        for chit in behind:
            c.state.chits[chit] = "cup"
        c.state.cup += len(behind)
        c.state.chits[played] = f"up {place}"
        if behind:
            text = "The chit behind it in the queue goes back too."
            if len(behind) > 1:
                text = f"The {len(behind)} chits behind it in the queue go back too."
            c.say("interrupt", text, "ava:19.5")
    c.touch()
    if v.pop("run", 0):
        _carry_out(c)


@rule("ava:19.4(6)", "ava:19.4(8)")
def _next(c: Ctx) -> None:
    """The first revealed command is carried out; if there is none, the next face-down chit is revealed for it."""
    if face_up(c):
        _carry_out(c)
        return
    chit = face_down(c)[0]
    c.frame.vars["run"] = 1
    c.frame.vars["place"] = number_of(c, chit)
    _reveal(c, chit)
    _offer(c)


def _carry_out(c: Ctx) -> None:
    chit = face_up(c)[0]
    c.state.chits[chit] = "played"
    c.state.drawn = chit
    c.touch()
    c.done()


# ---------------------------------------------------------------------- why not
@rule("ava:19.4(7)")
def draw_check(c: Ctx) -> Refusal | None:
    """``draw``: a further chit; the Controller stops when he likes."""
    return None if in_cup(c) else Refusal("ava:19.4(8)", "The cup is empty.")


def next_check(c: Ctx) -> Refusal | None:
    """``next``: carry out the next command of the queue."""
    return None if queued(c) else Refusal("ava:19.4(1)", "The queue is empty: draw a chit.")


@rule("ava:19.4(6)")
def reveal_check(c: Ctx, number: str) -> Refusal | None:
    """``reveal 2``: turn up the chit with this place in the queue."""
    if _at(c, number) is None:
        return Refusal("ava:19.4(6)", f"No chit lies face down at place {number} of the queue.")
    return None


def _at(c: Ctx, number: str) -> str | None:
    return next((k for k in face_down(c) if str(number_of(c, k)) == number), None)


def _reveal_at(c: Ctx, number: str) -> None:
    chit = _at(c, number)
    assert chit is not None
    c.frame.vars["place"] = int(number)
    _reveal(c, chit)
    _offer(c)


def _places(c: Ctx) -> list[str]:
    return [str(number_of(c, k)) for k in face_down(c)]


def _place_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(n,) for n in _places(c)]


class Queue(Step[AvaState]):
    """The Controller draws ahead, reveals, or lets the next command be carried out (19.4)."""

    id = "queue"
    phase = "command"
    title = "Controller's queue"
    verbs = (
        Verb("draw", no_words, draw_check, _draw, "draw: a chit from the cup", "ava:19.4(1)"),
        Verb("next", no_words, next_check, _next, "next: carry out the next command", "ava:19.4(6)"),
        Verb(
            "reveal",
            _place_options,
            reveal_check,
            _reveal_at,
            "reveal PLACE: turn up a chit of the queue",
            "ava:19.4(6)",
            _places,
            apart=True,
        ),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return choices(c).drawer

    def resume(self, c: Context[AvaState], ended: str) -> None:
        if "shown" in c.frame.vars:
            _settle(c)

    def prompt(self, c: Context[AvaState]) -> Prompt:
        up, down = [owned_label(c, k) for k in face_up(c)], len(face_down(c))
        if not up and not down:
            text, default = f"Draw a command chit ({c.state.cup} in the cup).", Action("draw")
        else:
            lying = ", ".join([*up, f"{down} face down"] if down else up)
            more = f"Draw further ({c.state.cup} in the cup), or 'next'." if c.state.cup else "'next' carries it out."
            text, default = f"Queue: {lying}. {more}", Action("next")
        return Prompt(choices(c).drawer, text, "ava:19.4", default)


# ---------------------------------------------------------------------- 19.4(5)
def _new(c: Ctx) -> str:
    return queued(c)[-1]


def _lay_up(c: Ctx) -> None:
    chit, below = _new(c), c.state.stack[-2].vars
    below["place"] = number_of(c, chit)
    _reveal(c, chit)
    below["shown"] = chit
    if owned(c, "axis", "hand"):
        c.goto("interrupt", side="axis")
    else:
        c.done()


def _lay_down(c: Ctx) -> None:
    c.say("draw", f"It stays face down at place {number_of(c, _new(c))} of the queue.", "ava:19.4(5)")
    c.done()


@rule("ava:19.4(5)")
class Lay(Step[AvaState]):
    """The Controller looks at the new chit and judges whether it may begin (19.4(5))."""

    id = "lay"
    phase = "command"
    title = "A chit for the queue"
    secret = True
    verbs = (
        Verb("up", no_words, always, _lay_up, "up: reveal it", "ava:19.4(5)"),
        Verb("down", no_words, always, _lay_down, "down: leave it face down", "ava:19.4(5)"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return choices(c).drawer

    def prompt(self, c: Context[AvaState]) -> Prompt:
        text = f"The Controller alone sees {owned_label(c, _new(c))}: reveal it, or leave it face down in the queue."
        return Prompt(choices(c).drawer, text, "ava:19.4(5)", Action("down"))
