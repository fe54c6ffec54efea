"""The first-run wizard: from nothing to recommendations in under two minutes."""
