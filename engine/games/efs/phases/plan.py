"""R250: the Axis side writes down its Victory Plan, in secret, at the start of a Reinforcements Phase."""

from __future__ import annotations

from engine.games.efs import plans
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.victory import AXIS
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb


def _ids(c: Ctx) -> list[str]:
    return [p.id for p in plans.plans(c)]


def _write(c: Ctx, name: str) -> None:
    plans.write(c, name)
    c.done()


class VictoryPlan(Step[EfsState]):
    """The choice of the plan; nobody else may look on, nor learn it before the end. Called with ``side``."""

    id = "victory-plan"
    title = "Victory Plan"
    secret = True
    verbs = (
        Verb("plan", lambda c, s: [(name,) for name in _ids(c) if s in (None, name)], plans.may_write, _write,
             "plan NAME: what the places will have counted at the end; it cannot be changed", plans.LAW, _ids,
             grave=True),
    )  # fmt: skip

    @rule("efs2:R250")
    def prompt(self, c: Context[EfsState]) -> Prompt:
        told = " ".join(f"{p.title}: {p.text}" for p in plans.plans(c))
        return Prompt(AXIS, f"Write down the Victory Plan, in secret until the end. {told}", plans.LAW)
