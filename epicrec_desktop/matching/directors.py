"""Directors whose name people write before or after a title. Public knowledge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from epicrec_desktop.matching.normalize import words

# Where a "-" follows, the last name alone is an ordinary word, or another's.
_NAMES = """
Akira Kurosawa|Alfonso Cuaron|Alfred Hitchcock|Andrei Tarkovsky|Andrea Arnold|Ang Lee-|
Agnes Varda|Abbas Kiarostami|Aki Kaurismaki|Alejandro Inarritu|Alejandro Gonzalez Inarritu|
Alejandro Jodorowsky|Alex Garland|Ari Aster|Asghar Farhadi|Baz Luhrmann|Bela Tarr|
Bernardo Bertolucci|Billy Wilder|Bong Joon ho-|Brian De Palma|Buster Keaton|Carl Theodor Dreyer|
Catherine Breillat|Celine Sciamma|Chantal Akerman|Charlie Chaplin|Christopher Nolan|
Chloe Zhao|Claire Denis|Claude Chabrol|Clint Eastwood|Coen Brothers|Damien Chazelle|Danny Boyle|
Dario Argento|Darren Aronofsky|David Cronenberg|David Fincher|David Lean-|David Lynch|
Denis Villeneuve|Douglas Sirk|Edgar Wright-|Elia Kazan|Elem Klimov|Emir Kusturica|Eric Rohmer|
Ernst Lubitsch|Federico Fellini|Fernando Meirelles|Francis Ford Coppola|Francois Truffaut|
Frank Capra|Frank Darabont|Fritz Lang-|F W Murnau|Gaspar Noe|George A Romero|George Lucas-|
George Miller-|Gillian Armstrong|Greta Gerwig|Guillermo del Toro|Guy Ritchie|Gus Van Sant|
Hal Ashby|Harmony Korine|Hayao Miyazaki|Hirokazu Koreeda|Howard Hawks|Ingmar Bergman|Isao Takahata|
Jacques Audiard|Jacques Demy|Jacques Rivette|Jacques Tati|Jafar Panahi|James Cameron|James Gunn-|
Jane Campion|Jean Cocteau|Jean Luc Godard|Jean Pierre Jeunet|Jean Pierre Melville|Jean Renoir|
Jia Zhangke|Jim Jarmusch|Joel Coen|John Carpenter-|John Cassavetes|John Ford-|John Huston|
John Hughes-|John Woo-|Jonathan Demme|Jonathan Glazer|Jordan Peele|Joseph Mankiewicz|
Julia Ducournau|
Kathryn Bigelow|Katsuhiro Otomo|Kelly Reichardt|Ken Loach|Ken Russell-|Kenji Mizoguchi|
Krzysztof Kieslowski|Lars von Trier|Lee Chang dong-|Leos Carax|Luc Besson|
Luca Guadagnino|Luchino Visconti|Luis Bunuel|Lynne Ramsay|M Night Shyamalan|Mamoru Hosoda|
Martin McDonagh|Martin Scorsese|Masaki Kobayashi|Max Ophuls|Mel Brooks-|Michael Bay-|
Michael Curtiz|Michael Haneke|Michael Mann-|Michael Powell-|Michel Gondry|Michelangelo Antonioni|
Mike Leigh|Mike Nichols-|Milos Forman|Nicolas Roeg|Nicolas Winding Refn|Nora Ephron|
Nuri Bilge Ceylan|Orson Welles|Otto Preminger|Park Chan wook-|Paul Thomas Anderson-|
Paul Verhoeven|Pedro Almodovar|Peter Greenaway|Peter Jackson-|Peter Weir-|Pier Paolo Pasolini|
Quentin Tarantino|Rainer Werner Fassbinder|Rian Johnson-|Richard Linklater|
Ridley Scott-|Rob Reiner-|Robert Altman|Robert Bresson|Robert Eggers|Robert Rodriguez|
Robert Zemeckis|Roberto Rossellini|Roman Polanski|Ron Howard-|Ruben Ostlund|Sam Mendes|
Sam Peckinpah|Sam Raimi|Satoshi Kon-|Satyajit Ray-|Sergei Eisenstein|Sergio Leone|
Sidney Lumet|Sofia Coppola|Spike Jonze|Spike Lee-|Stanley Kubrick|Steve McQueen-|
Steven Soderbergh|Steven Spielberg|Studio Ghibli-|Taika Waititi|Takashi Miike|Takeshi Kitano|
Terrence Malick|Terry Gilliam|Theo Angelopoulos|Tim Burton-|Todd Haynes|Tony Scott-|
Tsai Ming liang-|Vittorio De Sica|Walter Hill-|Werner Herzog|Wes Anderson-|Wes Craven-|
William Friedkin|William Wyler|Wim Wenders|Wong Kar wai-|Yasujiro Ozu|Yorgos Lanthimos|
Zack Snyder|Zhang Yimou-
"""


def _read() -> frozenset[tuple[str, ...]]:
    """Names in words: whole ones, and last names that are no ordinary word."""
    names: set[tuple[str, ...]] = set()
    for text in _NAMES.replace("\n", "").split("|"):
        whole = tuple(words(text.rstrip("-")))
        names.add(whole)
        if not text.endswith("-"):
            names.add(whole[-1:])
    return frozenset(names)


DIRECTORS = _read()
"""Names in words (`normalize.words`): ("stanley", "kubrick") and ("kubrick",)."""

_LONGEST = max(map(len, DIRECTORS))
FIRST_WORDS = frozenset(name[0] for name in DIRECTORS)
LAST_WORDS = frozenset(name[-1] for name in DIRECTORS)
_NAMED_FIRST = re.compile(r"^(?P<name>(?:[\w.-]+ ){0,3}[\w.-]+)(?:[’']s?|:)\s+(?=\S)")


def is_director(asked: tuple[str, ...]) -> bool:
    """Whether words are a director's name and nothing else."""
    return asked in DIRECTORS


def without_director(asked: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is left of words that begin or end with a director's name: "kubricks the shining"."""
    starts = asked[0] in FIRST_WORDS or asked[0].removesuffix("s") in FIRST_WORDS
    if not starts and asked[-1] not in LAST_WORDS:
        return
    for n in range(min(_LONGEST, len(asked) - 1), 0, -1):
        first, last = asked[:n], asked[-n:]
        if starts and (first in DIRECTORS or _owner(first) in DIRECTORS):
            yield asked[n:]
        if last[-1] in LAST_WORDS and last in DIRECTORS:
            rest = asked[:-n]
            yield rest[:-1] if len(rest) > 1 and rest[-1] == "by" else rest


def _owner(name: tuple[str, ...]) -> tuple[str, ...]:
    return (*name[:-1], name[-1].removesuffix("s"))


def title_after_director(name: str) -> str | None:
    """The title in "Stanley Kubrick's The Shining" or "David Lynch: Dune"; None without one."""
    owned = "'" in name or "’" in name or ":" in name
    found = _NAMED_FIRST.match(name) if owned else None
    if not found or tuple(words(found["name"])) not in DIRECTORS:
        return None
    return name[found.end() :]


def ends_with_director(text: str) -> bool:
    """Whether a text ends with a director's name in the possessive: "by Stanley Kubrick's"."""
    last = text.rsplit(None, 1)[-1] if text.strip() else ""
    name = re.sub(r"[’']s?$", "", last)
    return name != last and any(word in LAST_WORDS for word in words(name)[-1:])
