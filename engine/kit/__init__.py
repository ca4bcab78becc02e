"""What at least two games share with one meaning: opening a scenario, editing, outline, overlays, attacks."""
