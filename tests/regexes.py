"""How long a regular expression can take: by how many ways it can read the same text.

A backtracking engine tries ways one after the other. An expression becomes an automaton of its
character places (Glushkov's), and that is asked two questions (Weber and Seidl, "On the degree of
ambiguity of finite automata", Theoretical Computer Science 88, 1991):

    exponential   a place is left and reached again on the same text in two ways
    polynomial    two places each are reached again, and one from the other, all on the same text

Neither: linear. Taken as more than they are, so that "linear" can be believed and the rest may be a
false alarm: a count above `UNROLLED` as no limit, what looks ahead or behind as text to be read at
its own place, and a search as one that may begin anywhere. Characters stand for all that the
expression cannot tell from them.
"""

import itertools
import re
import re._constants as sre
import re._parser as parser
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

UNROLLED = 12
MOST_STATES = 150_000
_KINDS = "aZé中5٣_ \t\n-.,'\"<>/:;&=?#%@+*()[]{}|\\~!$^`\x00\u2028😀"


class Cost(StrEnum):
    """How the time can grow with the text."""

    LINEAR = "linear"
    POLYNOMIAL = "polynomial"
    EXPONENTIAL = "exponential"


class UnknownError(Exception):
    """The expression has something that is not understood here, or is too large."""


@dataclass
class Automaton:
    """Places with a set of characters each (a mask), and what may follow; 0 is the beginning."""

    alphabet: str
    masks: list[int] = field(default_factory=lambda: [0])
    after: dict[int, Counter[int]] = field(default_factory=dict)

    @cached_property
    def loops(self) -> dict[int, int]:
        """The strongly connected part of every place that is in a loop."""
        found = components({p: list(self.after.get(p, ())) for p in range(len(self.masks))})
        return {
            place: number
            for number, part in enumerate(found)
            for place in part
            if len(part) > 1 or place in self.after.get(place, ())
        }


@dataclass
class Part:
    """A piece of an expression: where it begins and ends, and in how many ways it is empty."""

    first: Counter[int]
    last: Counter[int]
    empty: int


@dataclass(frozen=True)
class Verdict:
    """How the time can grow, and on which text: `before`, then `again` as often as one likes."""

    cost: Cost
    before: str = ""
    again: str = ""

    def text(self, length: int) -> str:
        """A text of so many characters that takes long, ended by what fits nowhere."""
        times = max(0, length - len(self.before) - 2) // max(1, len(self.again))
        return f"{self.before}{self.again * times}\0\n"


def judge(pattern: str, flags: int = 0, *, search: bool = False) -> Verdict:
    """How long the expression can take. Raises `UnknownError`."""
    tree = parser.parse(pattern, flags)
    automaton = Automaton(_alphabet(pattern))
    builder = _Builder(automaton, tree.state.flags | flags)
    whole = builder.sequence(list(tree))
    if search:
        whole = builder.joined([builder.starred(builder.place(-1)), whole])
    automaton.after[0] = whole.first
    inner = [_judged(look) for look in builder.looks]
    return max([_judged(automaton), *inner], key=lambda found: list(Cost).index(found.cost))


def _judged(automaton: Automaton) -> Verdict:
    if _exponential(automaton):
        return Verdict(Cost.EXPONENTIAL)
    return _polynomial(automaton) or Verdict(Cost.LINEAR)


def _alphabet(pattern: str) -> str:
    """Characters of every kind, and those of the expression with their neighbors."""
    found = dict.fromkeys(_KINDS)
    for character in pattern:
        for near in (ord(character) - 1, ord(character), ord(character) + 1):
            if 0 <= near < 0x110000:
                found[chr(near)] = None
        found[character.swapcase()[:1]] = None
    return "".join(found)


class _Builder:
    def __init__(self, automaton: Automaton, flags: int) -> None:
        self.automaton = automaton
        self.flags = flags
        self.looks: list[Automaton] = []

    def place(self, mask: int) -> Part:
        self.automaton.masks.append(mask)
        here = len(self.automaton.masks) - 1
        return Part(Counter([here]), Counter([here]), 0)

    def sequence(self, items: list[Any]) -> Part:
        return self.joined([self.item(*item) for item in items])

    def joined(self, parts: Iterable[Part]) -> Part:
        whole = Part(Counter(), Counter(), 1)
        for part in parts:
            self._follow(whole.last, part.first)
            first = whole.first + _times(part.first, whole.empty)
            last = part.last + _times(whole.last, part.empty)
            whole = Part(first, last, min(2, whole.empty * part.empty))
        return whole

    def starred(self, part: Part) -> Part:
        self._follow(part.last, part.first)
        return Part(part.first, part.last, 1)

    def either(self, parts: list[Part]) -> Part:
        first: Counter[int] = sum((p.first for p in parts), Counter())
        last: Counter[int] = sum((p.last for p in parts), Counter())
        return Part(first, last, min(2, sum(p.empty for p in parts)))

    def _follow(self, last: Counter[int], first: Counter[int]) -> None:
        for before, ways in last.items():
            into = self.automaton.after.setdefault(before, Counter())
            for after, more in first.items():
                into[after] = min(2, into[after] + ways * more)

    def item(self, kind: Any, value: Any) -> Part:  # noqa: PLR0911 - one for each kind of item
        if kind in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return self.place(self._mask(kind, value))
        if kind is sre.AT:
            return Part(Counter(), Counter(), 1)
        if kind is sre.BRANCH:
            return self.either([self.sequence(list(one)) for one in value[1]])
        if kind is sre.SUBPATTERN:
            _, add, remove, inner = value
            return self._with(add, remove, inner)
        if kind is sre.ATOMIC_GROUP:
            return self.sequence(list(value))
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._repeated(*value)
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            self._look(list(value[1]))
            return Part(Counter(), Counter(), 1)
        if kind is sre.GROUPREF:  # any text at all
            return self.starred(self.place(-1))
        raise UnknownError(str(kind))

    def _with(self, add: int, remove: int, inner: Any) -> Part:
        before = self.flags
        self.flags = (self.flags | add) & ~remove
        part = self.sequence(list(inner))
        self.flags = before
        return part

    def _repeated(self, least: int, most: int, inner: Any) -> Part:
        endless = most is sre.MAXREPEAT or most > UNROLLED
        parts = [self.sequence(list(inner)) for _ in range(min(least, UNROLLED))]
        if endless:
            return self.joined([*parts, self.starred(self.sequence(list(inner)))])
        tail = Part(Counter(), Counter(), 1)
        for _ in range(most - min(least, UNROLLED)):  # (x(x(x)?)?)?: one way for each number
            tail = self.joined([self.sequence(list(inner)), tail])
            tail = Part(tail.first, tail.last, 1)
        return self.joined([*parts, tail])

    def _look(self, items: list[Any]) -> None:
        look = Automaton(self.automaton.alphabet)
        inner = _Builder(look, self.flags)
        look.after[0] = inner.sequence(items).first
        self.looks += [look, *inner.looks]

    def _mask(self, kind: Any, value: Any) -> int:
        """Which characters of the alphabet are meant; `re` itself says it."""
        tree = parser.SubPattern(parser.State(), [(kind, value)])
        tree.state.flags = self.flags & ~re.DEBUG
        tree.state.str = ""
        made = re._compiler.compile(_Parsed(tree), tree.state.flags)
        return sum(1 << n for n, c in enumerate(self.automaton.alphabet) if made.fullmatch(c))


