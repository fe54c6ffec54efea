"""Public reference data: names of directors and actors."""

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


_ACTOR_NAMES = """
Tom Hanks|Tom Cruise|Brad Pitt|Leonardo DiCaprio|Robert De Niro|Al Pacino|Harrison Ford|
Arnold Schwarzenegger|Sylvester Stallone|Bruce Willis|Jim Carrey|Robin Williams|Keanu Reeves|
Johnny Depp|Sandra Bullock|Julia Roberts|Meg Ryan|Adam Sandler|Will Smith|Matt Damon|Kevin Spacey|
Edward Norton|Nicolas Cage|Denzel Washington|Morgan Freeman|Jack Nicholson|Bill Murray|
John Travolta|Mel Gibson|Kevin Costner|Michael Douglas|Nicole Kidman|Winona Ryder|Uma Thurman|
Anthony Hopkins|Sean Connery|Samuel L. Jackson|Ewan McGregor|Christian Bale|Ben Stiller|
Will Ferrell|Ryan Gosling|Natalie Portman|Scarlett Johansson|Jake Gyllenhaal|Audrey Hepburn|
Humphrey Bogart|Cary Grant|James Stewart|Katharine Hepburn|Marlon Brando|Paul Newman|
Robert Redford|Dustin Hoffman|Jackie Chan|Bruce Lee|Eddie Murphy|Mike Myers|Emma Stone|
Jennifer Lawrence|Joaquin Phoenix|Matthew McConaughey|Daniel Day-Lewis|Rosamund Pike|Ben Affleck|
Timothée Chalamet|Zendaya Coleman|Florence Pugh|Saoirse Ronan|Margot Robbie|Adam Driver|
Cillian Murphy|Anya Taylor Joy|Oscar Isaac|Pedro Pascal|Paul Mescal|Austin Butler|Ana de Armas|
Amy Adams|Jessica Chastain|Viola Davis|Michelle Yeoh|Tilda Swinton|Willem Dafoe|Isabelle Huppert|
Juliette Binoche|Penélope Cruz|Javier Bardem|Mads Mikkelsen|Daniel Day Lewis|Jared Leto|
Keira Knightley|Jude Law|Colin Farrell|Ralph Fiennes|Christoph Waltz|Daniel Brühl|Russell Crowe|
Miles Teller|Frances McDormand|Sigourney Weaver|Audrey Tautou|Choi Min-sik|Sharon Stone|
Kate Winslet|Cate Blanchett|Meryl Streep|Jodie Foster|Susan Sarandon|Geena Davis|Michelle Pfeiffer|
Glenn Close|Demi Moore|Cameron Diaz|Drew Barrymore|Reese Witherspoon|Anne Hathaway|Charlize Theron|
Halle Berry|Angelina Jolie|Penelope Cruz|Salma Hayek|Monica Bellucci|Marion Cotillard|Léa Seydoux|
Eva Green|Emily Blunt|Kristen Stewart|Kirsten Dunst|Rachel McAdams|Rachel Weisz|Olivia Colman|
Helena Bonham Carter|Emma Thompson|Emma Watson|Helen Mirren|Judi Dench|Maggie Smith|Toni Collette|
Naomi Watts|Mia Wasikowska|Mia Goth|Sydney Sweeney|Zoe Saldana|Lupita Nyong'o|Octavia Spencer|
Whoopi Goldberg|Jennifer Aniston|Jennifer Lopez|Gwyneth Paltrow|Renée Zellweger|Hilary Swank|
Diane Keaton|Faye Dunaway|Jane Fonda|Ingrid Bergman|Grace Kelly|Bette Davis|Marilyn Monroe|
Elizabeth Taylor|Lauren Bacall|Tom Hardy|Tom Holland|Tom Hiddleston|Chris Evans|Chris Hemsworth|
Chris Pratt|Chris Pine|Robert Downey Jr|Robert Pattinson|Robert Duvall|Mark Ruffalo|Mark Wahlberg|
Jeremy Renner|Benedict Cumberbatch|Hugh Jackman|Hugh Grant|Ryan Reynolds|Channing Tatum|Jonah Hill|
Seth Rogen|Paul Rudd|Paul Giamatti|Philip Seymour Hoffman|John Goodman|Jeff Bridges|Jeff Goldblum|
Steve Buscemi|Steve Carell|Owen Wilson|Vince Vaughn|Ethan Hawke|Casey Affleck|George Clooney|
Andy Garcia|Don Cheadle|Jamie Foxx|Idris Elba|Mahershala Ali|Chadwick Boseman|Michael B. Jordan|
Daniel Kaluuya|Daniel Craig|Daniel Radcliffe|Rami Malek|Eddie Redmayne|Andrew Garfield|
Jesse Eisenberg|Michael Fassbender|Michael Caine|Michael Keaton|Michael Cera|James McAvoy|
Gary Oldman|Colin Firth|Liam Neeson|Pierce Brosnan|Timothy Dalton|Roger Moore|Ben Kingsley|
Ian McKellen|Alan Rickman|Orlando Bloom|Viggo Mortensen|Elijah Wood|Harvey Keitel|Joe Pesci|
Ray Liotta|Gene Hackman|Clint Eastwood|Steve Martin|Dan Aykroyd|Chevy Chase|Kurt Russell|
Patrick Swayze|Val Kilmer|Wesley Snipes|Laurence Fishburne|Samuel Jackson|Tommy Lee Jones|
Woody Harrelson|Benicio Del Toro|Antonio Banderas|Vincent Cassel|Jean Reno|Gérard Depardieu|
Alain Delon|Jean-Paul Belmondo|Catherine Deneuve|Brigitte Bardot|Marcello Mastroianni|Sophia Loren|
Max von Sydow|Toshiro Mifune|Tony Leung|Maggie Cheung|Chow Yun-fat|Jet Li|Song Kang-ho|
Shah Rukh Khan|Aamir Khan|Salman Khan|Glen Powell|Jacob Elordi|Barry Keoghan|Jenna Ortega|
Mikey Madison|Bill Skarsgård|Stellan Skarsgård|Alexander Skarsgård|Hugo Weaving|Carrie-Anne Moss|
Rooney Mara|Elizabeth Olsen|Gal Gadot|Henry Cavill|Jason Momoa|Jason Statham|Vin Diesel|
Dwayne Johnson|Kevin Hart|Jack Black|Kate Hudson|Kathy Bates|Jamie Lee Curtis|Sissy Spacek|
Mia Farrow|Anthony Perkins|Janet Leigh|Kim Novak|Peter Sellers|Peter O'Toole|Alec Guinness|
Laurence Olivier|Richard Burton|Richard Gere|Charlton Heston|Kirk Douglas|Burt Lancaster|
Gregory Peck|John Wayne|Henry Fonda|Steve McQueen
"""


