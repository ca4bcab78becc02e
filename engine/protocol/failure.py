"""An error reply on its way to the client."""

from __future__ import annotations

import re
from typing import Any

ECHO = 200
"""Characters of what a client has sent that an error reply says again."""
LONGEST = 2_000
"""Characters of a sentence of a reply, whatever is in it."""
_QUOTED = re.compile(rf"'([^']{{{ECHO},}}|.{{{10 * ECHO},}})'", re.DOTALL)

_LONG = re.compile(rf"\S{{{ECHO},}}")


def short(value: Any) -> Any:
    """A sentence, or a list of words, with long quotations cut."""
    if isinstance(value, list):
        return [short(one) for one in value]
    if not isinstance(value, str):
        return value
    cut = _QUOTED.sub(lambda found: f"'{found[1][: ECHO - 4]} ...'", value)
    cut = _LONG.sub(lambda found: f"{found[0][: ECHO - 4]} ...", cut)
    return cut if len(cut) <= LONGEST else f"{cut[:ECHO]} ..."


class Failure(Exception):
    """What an error reply says: a code of ``engine.protocol``, a sentence, and further keys such as ``hint``."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.more = code, message, more

    def to_plain(self) -> dict[str, Any]:
        """The ``error`` object."""
        more = {k: short(v) if k == "hint" else v for k, v in self.more.items() if v}
        return {"code": self.code, "message": short(self.message), **more}
