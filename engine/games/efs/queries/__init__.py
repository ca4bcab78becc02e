"""All that screens ask of the game."""