class _Parsed:
    """What the compiler of `re` takes in place of a text: a tree that is there already."""

    def __new__(cls, tree: Any) -> Any:
        return tree


def _times(counts: Counter[int], ways: int) -> Counter[int]:
    return Counter({place: min(2, count * ways) for place, count in counts.items() if ways})


def _exponential(automaton: Automaton) -> bool:
    loops = automaton.loops
    for place, part in loops.items():
        for after, ways in automaton.after.get(place, Counter()).items():
            if ways > 1 and loops.get(after) == part:
                return True
    for start, part in loops.items():
        graph: dict[tuple[int, int], list[tuple[int, int]]] = {}
        waiting = deque([(start, start)])
        while waiting:
            pair = waiting.popleft()
            if pair in graph:
                continue
            graph[pair] = [
                pair
                for pair in _steps(automaton, pair)
                if all(loops.get(place) == part for place in pair)
            ]
            _limit(graph)
            waiting.extend(graph[pair])
        for together in components(graph):
            if (start, start) in together and any(a != b for a, b in together):
                return True
    return False


def _polynomial(automaton: Automaton) -> Verdict | None:
    """Where p goes to p, p to q and q to q on the same text, p and q not the same: that text."""
    loops = automaton.loops
    for p, q in itertools.permutations(loops, 2):
        start, end = (p, p, q), (p, q, q)
        came: dict[Any, Any] = {start: None}
        waiting = deque(came)
        while waiting:
            here = waiting.popleft()
            for state in _steps(automaton, here):
                if state == end:
                    again = _word(automaton, came, here, state)
                    return Verdict(Cost.POLYNOMIAL, _way_to(automaton, p), again)
                if state not in came and (loops.get(state[0]), loops.get(state[2])) == (
                    loops[p],
                    loops[q],
                ):
                    came[state] = here
                    waiting.append(state)
            _limit(came)
    return None


def _word(automaton: Automaton, came: dict[Any, Any], last: Any, end: Any) -> str:
    """The text on which a search came from its beginning over `last` to `end`."""
    states = [end]
    while last is not None:
        states.append(last)
        last = came[last]
    return "".join(_character(automaton, state) for state in reversed(states[:-1]))


def _way_to(automaton: Automaton, place: int) -> str:
    """A shortest text that leads from the beginning to a place."""
    came: dict[Any, Any] = {(0,): None}
    waiting = deque(came)
    while waiting:
        here = waiting.popleft()
        for state in _steps(automaton, here):
            if state == (place,):
                return _word(automaton, came, here, state)
            if state not in came:
                came[state] = here
                waiting.append(state)
    return ""


def _character(automaton: Automaton, state: tuple[int, ...]) -> str:
    mask = (1 << len(automaton.alphabet)) - 1
    for place in state:
        mask &= automaton.masks[place]
    return automaton.alphabet[(mask & -mask).bit_length() - 1]


def _steps(automaton: Automaton, state: tuple[int, ...]) -> Iterator[Any]:
    """Where several places get to on the same character."""
    following = [automaton.after.get(place, ()) for place in state]
    for places in itertools.product(*following):
        mask = -1
        for place in places:
            mask &= automaton.masks[place]
        if mask:
            yield places


def _limit(states: Any) -> None:
    if len(states) > MOST_STATES:
        raise UnknownError("too large")


def components(graph: dict[Any, list[Any]]) -> list[list[Any]]:
    """Strongly connected components (Tarjan), without recursion."""
    number: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    on: set[Any] = set()
    found = []
    for root, targets in graph.items():
        if root in number:
            continue
        work = [(root, iter(targets))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on.add(root)
        while work:
            node, edges = work[-1]
            for target in edges:
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on.add(target)
                    work.append((target, iter(graph.get(target, ()))))
                    break
                if target in on:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    part: list[Any] = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    found.append(part)
    return found
