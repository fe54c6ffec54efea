"""A site on loopback whose pages say in their title which page they are."""

import hashlib
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import local_http_server
from local_http_server import Handler

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

    def answer(handler: Handler) -> None:
        body = site.serve(handler.path)
        headers = {"Content_Type": "text/html; charset=utf-8", "Cache_Control": "no-store"}
        handler.body(body or b"", status=404 if body is None else 200, **headers)

    with local_http_server.serving(answer) as server:
        site.port = server.server_address[1]
        yield site
