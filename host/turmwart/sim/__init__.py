"""The virtual table: camera, controller and players made of code."""
