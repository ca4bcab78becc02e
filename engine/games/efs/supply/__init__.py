"""Supply routes, status and points (chapter 6)."""
