"""The reference recommendation service (extra `server`).

It keeps no accounts, sets no cookies and logs no profiles: a log line has a method, the pattern of
a path, a status and a duration. FastAPI is imported only by the modules that need it.
"""
