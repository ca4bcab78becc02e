"""Who could walk into Greater Germany is told before the German side ends its movement."""

from __future__ import annotations

import pytest

from tests.support.pm_position import position


@pytest.mark.rule("pm:4.4")
def test_units_that_could_enter_are_counted_and_those_that_are_kept_out_are_not() -> None:
    far = {"7pz": "4122N", "rd-002": "4124N"}
    match = position({**far, "rd-001": "1718N"}, tried=("rd-001", "rd-002"))
    zone = match.data.board.zones["zomo_germany"].inside
    (risk,) = match.view().risks()
    assert risk.text.startswith("1 Soviet unit could enter Greater Germany") and risk.rule == "pm:4.4"
    assert match.c.hex(risk.subject) in zone
    assert position(far, tried=("rd-002",)).view().risks() == []


@pytest.mark.rule("pm:4.4")
def test_it_is_asked_in_the_german_movement_alone_and_changes_nothing() -> None:
    units = {"7pz": "4122N", "rd-001": "1718N"}
    assert position(units, side="soviet", tried=("rd-001",)).view().risks() == []
    assert position(units, phase="combat", tried=("rd-001",)).view().risks() == []
    match = position(units, tried=("rd-001",))
    before = match.digest()
    assert match.view().risks() and match.digest() == before
