"""What several features share: look, texts, controls, long work."""
