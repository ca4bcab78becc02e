"""Barbarossa: Army Group Center: what both editions print alike. Where they differ a field of ``Edition`` says how."""
