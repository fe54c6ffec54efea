"""C-2, private data: movies from visits. Host and path first, then ids, then title and year."""
