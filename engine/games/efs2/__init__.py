"""Barbarossa: Army Group Center, second edition: two days a turn at five miles a hex."""
