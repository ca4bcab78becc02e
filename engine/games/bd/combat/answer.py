"""7.7, 11.23, 5.14, 5.16, 11.33, 13.9: decisions in the middle of a battle."""

from __future__ import annotations

from engine.games.bd import aerial
from engine.games.bd.combat.battle import aerial_helps, fight, german_odds, luftwaffe_matters
from engine.games.bd.combat.odds import BB, DR
from engine.games.bd.combat.support import Support, flown_over, planes_left
from engine.games.bd.pauses import enough
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


# ---------------------------------------------------------------------- the German answer to an attack
@rule("bd:11.23", "bd:8.38")
def luftwaffe_check(c: Ctx) -> Refusal | None:
    """``luftwaffe``: a counter supports the defenders."""
    if not luftwaffe_matters(c):
        return Refusal("bd:11.23", "No Luftwaffe counter is left, or it would change nothing.")
    return None


@rule("bd:11.23", "bd:8.38", "bd:15.7")
def _luftwaffe(c: Ctx) -> None:
    """The counter flies, and Soviet air armies stay away: they are not used up."""
    v = fight(c)
    v.update(flown_over(c, Support.from_vars(v)).to_vars())
    c.say("support", f"Luftwaffe for the defenders of {c.board.describe(v['target'])}.", "bd:11.23")
    c.done()


@rule("bd:7.7")
def aerial_check(c: Ctx) -> Refusal | None:
    """``aerial``: the aerial supply marker for the defenders."""
    if not aerial_helps(c):
        return Refusal("bd:7.7", "Aerial supply is not at hand, or would add nothing to the defense.")
    return aerial.may_commit(c, fight(c)["target"])


@rule("bd:7.7")
def _aerial(c: Ctx) -> None:
    aerial.commit(c, fight(c)["target"])
    if not luftwaffe_matters(c):
        c.done()


def _asked(c: Ctx) -> list[str]:
    """What is asked about."""
    helps = {"luftwaffe": luftwaffe_matters, "aerial": aerial_helps}
    return [kind for kind, matters in helps.items() if matters(c)]


class GermanAnswer(Step[BdState]):
    """A Soviet attack is declared: the German side may support the defenders. Called with ``side``."""

    id = "german-answer"
    title = "German support"
    verbs = (
        Verb("luftwaffe", no_words, luftwaffe_check, _luftwaffe, "luftwaffe: 1L for the defenders", "bd:11.23"),
        Verb("aerial", no_words, aerial_check, _aerial, "aerial: supply by air for the defenders", "bd:7.7"),
        Verb("pass", no_words, always, lambda c: c.done(), "pass: nothing", "bd:11.23", twice=True),
        enough(_asked, "bd:11.23"),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        where, wants = c.board.describe(fight(c)["target"]), list[str]()
        if luftwaffe_matters(c):
            wants.append(f"Luftwaffe ({planes_left(c)} left, {german_odds(c, 1)})")
        if aerial_helps(c):
            wants.append(f"aerial supply ({german_odds(aerial.supposed(c, fight(c)['target']))})")
        law = "bd:11.23" if luftwaffe_matters(c) else "bd:7.7"
        text = f"{where} is attacked at {german_odds(c)}: {' or '.join(wants)} for it?"
        return Prompt("axis", text, law, Action("pass"), about=fight(c)["target"])


# ---------------------------------------------------------------------- a retreat in place of the die
@rule("bd:13.9")
def _give_way(c: Ctx) -> None:
    v = fight(c)
    v["gives_way"] = 1
    c.say("combat", f"The defenders of {c.board.describe(v['target'])} give way.", "bd:13.9", hexes=[v["target"]])
    c.done()


class GiveWay(Step[BdState]):
    """Before the die is thrown the Soviet side may take a retreat. Called with ``side``."""

    id = "give-way"
    title = "Retreat before the die"
    verbs = (
        Verb("retreat", no_words, always, _give_way, "retreat: the defenders go back, no die", "bd:13.9", twice=True),
        Verb("stand", no_words, always, lambda c: c.done(), "stand: the die decides", "bd:13.9", twice=True),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = f"{c.board.describe(fight(c)['target'])} is attacked: retreat before the die, or stand?"
        return Prompt("soviet", text, "bd:13.9", Action("retreat"), about=fight(c)["target"])


# ---------------------------------------------------------------------- a bloodbath that may be a retreat
def _bloodbath(c: Ctx) -> None:
    fight(c)["result"] = BB
    c.done()


@rule("bd:5.14", "bd:5.16", "bd:11.33")
def _law(c: Ctx) -> str:
    """By which rule the attacker may take a retreat in place of a bloodbath."""
    if fight(c)["side"] == "soviet":
        return "bd:11.33"
    return "bd:5.14" if c.state.turn == 1 else "bd:5.16"


@rule("bd:5.14", "bd:5.16", "bd:11.33", "bd:R29")
def _retreat(c: Ctx) -> None:
    fight(c)["result"] = DR
    c.say("combat", "The attacker takes a retreat in place of the bloodbath.", _law(c))
    c.done()


class Convert(Step[BdState]):
    """The attacker may take a retreat in place of a bloodbath. Called with ``side``."""

    id = "convert"
    title = "Bloodbath or retreat"
    verbs = (
        Verb("retreat", no_words, always, _retreat, "retreat: the defenders go back", "bd:5.16", twice=True),
        Verb("bloodbath", no_words, always, _bloodbath, "bloodbath: as rolled", "bd:11.26", twice=True),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        text = "Bloodbath: take it, or let the defenders retreat instead?"
        return Prompt(c.frame.vars["side"], text, _law(c), Action("bloodbath"), about=fight(c)["target"])
