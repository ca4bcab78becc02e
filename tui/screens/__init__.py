"""The other screens, one module each."""
