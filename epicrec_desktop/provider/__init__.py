"""C-6: takes a committed `Release`, returns recommendations; over HTTP or in process."""
