"""A Victory Awaits: Operation Barbarossa 1941. Chapters of the rulebook are modules of the same name."""
