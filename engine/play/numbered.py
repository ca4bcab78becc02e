"""The border at which rules get the numbers of the edition that is played: whatever a game answers passes it.

Inside, the code of a family of editions cites rules of the family; refusals, prompts, calculations, tasks and all
else that is shown name those of the book at hand. Events and the end of a game get theirs when they are told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.rulenumbers import RuleNumbers
from engine.play.action import Impossible
from engine.play.asked import Editable, Prospect, Reach, Score
from engine.play.queries import Layer, Queries

T = TypeVar("T")


def numbered(answer: T, numbers: RuleNumbers) -> T:
    """A record that names a rule, or a list of them, with the number of the edition; anything else as it is."""
    if numbers.plain:
        return answer
    found: Any = answer
    if isinstance(found, list | tuple) and not hasattr(found, "_fields"):
        return type(found)(numbered(one, numbers) for one in found)  # type: ignore[return-value]
    special = _SPECIAL.get(type(found))
    if special is not None:
        found = special(found, numbers)
    elif (rule := getattr(found, "rule", None)) is not None and hasattr(found, "_replace"):
        found = found._replace(rule=numbers[rule])
    return found  # type: ignore[no-any-return]


def _tally(t: Tally, numbers: RuleNumbers) -> Tally:
    barred = t.barred and (numbers[t.barred[0]], t.barred[1])
    return replace(t, lines=numbered(t.lines, numbers), barred=barred)


def _prospect(p: Prospect, numbers: RuleNumbers) -> Prospect:
    return p._replace(tally=_tally(p.tally, numbers))


def _score(s: Score, numbers: RuleNumbers) -> Score:
    lines, still = numbered(s.lines, numbers), numbered(s.open, numbers)
    return s._replace(lines=lines, open=still, rule=numbers[s.rule], needed_rule=numbers[s.needed_rule])


def _reach(r: Reach, numbers: RuleNumbers) -> Reach:
    return replace(r, blocked={h: (numbers[rule], why) for h, (rule, why) in r.blocked.items()})


def _editable(e: Editable, numbers: RuleNumbers) -> Editable:
    return e._replace(dials=numbered(e.dials, numbers))


_SPECIAL: dict[type, Callable[[Any, RuleNumbers], Any]] = {
    Tally: _tally, Prospect: _prospect, Score: _score, Reach: _reach, Editable: _editable,
}  # fmt: skip


@lru_cache(maxsize=16)
def numbered_queries(ask: Queries, numbers: RuleNumbers) -> Queries:
    """The questions of a game, answered with the numbers of the edition."""
    if numbers.plain:
        return ask

    def told(question: Callable[..., T]) -> Callable[..., T]:
        def answered(*asked: Any) -> T:
            try:
                return numbered(question(*asked), numbers)
            except Impossible as error:
                raise Impossible(numbered(error.refusal, numbers)) from None
            except BadInput as error:
                error.rule = numbers[error.rule]
                raise

        return answered

    def drawn(layer: Layer) -> Layer:
        def marks(*asked: Any) -> Any:
            found, legend, rule = layer.marks(*asked)
            return found, legend, numbers[rule]

        return layer._replace(marks=marks)

    turn, combat, units = ask.turn, ask.combat, ask.units
    return ask._replace(
        map=ask.map._replace(layers=tuple(map(drawn, ask.map.layers))),
        units=units._replace(reach=told(units.reach), supply=told(units.supply)),
        combat=combat._replace(
            tally=told(combat.tally), prospects=told(combat.prospects), aided=told(combat.aided),
            enquiries=tuple((kind, told(answer)) for kind, answer in combat.enquiries),
        ),
        turn=turn._replace(
            outline=told(turn.outline), score=told(turn.score), tracks=told(turn.tracks),
            tasks=told(turn.tasks), risks=told(turn.risks), named=told(turn.named),
        ),
    )  # fmt: skip
