"""Many games or many dice looked at together: luck, simulation, counts of legal actions."""
