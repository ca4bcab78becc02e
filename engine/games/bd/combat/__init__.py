"""One battle from the odds to the advance (chapters 10 and 11)."""
