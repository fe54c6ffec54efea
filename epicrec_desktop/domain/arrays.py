"""Names for the arrays that the program computes with."""

from __future__ import annotations

import tokenize
import zipfile
import zlib

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
"""Of item models: their scores and factors."""
Ints = NDArray[np.int64]

NO_HEADER = (
    *(SyntaxError, TypeError, KeyError, OverflowError, tokenize.TokenError),
    *(AttributeError, MemoryError, RecursionError, IndexError, ArithmeticError),
)
"""What NumPy lets through of a header that is none, besides `ValueError`."""

DAMAGED_ARCHIVE = (
    *(OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error),
    *NO_HEADER,
)
"""What reading a damaged file of arrays raises (`np.load`)."""
