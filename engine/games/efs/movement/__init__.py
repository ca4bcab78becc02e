"""What moving costs and where it leads (chapters 10 and 11)."""
