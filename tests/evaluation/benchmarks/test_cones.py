"""The programs as cones, against the same programs in a modeling tool."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicrec_desktop.evaluation.benchmarks import cones
from epicrec_desktop.evaluation.benchmarks.cones import calibrate_by_cones, sanitize_by_cones
from epicrec_desktop.evaluation.benchmarks.published import calibrate_published, sanitize_published
