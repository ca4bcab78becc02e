"""The subcommands of ``stavka``, by what they are about. Nothing here imports the screen library at once."""
