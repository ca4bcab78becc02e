"""Named fields that hold something only at times: each is one key of the column ``memory``, and no column itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.play.noted import Noted, NotedEach
from engine.play.state import State, copy_state, digest, from_record, to_record


@dataclass
class Weathered(State):
    memory: dict[str, int] = field(default_factory=dict)
    storms = Noted("storm count")
    harbour = Noted("harbour", absent=-1)
    floods = NotedEach("flood ")


def test_a_name_reads_and_writes_its_key() -> None:
    s = Weathered()
    assert (s.storms, s.harbour) == (0, -1) and s.memory == {}
    s.storms += 2
    s.harbour = 7
    assert s.memory == {"storm count": 2, "harbour": 7} and (s.storms, s.harbour) == (2, 7)


def test_a_zero_that_is_noted_is_not_the_same_as_nothing() -> None:
    s = Weathered()
    nothing = digest(s)
    s.storms = 0
    assert Weathered.storms.there(s) and digest(s) != nothing
    del s.storms
    assert not Weathered.storms.there(s) and digest(s) == nothing
    del s.storms  # Nothing to forget.


def test_words_of_one_sort_are_counted_apart_from_everything_else() -> None:
    s = Weathered()
    s.storms = 3
    s.floods["Bug"] += 1
    s.floods["Narew"] += 2
    assert s.memory == {"storm count": 3, "flood Bug": 1, "flood Narew": 2}
    assert list(s.floods) == ["Bug", "Narew"] and len(s.floods) == 2
    assert s.floods["Dvina"] == 0 and "Dvina" not in s.floods and "Bug" in s.floods
    s.floods.clear()
    assert s.memory == {"storm count": 3}


def test_a_copy_and_a_record_keep_what_is_noted() -> None:
    s = Weathered()
    s.storms = 1
    other = copy_state(s)
    other.storms += 1
    assert (s.storms, other.storms) == (1, 2)
    assert "storms" not in to_record(s)
    assert from_record(Weathered, to_record(s)).storms == 1
