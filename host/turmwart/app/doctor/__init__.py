"""What is wrong with the rig, and what to do about it."""
