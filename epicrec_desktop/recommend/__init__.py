"""C-6: models that score movies for a profile: trained, served, folded in, ranked."""
