"""What is wrong with what came in."""

from __future__ import annotations


class BadInput(ValueError):
    """Something typed, read or sent that cannot be understood; the message is for the person who sent it."""
