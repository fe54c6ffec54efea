"""Experiments that `epicrec-lab evaluate` runs: those of the papers and additional ones."""
