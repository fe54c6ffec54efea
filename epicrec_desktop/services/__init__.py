"""The use cases, without a window: scan, review, preview, release, recommend, export, erase."""
