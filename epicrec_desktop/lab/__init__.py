"""The papers' experiments, ours, and the benchmarks."""
