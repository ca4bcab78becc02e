"""A position put up by hand before a phase that runs by itself: it waits until somebody lets the phase happen."""

from __future__ import annotations

from engine.games.efs.phases.phase import phase_title
from engine.games.efs.state import EfsState
from engine.play.action import Action
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words


def _always(c: Context[EfsState]) -> None:
    return None


def _go_on(c: Context[EfsState]) -> None:
    c.done()


@rule("efs:4.21")
class Poised(Step[EfsState]):
    """Called with ``side`` and ``phase``; the turn below it begins the phase when it is done."""

    id = "poised"
    title = "Before a phase"
    verbs = (Verb("end", no_words, _always, _go_on, "end: the phase begins", "efs:4.21"),)

    def prompt(self, c: Context[EfsState]) -> Prompt:
        title = phase_title(c, str(c.frame.vars["phase"]))
        text = f"The position stands before the {title} Phase: end begins it."
        return Prompt(c.frame.vars["side"], text, "efs:4.21", Action("end"))
