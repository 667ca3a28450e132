"""Reading towers of cubes and bricks: Turmbauer and Talo."""
