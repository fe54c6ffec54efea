"""Names for the arrays that the program computes with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
"""Of item models: their scores and factors."""
Ints = NDArray[np.int64]