def _read() -> frozenset[tuple[str, ...]]:
    """Return names in words: whole ones, and last names that are no ordinary word."""
    names: set[tuple[str, ...]] = set()
    for text in _NAMES.replace("\n", "").split("|"):
        whole = tuple(words(text.rstrip("-")))
        names.add(whole)
        if not text.endswith("-"):
            names.add(whole[-1:])
    return frozenset(names)


DIRECTORS = _read()
"""Names in words (`normalize.words`): ("stanley", "kubrick") and ("kubrick",)."""

ACTORS = frozenset(
    tuple(words(name)) for name in _ACTOR_NAMES.strip().replace("\n", " ").split("|")
)
"""Full names in words."""

_PEOPLE = DIRECTORS | ACTORS
_LONGEST = max(map(len, _PEOPLE))
FIRST_WORDS = frozenset(name[0] for name in _PEOPLE)
LAST_WORDS = frozenset(name[-1] for name in _PEOPLE)
_OF_PEOPLE = frozenset(
    [
        "age",
        "awards",
        "biography",
        "born",
        "died",
        "family",
        "films",
        "height",
        "husband",
        "imdb",
        "interview",
        "kids",
        "latest",
        "life",
        "movies",
        "net",
        "news",
        "now",
        "oscar",
        "oscars",
        "photos",
        "quotes",
        "series",
        "shows",
        "today",
        "wife",
        "worth",
        "young",
    ]
)
"""What is asked about a person, and is no title beside their name."""
_NAMED_FIRST = re.compile(r"^(?P<name>(?:[\w.-]+ ){0,3}[\w.-]+)(?:[’']s?|:)\s+(?=\S)")


def is_person(asked: tuple[str, ...]) -> bool:
    """Return whether words are the name of a director or an actor and nothing else."""
    return asked in _PEOPLE


def without_person(asked: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield what is left of words that begin or end with a director's or an actor's name.

    "kubricks the shining", "gone girl rosamund pike"
    """
    about = _OF_PEOPLE.issuperset  # the words ask about the person: "tom hanks interview"
    starts = asked[0] in FIRST_WORDS or asked[0].removesuffix("s") in FIRST_WORDS
    if not starts and asked[-1] not in LAST_WORDS:
        return
    for n in range(min(_LONGEST, len(asked) - 1), 0, -1):
        first, last = asked[:n], asked[-n:]
        if starts and (first in _PEOPLE or _owner(first) in _PEOPLE) and not about(asked[n:]):
            yield asked[n:]
        if last[-1] in LAST_WORDS and last in _PEOPLE and not about(asked[:-n]):
            rest = asked[:-n]
            yield rest[:-1] if len(rest) > 1 and rest[-1] == "by" else rest


def _owner(name: tuple[str, ...]) -> tuple[str, ...]:
    return (*name[:-1], name[-1].removesuffix("s"))


def title_after_director(name: str) -> str | None:
    """Return the title in "Stanley Kubrick's The Shining" or "David Lynch: Dune", or None."""
    owned = "'" in name or "’" in name or ":" in name
    found = _NAMED_FIRST.match(name) if owned else None
    if not found or tuple(words(found["name"])) not in DIRECTORS:
        return None
    return name[found.end() :]


def ends_with_director(text: str) -> bool:
    """Return whether a text ends with a director's possessive: "by Stanley Kubrick's"."""
    last = text.rsplit(None, 1)[-1] if text.strip() else ""
    name = re.sub(r"[’']s?$", "", last)
    return name != last and any(word in LAST_WORDS for word in words(name)[-1:])
