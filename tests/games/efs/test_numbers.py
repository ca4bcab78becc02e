"""Rules that both editions share: whatever leaves the game cites the book that is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine.books.rules import load_rules
from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.load import load_shared, rule_numbers
from engine.components.rulenumbers import INSTEAD
from engine.games.efs.state import EfsState
from engine.play.action import Impossible, Refusal
from engine.play.asked import Dial, Editable, OutlineLine, Prospect, Reach, Score, Task
from engine.play.citing import SECTION
from engine.play.match import Match
from engine.play.numbered import numbered, numbered_queries
from engine.play.queries import Layer, Queries
from engine.play.step import Context, Prompt, Step, Verb, no_words
from tests.support.efs import position, refusal

ROOT = Path(__file__).resolve().parents[3]
EDITIONS = ("efs1", "efs2")
FIRST, SECOND = (rule_numbers(game, "efs") for game in EDITIONS)
CITED = re.compile(rf"\befs:({SECTION})(?![A-Za-z])")


def cited() -> dict[str, str]:
    """Every rule that the shared code and data name, with a file that does."""
    found = {}
    for folder, kind in (("engine/games/efs", "py"), ("data/efs", "toml")):
        for path in sorted((ROOT / folder).rglob(f"*.{kind}")):
            found.update(dict.fromkeys(CITED.findall(path.read_text("utf-8")), path.name))
    return found


def test_every_rule_of_the_shared_code_has_a_number_in_both_books() -> None:
    ids = cited()
    assert len(ids) > 600
    for game, numbers in zip(EDITIONS, (FIRST, SECOND), strict=True):
        book = load_rules(game)
        lost = {id: file for id, file in ids.items() if numbers.section(f"efs:{id}") not in book}
        assert lost == {}, game


def test_the_shared_code_and_data_name_no_edition() -> None:
    named = {
        path.name: found[0]
        for folder, kind in (("engine/games/efs", "py"), ("data/efs", "toml"))
        for path in (ROOT / folder).rglob(f"*.{kind}")
        if (found := re.findall(r"\befs[12]\b", path.read_text("utf-8")))
    }
    assert named == {}, "cite the family: efs:10.22"


def test_the_table_of_the_first_edition_covers_the_second_book() -> None:
    table, second = load_shared("efs1"), load_rules("efs2")
    assert "numbers" not in table.tables
    first = load_rules("efs1")
    rows = {id: FIRST.section(f"efs:{id}") for id in second.ids()}
    assert {id: number for id, number in rows.items() if number not in first} == {}
    assert FIRST["efs:6.51"] == "efs1:ED5" and first.find("ED5") and INSTEAD == "instead"


def test_ids_of_a_book_stay_and_those_of_the_family_are_translated() -> None:
    assert (FIRST["efs:10.22"], SECOND["efs:10.22"]) == ("efs1:10.5.5", "efs2:10.22")
    assert (FIRST["efs2:10.22"], SECOND["efs2:10.22"], SECOND[""]) == ("efs2:10.22", "efs2:10.22", "")
    assert FIRST.section("efs:11.36") == "11.4.2" and rule_numbers("ava", "ava").plain


def test_shared_data_name_the_rules_of_the_edition() -> None:
    table = {"rule": "efs:2.22", "rows": [["armor", "efs:21.1"]], "note": "efs:2.22 and efs:2.23", "n": 3}
    read: Any = FIRST.throughout(table)
    assert read == {**table, "rule": "efs1:2.3.1", "rows": [["armor", "efs1:22.1"]]}
    assert rule_numbers("ava", "ava").throughout(table) is table


# ---------------------------------------------------------------------- the border
NOBODY: Any = None


def _refuse(c: Any, word: str) -> Refusal | None:
    return Refusal("efs:3.32", "Too many.") if word == "no" else None


def _tell(c: Context[EfsState], word: str) -> None:
    c.say("told", "Something.", "efs:10.43")
    c.over("axis", "decisive", "efs:24.13")


class Asking(Step[EfsState]):
    """A step that cites rules of the family."""

    id = "asking"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("say", lambda c, s: [("no",), ("yes",)], _refuse, _tell, "say WORD", "efs:10.21"),
        Verb("keep", no_words, lambda c: None, lambda c: None, "keep silent", "efs2:10.21"),
    )

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt("axis", "Say something.", "efs:10.1")


def asked(game: str = "efs2") -> Match:
    match = position(kinds=(Asking,), step="asking")
    match.data.__dict__["numbers"] = match.c.numbers = rule_numbers(game, "efs")
    return match


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("efs2", ("efs2:10.1", "efs2:3.32", "efs2:10.21", "efs2:10.43", "efs2:24.13")),
        ("efs1", ("efs1:10.1", "efs1:3.0", "efs1:10.4", "efs1:10.7.7", "efs1:24.0")),
    ],
)
def test_what_a_step_says_passes_the_border(game: str, told: tuple[str, ...]) -> None:
    m = asked(game)
    first, other = m.verbs
    found = [m.prompt.rule, refusal(m, "say no").rule, first.rule]
    assert m.view().prompt.rule == told[0] and other.rule == "efs2:10.21"
    events = m.play("say yes")
    assert (*found, events[-1].rule, m.prompt.rule) == told and m.verbs == ()
    assert m.state.over_rule == told[-1] and refusal(m, "say yes").rule == told[-1]


def test_answers_pass_the_border() -> None:
    tally = Tally("battle", barred=("efs:12.21", "Too weak."))
    tally.add("+1", "a river", "efs:15.51")
    prospect = Prospect(((1, 2),), (), tally, 0, 0, 0)
    named = numbered([prospect], FIRST)[0].tally
    assert (named.barred, named.lines[0].rule) == (("efs1:12.3.1", "Too weak."), "efs1:15.6.1")
    assert tally.lines[0].rule == "efs:15.51", "what is kept inside stays as it is"
    score = Score("axis", 1, 2, tuple(tally.lines), "efs:24.11", "efs:24.13")
    rules = numbered(score, FIRST)
    assert (rules.rule, rules.needed_rule, rules.lines[0].rule) == ("efs1:24.1.1", "efs1:24.0", "efs1:15.6.1")
    assert numbered(Reach({}, {3: ("efs:10.35", "no")}), FIRST).blocked == {3: ("efs1:10.6.6", "no")}
    dials = numbered(Editable(dials=(Dial("vp", "VP", "efs:24.11", "number", 0),)), FIRST).dials
    assert dials[0].rule == "efs1:24.1.1"
    assert numbered(None, FIRST) is None and numbered("efs:1.1 in a text", FIRST) == "efs:1.1 in a text"


def test_questions_pass_the_border() -> None:
    def barred(*_: Any) -> Tally:
        raise Impossible(Refusal("efs:11.32", "Nobody can.", (1,)))

    def wrong(*_: Any) -> list[Task]:
        raise BadInput("What?", "efs:12.17")

    plain = Queries()
    ask = plain._replace(
        map=plain.map._replace(layers=(Layer("zoc", "ZOC", lambda c, side, u: ({}, (), "efs:3.21")),)),
        combat=plain.combat._replace(tally=barred),
        turn=plain.turn._replace(risks=wrong, outline=lambda c: [OutlineLine("a", "A", "efs:4.21", 0, "now")]),
    )
    found = numbered_queries(ask, FIRST)
    assert found.map.layers[0].marks(NOBODY, "", None)[2] == "efs1:3.0"
    assert [o.rule for o in found.turn.outline(NOBODY)] == ["efs1:4.2"]
    with pytest.raises(Impossible) as error:
        found.combat.tally(NOBODY, "", NOBODY, {})
    assert error.value.refusal == Refusal("efs1:11.4.1", "Nobody can.", (1,)) and "efs1" in str(error.value)
    with pytest.raises(BadInput) as bad:
        found.turn.risks(NOBODY)
    assert bad.value.rule == "efs1:12.8"
    assert numbered_queries(ask, rule_numbers("ava", "ava")) is ask
