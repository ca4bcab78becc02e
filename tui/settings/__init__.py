"""What a player sets: configuration, keys, themes."""
