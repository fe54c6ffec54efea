"""The first run: from nothing to recommendations in under two minutes."""
