"""The words of this program as types: frozen dataclasses and enums, no I/O.

Everything that two component folders both speak of is here, because component folders do not
import each other.
"""
