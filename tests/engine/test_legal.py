"""The legal actions as a lazy, sorted view."""

from __future__ import annotations

from engine.play.action import Action
from engine.play.legal import Legal
from engine.play.match import Match


def test_sorted_and_counted(operating: Match) -> None:
    legal = operating.legal
    found = list(legal)
    assert found == sorted(set(found)) and len(legal) == len(found) > 20
    assert list(legal) == found, "asking twice gives the same"


def test_in(operating: Match) -> None:
    legal = operating.legal
    assert "move a1 T0202" in legal and Action("end") in legal
    for text in ("move a1 T0602", "move a1", "move r1 T0601", "fly", "", "plan bold", "move a1 T9999"):
        assert text not in legal
    assert 3 not in legal


def test_of_subjects_plain_and_verbs(operating: Match) -> None:
    legal = operating.legal
    assert legal.of("a1") == [a for a in legal if a.subject == "a1"]
    assert legal.of("r1") == [] == legal.of("nobody")
    assert legal.plain() == [Action("end")]
    assert legal.subjects() == ["a1", "a2", "a3", "a4", "a5"]
    assert legal.verbs() == ["move", "attack", "end"]
    assert legal.any()


def test_of_many_subjects_at_once(operating: Match) -> None:
    legal, alone = operating.legal, Legal(operating.c)
    assert legal.of_each(["a1", "a5", "r1", "nobody"]) == ["a1", "a5", "r1", "nobody"]
    assert legal.of("a1") == alone.of("a1") != [] and legal.of("a5") == alone.of("a5") and legal.of("r1") == []


def test_follows_the_game(operating: Match) -> None:
    before = operating.legal
    operating.play("move a1 T0302")
    assert operating.legal is not before
    assert "move a1 T0202" not in operating.legal and "attack a1 T0402" in operating.legal
    operating.undo()
    assert "move a1 T0202" in operating.legal


def test_nothing_when_the_game_is_over(operating: Match) -> None:
    while not operating.over:
        operating.play(next(a for a in reversed(list(operating.legal))) if "end" not in operating.legal else "end")
    legal = operating.legal
    assert not legal.any() and len(legal) == 0
    assert not legal.subjects() and not legal.plain() and not legal.verbs() and not legal.of("a1")
    assert "end" not in legal
