"""What a screen reader gets of the running program: read over a real AT-SPI bus."""
