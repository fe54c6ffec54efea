"""Match encyclopedia pages by the qualifier in the page name, such as "(1995 film)".

A list of names whose unqualified page is not about the movie prevents false matches.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, Match
from epicrec_desktop.matching.decisions import accept, decide, names_one_movie, review
from epicrec_desktop.matching.keywords import YEAR
from epicrec_desktop.matching.normalize import has_article, key
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.title_index import Fit, TitleIndex

_BOOKS = """
A Christmas Carol|A Clockwork Orange|A Farewell to Arms|A Little Princess|A Midsummer Night's Dream|
A Passage to India|A Room with a View|A Scanner Darkly|A Series of Unfortunate Events|A Simple Plan|
A Streetcar Named Desire|A Tale of Two Cities|A Thousand Acres|A Time to Kill|A Walk to Remember|
A Wrinkle in Time|About a Boy|Absalom Absalom|Alice in Wonderland|Alice's Adventures in Wonderland|
All Quiet on the Western Front|All the King's Men|All the Pretty Horses|American Psycho|
An American Tragedy|And Then There Were None|Angela's Ashes|Angels & Demons|Animal Farm|
Anna Karenina|
Anne of Green Gables|Around the World in 80 Days|Around the World in Eighty Days|As I Lay Dying|
As You Like It|Atlas Shrugged|Beauty and the Beast|Bel Ami|Ben-Hur|Black Beauty|Blindness|
Brave New World|Breakfast at Tiffany's|Breakfast of Champions|Brideshead Revisited|
Bridge to Terabithia|Brighton Rock|Bridget Jones's Diary|Call Me by Your Name|Cannery Row|
Captain Corelli's Mandolin|Captains Courageous|Casino Royale|Cat on a Hot Tin Roof|Catch-22|
Charlie and the Chocolate Factory|Charlotte's Web|Cinderella|Clear and Present Danger|Cloud Atlas|
Cold Mountain|Conan the Barbarian|Congo|Cosmopolis|Crazy Rich Asians|Crime and Punishment|
Cyrano de Bergerac|Dangerous Liaisons|Les Liaisons dangereuses|David Copperfield|Day of the Locust|
Dead Man Walking|Death in Venice|Death of a Salesman|Death on the Nile|Diary of a Wimpy Kid|
Do Androids Dream of Electric Sheep|Doctor Dolittle|Doctor Faustus|Doctor Sleep|Doctor Zhivago|
Don Quixote|Dracula|Dr. Jekyll and Mr. Hyde|Dreamcatcher|Dune|East of Eden|Eat Pray Love|
Elmer Gantry|Emma|Ender's Game|Everything Is Illuminated|Extremely Loud & Incredibly Close|
Eugene Onegin|Fahrenheit 451|Fantastic Mr Fox|Fantastic Mr. Fox|Far from the Madding Crowd|
Farewell My Lovely|Fear and Loathing in Las Vegas|Fifty Shades of Grey|Finnegans Wake|
Flowers for Algernon|For Whom the Bell Tolls|Foundation|Frankenstein|Freaky Friday|
From Russia with Love|From Here to Eternity|Fried Green Tomatoes at the Whistle Stop Cafe|
Girl with a Pearl Earring|Glengarry Glen Ross|Go Tell It on the Mountain|Goldfinger|
Gone with the Wind|Good Omens|Goodbye Mr. Chips|Great Expectations|Gulliver's Travels|Hamlet|
Hannibal|Hard Times|Harry Potter|Harry Potter and the Chamber of Secrets|
Harry Potter and the Deathly Hallows|Harry Potter and the Goblet of Fire|
Harry Potter and the Half-Blood Prince|Harry Potter and the Order of the Phoenix|
Harry Potter and the Philosopher's Stone|Harry Potter and the Sorcerer's Stone|
Harry Potter and the Prisoner of Azkaban|Harriet the Spy|Heart of Darkness|Heidi|Henry V|
High Fidelity|Holes|Horton Hears a Who!|The Hound of the Baskervilles|House of Sand and Fog|
How Green Was My Valley|How the Grinch Stole Christmas!|How the Grinch Stole Christmas|
How to Train Your Dragon|Howards End|Howl's Moving Castle|I Am Legend|I, Robot|
I Know What You Did Last Summer|I, Claudius|Iliad|In Cold Blood|Inherent Vice|
Interview with the Vampire|Into the Wild|Into Thin Air|Ivanhoe|James and the Giant Peach|Jane Eyre|
Jaws|Journey to the Center of the Earth|Jude the Obscure|Julius Caesar|Jumanji|Jurassic Park|
Just So Stories|Kidnapped|Killers of the Flower Moon|Kim|King Lear|King Solomon's Mines|
Lady Chatterley's Lover|Lady Windermere's Fan|Les Misérables|Let the Right One In|Life of Pi|
Like Water for Chocolate|Little Lord Fauntleroy|Little Men|Little Women|Live and Let Die|Lolita|
Long Day's Journey into Night|Looking for Mr. Goodbar|Lord Jim|Lord of the Flies|
Love's Labour's Lost|
Love in the Time of Cholera|Love Story|Macbeth|Madame Bovary|Mansfield Park|Martin Chuzzlewit|
Mary Poppins|Matilda|Me Before You|Medea|Memoirs of a Geisha|Middlemarch|
Midnight in the Garden of Good and Evil|Midnight's Children|Misery|Moby-Dick|Moby Dick|
Moll Flanders|
Moonraker|Mort|Mother Courage|Mrs Dalloway|Mrs. Dalloway|Much Ado About Nothing|
Murder on the Orient Express|My Ántonia|My Cousin Rachel|My Sister's Keeper|Mystic River|
Naked Lunch|
Native Son|Never Let Me Go|Nicholas Nickleby|Nightmare Alley|Nineteen Eighty-Four|1984|
No Country for Old Men|North and South|Northanger Abbey|Notes on a Scandal|Nothing Lasts Forever|
Odyssey|Oedipus Rex|Of Human Bondage|Of Mice and Men|Oliver Twist|On Chesil Beach|
On Her Majesty's Secret Service|On the Beach|On the Road|One Flew Over the Cuckoo's Nest|
Ordinary People|Orlando|Othello|Our Man in Havana|Our Town|Out of Africa|Papillon|Pale Fire|
Paper Towns|Paradise Lost|Patriot Games|Persuasion|Peter Pan|Peyton Place|Pinocchio|
Pippi Longstocking|Planet of the Apes|Ponyo|Portnoy's Complaint|Presumed Innocent|
Pride & Prejudice|Pride and Prejudice|Pride and Prejudice and Zombies|Primary Colors|Prince Caspian|
Puss in Boots|Pygmalion|Quo Vadis|Rapunzel|Ready Player One|Rebecca|Red Dragon|
Resurrection|Revolutionary Road|Richard III|Ring|Rob Roy|Robinson Crusoe|Room|Romeo and Juliet|
Rosemary's Baby|Salem's Lot|'Salem's Lot|Schindler's Ark|Scoop|Sense and Sensibility|Shane|She|
Shutter Island|Silas Marner|Silence|Sister Carrie|Slaughterhouse-Five|Sleeping Beauty|Snow White|
Snow Falling on Cedars|Solaris|Something Wicked This Way Comes|Sons and Lovers|Sophie's Choice|
Speaker for the Dead|Stardust|Starship Troopers|Stuart Little|Sula|Swann's Way|
Swiss Family Robinson|Tarzan of the Apes|Tender Is the Night|Tess of the d'Urbervilles|The 39 Steps|
The Thirty-Nine Steps|The Absolutely True Diary of a Part-Time Indian|
The Adventures of Huckleberry Finn|Adventures of Huckleberry Finn|The Adventures of Pinocchio|
The Adventures of Sherlock Holmes|The Adventures of Tintin|The Adventures of Tom Sawyer|
The Age of Innocence|The Alchemist|The Andromeda Strain|The Art of Racing in the Rain|
The Awakening|The BFG|The Bacchae|The Bad Seed|The Beach|The Bell Jar|The Big Sleep|
The Black Stallion|The Blind Assassin|The Blue Lagoon|The Bonfire of the Vanities|The Book Thief|
The Bourne Identity|The Bourne Supremacy|The Bourne Ultimatum|The Boy in the Striped Pyjamas|
The Boy in the Striped Pajamas|The Bridges of Madison County|The Brothers Karamazov|
The Call of the Wild|The Canterbury Tales|The Castle|The Cat in the Hat|The Catcher in the Rye|
The Cherry Orchard|The Chronicles of Narnia|The Cider House Rules|The Client|The Color of Magic|
The Color of Money|The Color Purple|The Constant Gardener|The Count of Monte Cristo|
The Crucible|The Curious Case of Benjamin Button|
The Curious Incident of the Dog in the Night-Time|The Da Vinci Code|The Danish Girl|
The Day of the Jackal|The Day of the Locust|The Day of the Triffids|The Dead Zone|
The Death of Ivan Ilyich|The Decameron|The Dispossessed|The Divine Comedy|
The Elegance of the Hedgehog|
The Emperor's New Clothes|The End of the Affair|The English Patient|The Executioner's Song|
The Exorcist|The Eye of the Needle|The Fault in Our Stars|The Fellowship of the Ring|The Firm|
The First Wives Club|The Forsyte Saga|The Fountainhead|The French Lieutenant's Woman|The Gambler|
The Giver|The Glass Castle|The Glass Menagerie|The Godfather Returns|The Golden Compass|
The Good Earth|The Good German|The Grapes of Wrath|The Great Gatsby|The Green Mile|
The Girl on the Train|The Girl Who Played with Fire|The Girl with the Dragon Tattoo|
The Girl with All the Gifts|The Handmaid's Tale|The Haunting of Hill House|The Help|
The Hitchhiker's Guide to the Galaxy|The Hobbit|The Horse Whisperer|The Hot Zone|The Hours|
The House of the Spirits|The House with a Clock in Its Walls|The Human Stain|
The Hunchback of Notre-Dame|The Hunchback of Notre Dame|The Hundred and One Dalmatians|
The Hunger Games|The Hunt for Red October|The Importance of Being Earnest|
The Innocents Abroad|The Invisible Man|The Island of Doctor Moreau|The Island of Dr. Moreau|
The Joy Luck Club|The Jungle Book|The Jungle|The Kite Runner|The Last Battle|
The Last Temptation of Christ|The Last of the Mohicans|The Last Unicorn|The Leopard|
The Lightning Thief|The Lion, the Witch and the Wardrobe|The Little Mermaid|The Little Prince|
The Little Vampire|The Long Goodbye|The Lorax|The Lord of the Rings|The Lost World|
The Lovely Bones|The Lucky One|The Magic Mountain|The Magus|The Maltese Falcon|
The Man in the High Castle|The Man in the Iron Mask|The Man Who Would Be King|
The Man Who Was Thursday|
The Man with the Golden Gun|The Manchurian Candidate|The Martian Chronicles|
The Master and Margarita|The Maze Runner|The Merchant of Venice|The Merry Wives of Windsor|
The Metamorphosis|The Mill on the Floss|The Miracle Worker|The Mist|The Moon Is a Harsh Mistress|
The Mosquito Coast|The Mouse That Roared|The Mysterious Island|The Name of the Rose|
The Namesake|The Nanny Diaries|The Neverending Story|The Nightingale|The Notebook|The Nutcracker|
The Odd Couple|The Old Curiosity Shop|The Old Man and the Sea|The Once and Future King|
The Other Boleyn Girl|The Outsiders|The Painted Veil|The Pelican Brief|The Perfect Storm|
The Perks of Being a Wallflower|The Phantom of the Opera|The Phantom Tollbooth|The Piano Lesson|
The Piano Teacher|The Picture of Dorian Gray|The Pilgrim's Progress|The Pillars of the Earth|
The Pit and the Pendulum|The Plague|The Poisonwood Bible|The Polar Express|
The Portrait of a Lady|The Postman|The Postman Always Rings Twice|The Prestige|
The Prince and the Pauper|The Princess Diaries|The Prisoner of Zenda|The Quiet American|
The Railway Children|The Rainmaker|The Reader|The Red Badge of Courage|The Red and the Black|
The Remains of the Day|The Return of the King|The Right Stuff|The Ring|The Rise of Silas Lapham|
The Road|The Runaway Jury|The Running Man|The Satanic Verses|The Scarlet Letter|
The Scarlet Pimpernel|The Sea-Wolf|The Seagull|The Secret Agent|The Secret Garden|
The Secret History|The Secret Life of Bees|The Secret Life of Walter Mitty|The Shack|The Shining|
The Shipping News|
The Silmarillion|The Silver Linings Playbook|The Sirens of Titan|The Snow Queen|The Snowman|
The Sound and the Fury|The Spiderwick Chronicles|The Spy Who Came In from the Cold|
The Spy Who Loved Me|The Stand|The Stepford Wives|The Stranger|The Sum of All Fears|
The Sun Also Rises|The Swiss Family Robinson|The Sword in the Stone|The Talented Mr. Ripley|
The Tale of Despereaux|The Taming of the Shrew|The Tempest|The Tenant|The Testament of Mary|
The Thin Man|The Three Little Pigs|The Three Musketeers|
The Time Machine|The Time Traveler's Wife|The Tin Drum|The Trial|The Turn of the Screw|
The Two Towers|The Ugly Duckling|The Unbearable Lightness of Being|The Velveteen Rabbit|
The Vicar of Wakefield|The Virgin Suicides|The War of the Worlds|The Water Babies|The Wave|
The White Tiger|The Wind in the Willows|The Wings of the Dove|The Witches|The Witches of Eastwick|
The Woman in Black|The Woman in the Window|The Woman in White|The Wonderful Wizard of Oz|
The World According to Garp|The Yearling|Their Eyes Were Watching God|Things Fall Apart|
Three Men in a Boat|Through the Looking-Glass|Thunderball|Timeline|Tinker Tailor Soldier Spy|
Titus Andronicus|
To Have and Have Not|To Kill a Mockingbird|To the Lighthouse|Tom Jones|Tortilla Flat|Trainspotting|
Treasure Island|Tristram Shandy|True Grit|Tuck Everlasting|Twelfth Night|Twelve Years a Slave|
Twenty Thousand Leagues Under the Seas|20,000 Leagues Under the Sea|Twilight|
Twenty Thousand Leagues Under the Sea|Ulysses|Uncle Tom's Cabin|Uncle Vanya|Under the Volcano|
Under the Skin|Up in the Air|V for Vendetta|Vanity Fair|Valley of the Dolls|Waiting for Godot|
Waiting to Exhale|War and Peace|War Horse|Washington Square|Watchmen|Water for Elephants|
Watership Down|We Need to Talk About Kevin|We Have Always Lived in the Castle|
Where the Crawdads Sing|Where the Red Fern Grows|Where the Wild Things Are|White Fang|
White Noise|Who's Afraid of Virginia Woolf?|Wide Sargasso Sea|Wild Swans|Winnie-the-Pooh|
Winter's Bone|Winter's Tale|Wise Blood|Women in Love|Wonder Boys|World War Z|Wuthering Heights|
Youth in Revolt|Zazie in the Metro|Zorba the Greek|Die Blechtrommel|Der Prozess|Das Parfum|
Der Vorleser|Die unendliche Geschichte|Le Petit Prince|Le Comte de Monte-Cristo|Notre-Dame de Paris|
L'Étranger|Madame Bovary|Don Quijote de la Mancha|Il Gattopardo|Il nome della rosa
"""
_OTHERS = """
Andrei Rublev|Annie Oakley|Bonnie and Clyde|Che Guevara|Christopher Robin|Ed Gein|Ed Wood|
Erin Brockovich|Florence Foster Jenkins|Frida Kahlo|Genghis Khan|Hannah Arendt|Howard Hughes|
Jackie Robinson|Jesse James|Jimmy Hoffa|Joan of Arc|John Adams|Julius Caesar|King Arthur|
Lady Godiva|Larry Flynt|Loving v. Virginia|Malcolm X|Marie Antoinette|Mary Magdalene|
Mary, Queen of Scots|Michael Collins|Mother Teresa|Nelson Mandela|Ned Kelly|Pat Garrett|
Patton|Richard Jewell|Robin Hood|Sherlock Holmes|Sitting Bull|Steve Jobs|
Sylvia Plath|Temple Grandin|Tesla|The Doors|The Beatles|The Rolling Stones|The Runaways|
The Bee Gees|The Band|The Muppets|The Smurfs|The Simpsons|The Lone Ranger|The Three Stooges|
The Little Rascals|The Addams Family|The Munsters|The Flintstones|The Jetsons|The Peanuts|
The Avengers|The Punisher|The Flash|The Hulk|The Incredible Hulk|The Green Hornet|The Shadow|
The Phantom|The Crow|The Mask|The Batman|The Joker|The Wolverine|The Suicide Squad|
Spider-Man|Iron Man|Wonder Woman|Black Panther|Black Widow|Captain America|Captain Marvel|
Doctor Strange|Guardians of the Galaxy|Justice League|Suicide Squad|X-Men|Fantastic Four|
Ghost Rider|Green Lantern|Green Arrow|Birds of Prey|Black Adam|Blue Beetle|Star Trek|
Star Wars|Doctor Who|Mission: Impossible|Miami Vice|Charlie's Angels|Knight Rider|
Lost in Space|The A-Team|The X-Files|The Twilight Zone|The Fugitive|The Untouchables|
The Prisoner|The Saint|Get Smart|Sesame Street|Power Rangers|My Little Pony|Hello Kitty|
Mortal Kombat|Street Fighter|Silent Hill|Resident Evil|Final Fantasy|Tomb Raider|
Sonic the Hedgehog|Super Mario Bros.|Need for Speed|Assassin's Creed|Max Payne|Prince of Persia|
Angry Birds|Dungeons & Dragons|Teenage Mutant Ninja Turtles|G.I. Joe|Hot Wheels|Scooby-Doo|
Tom and Jerry|Looney Tunes|Mickey Mouse|Winnie the Pooh|Peter Rabbit|Paddington Bear|
Woody Woodpecker|Popeye the Sailor|Dick Tracy|Judge Dredd|Ghost in the Shell|Death Note|
Attack on Titan|Dragon Ball|One Piece|Fullmetal Alchemist|Cowboy Bebop|Neon Genesis Evangelion|
Paris, Texas|Notting Hill|Wall Street|Mulholland Drive|Sunset Boulevard|Times Square|
Gosford Park|Pearl Harbor|Hotel Rwanda|Mount Rushmore|Brokeback Mountain|The Alamo|The Bahamas|
The Bronx|The Hague|Sleepy Hollow|Black Rock|Twin Peaks|South Park|Hong Kong|New York, New York|
Los Angeles|Las Vegas|San Francisco|San Andreas|Monte Carlo|Saint Petersburg|Rio Bravo|
Cape Fear|Death Valley|Silicon Valley|The North Pole|Deep Impact|Deepwater Horizon|Apollo 13|
Apollo 11|United 93|Flight 93|World Trade Center|Bloody Sunday|Black Friday|Good Friday|
Independence Day|Groundhog Day|Labor Day|Valentine's Day|Mother's Day|New Year's Eve|Halloween|
Christmas Eve|Memorial Day|Friday the 13th|The Holocaust|The Great War|The Blitz|The Titanic|
Cold War|Civil War|The Final Solution|The Troubles|The Inquisition|The Crusades|
The Great Depression|
The Hunger|The Passion|The Crucifixion|The Last Supper|The Nativity|The Ten Commandments|
Ten Commandments|The Good Samaritan|Garden of Eden|Adam and Eve|David and Goliath|
Samson and Delilah|Noah's Ark|The Scream|The Thinker|The Kiss|Mona Lisa|American Gothic|
La Bohème|La Traviata|Madama Butterfly|The Magic Flute|The Barber of Seville|
The Marriage of Figaro|Don Giovanni|Swan Lake|The Firebird|Carmen Jones|West Side Story|
The Sound of Music|The King and I|My Fair Lady|Fiddler on the Roof|Guys and Dolls|
Jesus Christ Superstar|Little Shop of Horrors|Mamma Mia!|The Producers|
Sweeney Todd|Into the Woods|In the Heights|A Chorus Line|Dear Evan Hansen|Man of La Mancha|
Rock of Ages|The Wiz|The Music Man|Kiss Me, Kate|South Pacific|Show Boat|Bye Bye Birdie|
Hello, Dolly!|Funny Girl|Annie Get Your Gun|The Mikado|The Threepenny Opera|Tommy|
Blue Velvet|Purple Rain|Yellow Submarine|A Hard Day's Night|Let It Be|Magical Mystery Tour|
Born in the U.S.A.|Bohemian Rhapsody|Walk the Line|La Bamba|Johnny B. Goode|Stand by Me|
Pretty Woman|Great Balls of Fire|White Christmas|Silent Night|Jingle Bells|Amazing Grace|
Yesterday|Across the Universe|Respect|Ray of Light|American Pie|Boys Don't Cry|
Some Kind of Wonderful|
Sea of Love|Unchained Melody|Moulin Rouge|Folies Bergère|Black Swan|White Tiger|Snow Leopard|
Grizzly Bear|The Birds|The Bees|Deep Blue|Ice Age|Stone Age|Dark Matter|Black Hole|Big Bang|
The Big Bang|Total Recall|Vertical Limit|Free Fall|Phone Booth|
Minority Report|Safe House|Open Water|Open Range|Horse Feathers|Duck Soup|
Animal Crackers|Monkey Business|A Night at the Opera|Stage Fright|Road Trip|Slow Motion|
The End|The Internet|The Web|The Net|The Game|The Box|The Gift|The Call|The Circle|
The Square|The Host|The Guest|The Visit|The Village|The Island|The Beach House|The Forest|The Grey|
The Wall|The Tower|The Bridge|The River|The Sea|The Ocean|The Sun|The Moon|The Earth|The Fog|
The Storm|The Fall|The Fire|The Thing|The Fly|The Ant|The Cat|The Dog|The Wolf|The Bear|The Fox|
The Doctor|The King|The Queen|The Prince|The Princess|The President|The Pope|The Priest|The Nun|
The Monk|The Witch|The Devil|The Angel|The Ghost|The Vampire|The Mummy|The Monster|The Alien|
The Father|The Mother|The Son|The Daughter|The Family|The Kid|The Boy|The Girl|The Man|The Woman|
The Bodyguard|The Pianist|The Painter|The Artist|The Dancer|The Actor|The Writer|The Teacher|
The Student|The Judge|The Lawyer|The Accountant|The Mechanic|The Driver|The Pilot|The Sailor|
The Soldier|The General|The Spy|The Assassin|The Killer|The Thief|The Gambler|The Hacker
"""

NON_MOVIE_NAMES: frozenset[str] = frozenset(
    key(name) for name in f"{_BOOKS}|{_OTHERS}".replace("\n", "").split("|") if name.strip()
)
"""Keys of the names."""


_QUALIFIED = re.compile(r"^(?P<name>.+?) ?[（(](?P<qualifier>[^()（）]+)[)）]$")
_YEAR = re.compile(YEAR)
_SITE = re.compile(r"\s[-–—]\s[^()]*$")  # "- Wikipedia, the free encyclopedia"
_NAMESPACE = re.compile(r"^[^\W\d_][\w .]*:(?=\S)")

_FILM = re.compile(
    r"\b(?:films?|movies?|filme|filmo|filma|filmas|filmen|filmi|filmul|filmu|pel[ií]cula|"
    r"pel·l[ií]cula|elokuva|kvikmynd|phim|filmski|фильма?|фільм|филм|ταινία)\b|"
    r"映画|電影|电影|影片|영화|ภาพยนตร์|فيلم|فیلم|סרט|ფილმი|ֆիլմ|फ़िल्म|चलचित्र|চলচ্চিত্র",
    re.IGNORECASE,
)
_NOT_ONE_FILM = re.compile(
    r"seri|franchise|soundtrack|score|reihe|trilog|saga|character|award|preis|prix|festival|"
    r"compan|studio|magazin|genre|music|musik|musique|song|album|band\b|director|producer|actor|"
    r"regiss|kompon|podcast|podkast|series|сери|シリーズ|系列|시리즈|音楽|原声|book|novel|roman\b|"
    r"making|industry|technique|theory|format|stock",
    re.IGNORECASE,
)


def match_encyclopedia(index: TitleIndex, rule: Rule, path: re.Match[str], title: str) -> Match:
    """Match an encyclopaedia's page by its name in the address, or in the page title.

    The two differ where an address leads on: "Se7en" shows "Seven (1995 film)".

    "(1995 film)" in any language is decisive, and any other qualifier is a no. A bare name is a
    subject of any kind: it is for review if it is a title of several words, or begins with an
    article, which encyclopaedias keep for works, and no book or person is known by it; else
    nothing. It is decisive only with the number or the subtitle of one film among several.
    """
    page = unquote(path["page"]).replace("_", " ").strip()
    if _NAMESPACE.match(page):
        return NO_MATCH
    found = _qualified(page, title)
    if not found:
        return _bare(index, rule, page)
    qualifier = found["qualifier"]
    year = _YEAR.search(qualifier)
    if year and qualifier.strip() == year.group():
        # German and other encyclopaedias tell films, but also events, apart by the year alone.
        hit = index.look_up(found["name"], int(year.group()))
        return review(hit, rule.name, rule.evidence, 0.6) if hit.fit is Fit.EXACT else NO_MATCH
    if not _FILM.search(qualifier) or _NOT_ONE_FILM.search(qualifier):
        return NO_MATCH
    hit = index.look_up(found["name"], int(year.group()) if year else None)
    # "(film)" alone says that the encyclopaedia has only one film of this name.
    fame = index.fame(hit)
    return decide(hit, f"{rule.name}-film", rule.evidence, Undated.OPEN, fame=fame)


def film_of_page(page: str, title: str) -> tuple[str, int | None]:
    """Return name and year of "Heat (1995 film)" in any language; ("", None) of any other page."""
    page = unquote(page).replace("_", " ").strip()
    found = None if _NAMESPACE.match(page) else _qualified(page, title)
    year = _YEAR.search(found["qualifier"]) if found else None
    if not found or not year or not _FILM.search(found["qualifier"]):
        return "", None
    if _NOT_ONE_FILM.search(found["qualifier"]):
        return "", None
    return found["name"], int(year.group())


def _qualified(page: str, title: str) -> re.Match[str] | None:
    found = _QUALIFIED.match(page) if page[-1:] in {")", "）"} else None
    if not found and ")" in title:
        found = _QUALIFIED.match(_SITE.sub("", title))
    return found


def _bare(index: TitleIndex, rule: Rule, page: str) -> Match:
    if key(page) in NON_MOVIE_NAMES:
        return NO_MATCH
    hit = index.look_up(page, None)
    if hit.fit is not Fit.UNDATED or not hit.certain or (hit.single and not has_article(page)):
        return NO_MATCH
    if names_one_movie(index, page, hit):
        return accept(hit, f"{rule.name}-bare", rule.evidence, 0.9)
    return review(hit, f"{rule.name}-bare", rule.evidence, 0.5)
