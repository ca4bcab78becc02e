"""Records that a game fills when it is asked what can still be done, what is worth attacking, and where things are."""

from __future__ import annotations

from dataclasses import dataclass

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit

WORTH = "steps the defender loses on average less those the attacker loses; at equal worth the likelier retreat first"
"""How prospects are sorted, for whoever shows them."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack that the side to act could make now, or could make once some of its units have moved."""

    stands: tuple[tuple[Unit, Hex], ...]
    """Who attacks, and from which hex."""
    movers: tuple[Unit, ...]
    """Those of them that would have to move there first."""
    tally: Tally
    own_loss: float
    """Steps that the attacker loses on average."""
    enemy_loss: float
    """Steps that the defender loses on average."""
    retreat: float
    """Chance that the defender gives way: must retreat, or as ``Queries.gives_way`` has it."""

    @property
    def target(self) -> Hex:
        """The hex that is attacked."""
        return self.tally.target

    @property
    def worth(self) -> float:
        """Steps the defender loses on average less those that the attacker loses."""
        return self.enemy_loss - self.own_loss

    @property
    def order(self) -> tuple[float, float, int]:
        """Sorts the best attack first."""
        return -self.worth, -self.retreat, self.target


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is left in the present step: whom or where it is about, in words, by which rule.

    ``subject`` is the id of a unit, the label of a hex, or empty. ``pressing``: to end the step without it is probably
    a slip. ``what`` calls all tasks of its sort, after their number; ``kind`` is what they are counted by, where many
    names would tell nobody anything.
    """

    subject: str
    text: str
    rule: str
    pressing: bool = False
    what: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name that is neither a unit nor a hex, such as a chit.

    ``where`` says where it is as far as the viewer knows, ``hex`` what it points to on the map (-1 for nothing),
    ``note`` what it would do now. ``id`` is its word in actions, empty where that word would tell a secret.
    """

    id: str
    title: str
    where: str
    rule: str
    hex: Hex = -1
    note: str = ""
