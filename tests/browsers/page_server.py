"""A site on loopback whose pages say in their title which page they are."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_PATH = re.compile(r"/page/(\d+)/([0-9a-f]{16})")


def mark(page: int) -> str:
    """A word that only this page has, in its address and in its title."""
    return hashlib.sha256(f"page {page}".encode()).hexdigest()[:16]


def title_of(page: int) -> str:
    """The title of a page."""
    return f"Page {page} is {mark(page)}"


class Site:
    """Serves pages and counts how often each was asked for."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.served: Counter[int] = Counter()
        self._lock = threading.Lock()

    def url(self, page: int) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.port}/page/{page}/{mark(page)}"

    def page_of(self, url: str) -> int | None:
        """The page of an address; None for addresses of other sites. A torn one fails."""
        start = f"http://127.0.0.1:{self.port}/"
        if not url.startswith(start):
            return None
        found = _PATH.fullmatch(url.removeprefix(start[:-1]))
        assert found, "an address that is none of the site's"
        page = int(found[1])
        assert found[2] == mark(page), "an address made of two"
        return page

    def serve(self, path: str) -> bytes | None:
        """The body of a page, or None."""
        found = _PATH.fullmatch(path)
        if not found:
            return None
        with self._lock:
            self.served[int(found[1])] += 1
        filling = "words " * 200
        return f"<!doctype html><title>{title_of(int(found[1]))}</title><p>{filling}".encode()


@contextmanager
def serving() -> Iterator[Site]:
    """The site, on a free port of loopback."""
    site = Site(0)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = site.serve(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            with suppress(ConnectionError):  # the browser has ended
                self.wfile.write(body or b"")

        def log_request(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
