"""What moving costs and where it leads (chapter 9)."""
