"""What a rig has of its own: its lens, its mat, the colours of its wood."""
