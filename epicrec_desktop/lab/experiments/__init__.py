"""Experiments that `epicrec evaluate` runs: those of the papers and additional ones."""
