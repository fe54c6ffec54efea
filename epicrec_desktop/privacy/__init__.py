"""C-4 and C-5: the privacy engine. Pure numerics: arrays in, arrays out, randomness passed in."""
