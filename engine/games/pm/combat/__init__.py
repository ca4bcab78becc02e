"""One battle from odds to advance (chapter 14)."""
