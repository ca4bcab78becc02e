"""R250: the Axis side writes down its Victory Plan, in secret, at the start of a Reinforcements Phase."""

from __future__ import annotations

from engine.games.efs import plans
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.victory import AXIS
from engine.play.action import Action
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words


def _ids(c: Ctx) -> list[str]:
    return [p.id for p in plans.plans(c)]


def _seal(c: Ctx) -> None:
    plans.seal(c)
    c.done()


class VictoryPlan(Step[EfsState]):
    """The choice of the plan; nobody else may look on, nor learn it before the end. Called with ``side``."""

    id = "victory-plan"
    title = "Victory Plan"
    secret = True
    verbs = (
        Verb("plan", lambda c, s: [(name,) for name in _ids(c) if s in (None, name)], plans.may_write, plans.write,
             "plan NAME: write it down; what places will have counted at the end", plans.LAW, _ids),
        Verb("seal", no_words, plans.may_seal, _seal, "seal: the plan is settled for good",
             plans.LAW, grave=True),
    )  # fmt: skip

    @rule("efs:R250")
    def prompt(self, c: Context[EfsState]) -> Prompt:
        if (mine := plans.chosen(c)) is not None:
            text = f"Victory Plan {mine.title}: {mine.text} Seal it for good, or write another."
            return Prompt(AXIS, text, plans.LAW, Action("seal"))
        told = " ".join(f"{p.title}: {p.text}" for p in plans.plans(c))
        return Prompt(AXIS, f"Write down the Victory Plan, in secret until the end. {told}", plans.LAW)
