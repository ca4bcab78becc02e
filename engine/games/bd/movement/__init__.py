"""What moving costs, where it leads and where a unit may stop (chapters 6 and 10)."""
