"""One battle from its declaration to the advance (chapters 12 to 16)."""
