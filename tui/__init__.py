"""The terminal program: screens, keys and the command line. It knows no rule of any game."""
