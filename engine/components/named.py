"""Records that are tuples, ``class Spot(NamedTuple): column: int``: those of ``typing``, made in half the time.

``typing`` compiles the annotation of every field although nobody asks for it; a program that makes a hundred such
records before its first screen notices. Type checkers see the one of ``typing``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Makes the class that a record is; of the base alone it is the class."""

        def __new__(cls, name, bases, body):
            """The record: its fields are what is annotated, defaults what they are set to. Raises ``TypeError``."""
            if not bases:
                return super().__new__(cls, name, bases, body)
            if len(bases) > 1:
                raise TypeError(f"'{name}' is a record and nothing else")
            fields = body.pop("__annotations__", {})
            defaults = [(field, body.pop(field)) for field in fields if field in body]
            if [field for field, _ in defaults] != [*fields][len(fields) - len(defaults) :]:
                raise TypeError(f"fields of '{name}' without a default stand behind such with one")
            values = [value for _, value in defaults]
            made = namedtuple(name, fields, defaults=values, module=body.pop("__module__"))
            made.__annotations__ = fields
            for key, value in body.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """What records are derived from."""
