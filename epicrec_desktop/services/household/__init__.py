"""Several people in one computer account: who they are, and how one is added or removed."""
