"""Answers at the shell as plain text. Nothing of the screen library is imported here."""
