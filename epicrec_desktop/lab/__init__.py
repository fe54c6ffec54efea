"""Experiments from the papers, additional experiments, and benchmarks."""
