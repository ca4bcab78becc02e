"""What lies on the table: grid, board, counters, charts and dice, and the files they are read from."""
