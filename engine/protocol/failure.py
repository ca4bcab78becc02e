"""An error reply on its way to the client."""

from __future__ import annotations

from typing import Any


class Failure(Exception):
    """What an error reply says: a code of ``engine.protocol``, a sentence, and further keys such as ``hint``."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.more = code, message, more

    def to_plain(self) -> dict[str, Any]:
        """The ``error`` object."""
        return {"code": self.code, "message": self.message, **{k: v for k, v in self.more.items() if v}}
