"""Trains on a cluster of Apache Spark what would not fit into one machine (extra `spark`)."""
