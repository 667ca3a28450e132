"""The procedures of `turmwart calibrate`: what a person is told, what is kept in the end."""
