"""Public reference data: titles shared by several works, and names of directors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from epicrec_desktop.matching.normalize import key, words

AMBIGUOUS_TITLES: frozenset[str] = frozenset(
    key(title)
    for title in (
        "12 Monkeys",
        "A Series of Unfortunate Events",
        "About a Boy",
        "An American Werewolf",
        "Around the World in 80 Days",
        "Battlestar Galactica",
        "Bates Motel",
        "Black Mirror",
        "Buffy the Vampire Slayer",
        "Catch-22",
        "Charlie's Angels",
        "Clash of the Titans",
        "Cowboy Bebop",
        "Dangerous Liaisons",
        "Das Boot",
        "Dead Ringers",
        "Death Note",
        "Doctor Who",
        "Dragon Ball Z",
        "Fatal Attraction",
        "Four Weddings and a Funeral",
        "Friday Night Lights",
        "From Dusk Till Dawn",
        "Ghost in the Shell",
        "Good Omens",
        "Great Expectations",
        "Hawaii Five-0",
        "High Fidelity",
        "House of Cards",
        "Interview with the Vampire",
        "Irma Vep",
        "La Femme Nikita",
        "A League of Their Own",
        "Les Misérables",
        "Lethal Weapon",
        "Little House on the Prairie",
        "Lost in Space",
        "Mad Dogs",
        "Minority Report",
        "Miami Vice",
        "Mission: Impossible",
        "Mr. & Mrs. Smith",
        "My Brilliant Friend",
        "One Piece",
        "Parenthood",
        "Party of Five",
        "Peaky Blinders",
        "Power Rangers",
        "Presumed Innocent",
        "Pride and Prejudice",
        "Resident Evil",
        "Ripper Street",
        "Romeo and Juliet",
        "Rosemary's Baby",
        "Rush Hour",
        "Scenes from a Marriage",
        "School of Rock",
        "Sex and the City",
        "Sense and Sensibility",
        "She's Gotta Have It",
        "Sherlock Holmes",
        "Snow White",
        "Star Trek",
        "Stranger Things",
        "Swiss Family Robinson",
        "Teen Wolf",
        "The Boys",
        "The Crow",
        "The Dark Crystal",
        "The Day of the Jackal",
        "The Dead Zone",
        "The Exorcist",
        "The Firm",
        "The Flash",
        "The Fugitive",
        "The Great",
        "The Handmaid's Tale",
        "The Illusionist",
        "The Karate Kid",
        "The Killing",
        "The Lincoln Lawyer",
        "The Man in the High Castle",
        "The Mighty Ducks",
        "The Mist",
        "The Mosquito Coast",
        "The Munsters",
        "The Night Manager",
        "The Office",
        "The Plot",
        "The Punisher",
        "The Purge",
        "The Returned",
        "The Saint",
        "The Santa Clause",
        "The Secret Circle",
        "The Serpent",
        "The Shining",
        "The Spy",
        "The Stand",
        "The Talented Mr. Ripley",
        "The Time Traveler's Wife",
        "The Tick",
        "The Twilight Zone",
        "The Watcher",
        "The X-Files",
        "Time After Time",
        "Time Bandits",
        "Training Day",
        "Transformers",
        "True Detective",
        "True Lies",
        "Twin Peaks",
        "Uncle Buck",
        "Van Helsing",
        "Vanity Fair",
        "Veronica Mars",
        "War and Peace",
        "War of the Worlds",
        "What We Do in the Shadows",
        "Wet Hot American Summer",
        # Series of 2019 to 2026 that share their name with a movie.
        "All the Light We Cannot See",
        "American Gigolo",
        "American Rust",
        "Animal Kingdom",
        "Bel-Air",
        "Black Bird",
        "Black Rabbit",
        "Brave New World",
        "Cape Fear",
        "Crime and Punishment",
        "Cruel Intentions",
        "Dark Matter",
        "Dark Winds",
        "Death by Lightning",
        "Fantasy Island",
        "Gossip Girl",
        "Let the Right One In",
        "Little Fires Everywhere",
        "Locke & Key",
        "Long Bright River",
        "Lord of the Flies",
        "Love & Death",
        "Man on Fire",
        "Midnight Mass",
        "Nine Perfect Strangers",
        "One Day",
        "Percy Jackson and the Olympians",
        "Perry Mason",
        "Station Eleven",
        "Sweet Tooth",
        "The Afterparty",
        "The Bear",
        "The Beast in Me",
        "The Count of Monte Cristo",
        "The Curse",
        "The Fall of the House of Usher",
        "The Full Monty",
        "The Gentlemen",
        "The Girl Before",
        "The Head",
        "The Idol",
        "The Last Frontier",
        "The Last of Us",
        "The Leopard",
        "The Madness",
        "The Man Who Fell to Earth",
        "The Old Man",
        "The One",
        "The Outsider",
        "The Perfect Couple",
        "The Recruit",
        "The Regime",
        "The Right Stuff",
        "The Serpent Queen",
        "The Staircase",
        "The Sympathizer",
        "The Terminal List",
        "The Three Musketeers",
        "The Undoing",
        "The Waterfront",
        "Time Bandits",
        "Turner & Hooch",
        "Your Honor",
        "Zero Day",
        # Games.
        "Alone in the Dark",
        "Assassin's Creed",
        "Doom",
        "Final Fantasy",
        "Max Payne",
        "Mortal Kombat",
        "Need for Speed",
        "Silent Hill",
        "Street Fighter",
        "Super Mario Bros.",
        "The Angry Birds Movie",
        "Tomb Raider",
        "Wing Commander",
    )
)

REMADE_TITLES: frozenset[str] = frozenset(
    key(title)
    for title in (
        "A Star Is Born",
        "All Quiet on the Western Front",
        "Around the World in 80 Days",
        "Beauty and the Beast",
        "Black Christmas",
        "Blithe Spirit",
        "Charlie's Angels",
        "Cheaper by the Dozen",
        "Child's Play",
        "Children of the Corn",
        "Clash of the Titans",
        "Cliffhanger",
        "Dangerous Liaisons",
        "Death on the Nile",
        "Death Wish",
        "Dirty Dancing",
        "Dr. Dolittle",
        "Fantasy Island",
        "Father of the Bride",
        "Freaky Friday",
        "Ghost in the Shell",
        "Going in Style",
        "Great Expectations",
        "Haunted Mansion",
        "House Party",
        "How to Train Your Dragon",
        "I Know What You Did Last Summer",
        "I Spit on Your Grave",
        "Jacob's Ladder",
        "Journey to the Center of the Earth",
        "Kiss of the Spider Woman",
        "Lady and the Tramp",
        "Lady Chatterley's Lover",
        "Left Behind",
        "Les Misérables",
        "Lilo & Stitch",
        "Little Women",
        "Living",
        "Lord of the Flies",
        "Martin Eden",
        "Masters of the Universe",
        "Mean Girls",
        "Miracle on 34th Street",
        "Mortal Kombat",
        "Murder on the Orient Express",
        "Night of the Living Dead",
        "Nightmare Alley",
        "Pet Sematary",
        "Peter Pan",
        "Pride and Prejudice",
        "Red Sonja",
        "Road House",
        "Robin Hood",
        "Romeo and Juliet",
        "Salem's Lot",
        "Scary Movie",
        "Silent Night",
        "Silent Night, Deadly Night",
        "Snow White",
        "Snow White and the Seven Dwarfs",
        "Speak No Evil",
        "Street Fighter",
        "Superman",
        "Super Mario Bros.",
        "The Addams Family",
        "The Amateur",
        "The Bad News Bears",
        "The Boogeyman",
        "The Call of the Wild",
        "The Color Purple",
        "The Count of Monte Cristo",
        "The Crow",
        "The Fall",
        "The Fall Guy",
        "The Four Feathers",
        "The Girl with the Dragon Tattoo",
        "The Great Gatsby",
        "The Grinch",
        "The Grudge",
        "The Guilty",
        "The Hand that Rocks the Cradle",
        "The Harder They Fall",
        "The Hustle",
        "The Invisible Man",
        "The Invitation",
        "The Jungle Book",
        "The Killer",
        "The Lion King",
        "The Little Mermaid",
        "The Magnificent Seven",
        "The Mask",
        "The Mummy",
        "The Munsters",
        "The Naked Gun",
        "The Odyssey",
        "The Parent Trap",
        "The Phantom of the Opera",
        "The Predator",
        "The Prince",
        "The Ring",
        "The Roses",
        "The Running Man",
        "The Secret Garden",
        "The Strangers",
        "The Toxic Avenger",
        "The Turning",
        "The War of the Worlds",
        "The Witches",
        "The Wolf Man",
        "The Woman in Black",
        "Time Bandits",
        "True Grit",
        "Walking Tall",
        "War of the Worlds",
        "West Side Story",
        "White Men Can't Jump",
        "Wuthering Heights",
    )
)


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
Tom Hanks|Tom Cruise|Brad Pitt|Leonardo DiCaprio|Robert De Niro|Al Pacino|Harrison Ford|Arnold
Schwarzenegger|Sylvester Stallone|Bruce Willis|Jim Carrey|Robin Williams|Keanu Reeves|Johnny
Depp|Sandra Bullock|Julia Roberts|Meg Ryan|Adam Sandler|Will Smith|Matt Damon|Kevin Spacey|Edward
Norton|Nicolas Cage|Denzel Washington|Morgan Freeman|Jack Nicholson|Bill Murray|John Travolta|Mel
Gibson|Kevin Costner|Michael Douglas|Nicole Kidman|Winona Ryder|Uma Thurman|Anthony Hopkins|Sean
Connery|Samuel L. Jackson|Ewan McGregor|Christian Bale|Ben Stiller|Will Ferrell|Ryan
Gosling|Natalie Portman|Scarlett Johansson|Jake Gyllenhaal|Audrey Hepburn|Humphrey Bogart|Cary
Grant|James Stewart|Katharine Hepburn|Marlon Brando|Paul Newman|Robert Redford|Dustin
Hoffman|Jackie Chan|Bruce Lee|Eddie Murphy|Mike Myers|Emma Stone|Jennifer Lawrence|Joaquin
Phoenix|Matthew McConaughey|Daniel Day-Lewis|Rosamund Pike|Ben Affleck|Timothée Chalamet|Zendaya
Coleman|Florence Pugh|Saoirse Ronan|Margot Robbie|Adam Driver|Cillian Murphy|Anya Taylor Joy|Oscar
Isaac|Pedro Pascal|Paul Mescal|Austin Butler|Ana de Armas|Amy Adams|Jessica Chastain|Viola
Davis|Michelle Yeoh|Tilda Swinton|Willem Dafoe|Isabelle Huppert|Juliette Binoche|Penélope
Cruz|Javier Bardem|Mads Mikkelsen|Daniel Day Lewis|Jared Leto|Keira Knightley|Jude Law|Colin
Farrell|Ralph Fiennes|Christoph Waltz|Daniel Brühl
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
    starts = asked[0] in FIRST_WORDS or asked[0].removesuffix("s") in FIRST_WORDS
    if not starts and asked[-1] not in LAST_WORDS:
        return
    for n in range(min(_LONGEST, len(asked) - 1), 0, -1):
        first, last = asked[:n], asked[-n:]
        if starts and (first in _PEOPLE or _owner(first) in _PEOPLE) and not _is_about(asked[n:]):
            yield asked[n:]
        if last[-1] in LAST_WORDS and last in _PEOPLE and not _is_about(asked[:-n]):
            rest = asked[:-n]
            yield rest[:-1] if len(rest) > 1 and rest[-1] == "by" else rest


def _is_about(rest: tuple[str, ...]) -> bool:
    """Return whether words ask about the person: "tom hanks interview"."""
    return _OF_PEOPLE.issuperset(rest)


def _owner(name: tuple[str, ...]) -> tuple[str, ...]:
    return (*name[:-1], name[-1].removesuffix("s"))


def title_after_director(name: str) -> str | None:
    """Return the title in "Stanley Kubrick's The Shining" or "David Lynch: Dune"; None without one."""
    owned = "'" in name or "’" in name or ":" in name
    found = _NAMED_FIRST.match(name) if owned else None
    if not found or tuple(words(found["name"])) not in DIRECTORS:
        return None
    return name[found.end() :]


def ends_with_director(text: str) -> bool:
    """Return whether a text ends with a director's name in the possessive: "by Stanley Kubrick's"."""
    last = text.rsplit(None, 1)[-1] if text.strip() else ""
    name = re.sub(r"[’']s?$", "", last)
    return name != last and any(word in LAST_WORDS for word in words(name)[-1:])
