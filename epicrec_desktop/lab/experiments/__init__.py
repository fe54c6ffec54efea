"""The experiments of the papers, and ours: `epicrec evaluate`."""
