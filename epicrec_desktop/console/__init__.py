"""Shared by `epicrec`, `epicrec-server` and `epicrec-lab`: arguments, output, interruption."""
