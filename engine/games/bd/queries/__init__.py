"""All that screens, the protocol and computer players ask, without changing anything."""
