"""The one way to the network: every request of the desktop is made by `client`.

Requests are bounded (`request`), failures have one table of sentences (`failures`), and public
services are asked at their pace (`pacing`). No other package may import what opens connections.
"""
