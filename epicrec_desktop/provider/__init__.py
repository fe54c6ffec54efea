"""C-6: takes a committed `Release`, returns recommendations; over HTTP or in process.

`base` is the interface of every provider, `local` is "This computer", `remote` is a service
elsewhere (`address`, `session` and `published` are its parts). Nothing here can reach the
history: it gets releases, and sends their bytes unchanged.
"""
