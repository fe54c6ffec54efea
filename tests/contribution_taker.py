"""A service on this computer that takes contributions, answers as a test says, and stores all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from local_http_server import Handler, serving


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    headers: tuple[str, ...]
    body: bytes


@dataclass
class Taker:
    """`answers` are statuses with their headers, used up from the first; then all is well."""

    address: str = ""
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    then: Callable[[], None] = lambda: None
    """Done at each request, before it is answered."""

    def answer(self, method: str) -> tuple[int, dict[str, str]]:
        if self.answers:
            return self.answers.pop(0)
        return (201 if method == "PUT" else 204), {}


@contextmanager
def taking() -> Iterator[Taker]:
    taker = Taker()

    def answer(handler: Handler) -> None:
        names = tuple(f"{name}: {value}" for name, value in handler.headers.items())
        taker.asked.append(Asked(handler.command, handler.path, names, handler.content))
        taker.then()
        status, headers = taker.answer(handler.command)
        rest = {name: value for name, value in headers.items() if name != "Content-Length"}
        handler.body(b"", status=status, length=int(headers.get("Content-Length", 0)), **rest)

    with serving(answer) as server:
        taker.address = server.address
        yield taker
