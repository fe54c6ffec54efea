"""C-2, private data: browser profiles found, copied safely, and read as visits."""
