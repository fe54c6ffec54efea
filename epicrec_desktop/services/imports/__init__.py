"""Exports of other services → the library: looked at first, taken in, and taken back."""
