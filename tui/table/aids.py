"""What else can be said of an attack before the die is thrown: counters that support it, aircraft that stay behind."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.play.engagement import Engagement
from engine.play.view import View
from tui.game.decision import Decision
from tui.widgets.lines import section
from tui.widgets.list_box import Item


def aids(decision: Decision) -> tuple[Item, ...]:
    """What else can be put into the attack before the die, or taken out of it, such as counters that support it."""
    found = list[Item]()
    for action in decision.plain:
        verb = decision.verb(action.verb)
        if verb is not None and verb.apart:
            found.append(Item(decision.words(action), action, section(verb.rule), decision.note(action)))
    return tuple(found)


def rides(decision: Decision, view: View, tally: Tally) -> tuple[Item, ...]:
    """What can be said of support that goes with these attackers, or stays with its own unit."""
    verbs = {v.name: v for v in decision.verbs if v.role == "support"}
    found = list[Item]()
    for u in view.riders(tally.kind, Engagement((tally.target,), tally.attackers)) if verbs else ():
        for action in decision.of(decision.data.roster.ids[u]):
            if (verb := verbs.get(action.verb)) is not None:
                note = verb.help.partition(": ")[2]
                found.append(Item(decision.words(action), action, section(verb.rule), note))
    return tuple(found)
