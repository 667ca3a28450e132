"""What is made of hardware/: pins, wiring, printed parts and their drawings."""
