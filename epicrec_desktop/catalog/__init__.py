"""C-1, public data: sources of movies and categories, read into a `Catalog`."""
