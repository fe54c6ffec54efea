"""C-6: takes a committed `Release`, returns recommendations; over HTTP or in process.

`base` is what every provider does, `local` is "This computer", `http` is a service elsewhere
(`address`, `transport` and `cache` are its parts). Nothing here can reach the history: it is
handed releases, and sends their bytes as they are.
"""
