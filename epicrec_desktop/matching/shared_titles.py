"""Public reference data: titles that several works share."""

from __future__ import annotations

from epicrec_desktop.matching.normalize import key


def _keys(titles: str) -> frozenset[str]:
    return frozenset(key(" ".join(title.split())) for title in titles.split("|"))


_SERIES = """
    10 Things I Hate About You | Twelve Angry Men | 12 Monkeys | Twelve O'Clock High | One Day | One
    Piece | 21 Jump Street | Four Brothers | Four Weddings and a Funeral | Seven Brides for Seven
    Brothers | Nine Perfect Strangers | 9 to 5 | About a Boy | A Christmas Carol | Adventures in
    Babysitting | A League of Their Own | All Dogs Go to Heaven | All the Light We Cannot See |
    American Gigolo | American Rust | An American Werewolf | And Then There Were None | Animal
    Kingdom | Anna Karenina | An Unmarried Woman | Are We There Yet? | Around the World in 80 Days |
    A Series of Unfortunate Events | Bad Education | Bad Teacher | Bagdad Cafe | Bates Motel |
    Battlestar Galactica | Beauty and the Beast | Bel-Air | Ben-Hur | Black Bird | Black Mirror |
    Black Narcissus | Black Rabbit | Body and Soul | Bonnie and Clyde | Born Free | Brave New World
    | Breaking Away | Brideshead Revisited | Buffy the Vampire Slayer | Bus Stop | Cape Fear |
    Catch-22 | Charlie's Angels | Clash of the Titans | Cold War | Cowboy Bebop | Crime and
    Punishment | Cruel Intentions | Dad's Army | Dangerous Liaisons | Dangerous Minds | Dark Matter
    | Dark Winds | Das Boot | David Copperfield | Dead of Night | Dead Ringers | Dear John | Dear
    White People | Death by Lightning | Death Note | Dennis the Menace | Doctor Who | Doctor Zhivago
    | Down and Out in Beverly Hills | Dragon Ball Z | East of Eden | Edge of Darkness | El Cid |
    Face Off | Fantastic Voyage | Fantasy Island | Far from the Madding Crowd | Fatal Attraction |
    Fist of Fury | Flash Gordon | For All Mankind | Free Willy | Friday Night Lights | From Dusk
    Till Dawn | From Here to Eternity | Get Shorty | Ghost in the Shell | Ghost Rider | Going My Way
    | Good Omens | Gossip Girl | Great Expectations | Green Lantern | Guardians of the Galaxy |
    Gulliver's Travels | Happy Together | Harry and the Hendersons | Hawaii Five-0 | High Fidelity |
    House of Cards | Howards End | How the West Was Won | In Cold Blood | Infernal Affairs | Inside
    Job | Inspector Gadget | Interview with the Vampire | In the Heat of the Night | Into the Night
    | Ip Man | Irma Vep | Jamaica Inn | Jane Eyre | Jason and the Argonauts | Justice League | Lady
    in the Lake | La Femme Nikita | Les Misérables | Lethal Weapon | Let the Right One In | Like
    Water for Chocolate | Little Fires Everywhere | Little House on the Prairie | Little Women |
    Locke & Key | Logan's Run | Lone Star | Long Bright River | Lord of the Flies | Lost in Space |
    Love & Death | Mad Dogs | Man on Fire | Mansfield Park | M*A*S*H | Miami Vice | Midnight Mass |
    Mildred Pierce | Minority Report | Mission: Impossible | Mister Roberts | Moby Dick | Mr. & Mrs.
    Smith | My Brilliant Friend | My Sassy Girl | Mystery Road | Naked City | Napoleon Dynamite |
    National Treasure | Night on Earth | Of Mice and Men | Oliver Twist | Operation Petticoat |
    Paper Moon | Parenthood | Party of Five | Peaky Blinders | Pennies from Heaven | Percy Jackson
    and the Olympians | Perry Mason | Peyton Place | Picnic at Hanging Rock | Pippi Longstocking |
    Planet of the Apes | Power Rangers | Presumed Innocent | Pride and Prejudice | Private Benjamin
    | Quatermass and the Pit | Rabbit Hole | Red Eye | Resident Evil | Richie Rich | Ripper Street |
    Rob Roy | Romeo and Juliet | Romper Stomper | Rosemary's Baby | Rush Hour | Safe House | Scenes
    from a Marriage | School of Rock | Scooby-Doo | Secret Agent | Sense and Sensibility | Sex and
    the City | Sexy Beast | Sherlock Holmes | She's Gotta Have It | Sleepy Hollow | Snow White |
    Starsky & Hutch | Star Trek | State of Play | Station Eleven | Step Up | Stranger Things |
    Suicide Squad | Sweet Tooth | Swiss Family Robinson | Taxi Driver | Teen Wolf | Tell No One |
    The One | The Ten Commandments | The Three Musketeers | The Four Musketeers | The Adventures of
    Tintin | The Afterparty | The Age of Innocence | The Amazing Spider-Man | The Andromeda Strain |
    The A-Team | The Bad Seed | The Bear | The Beast in Me | The Beauty Inside | The Boys | The
    Count of Monte Cristo | The Crime of Padre Amaro | The Crow | The Curse | The Dark Crystal | The
    Day of the Jackal | The Dead Zone | The Dirty Dozen | The Exorcist | The Fall of the House of
    Usher | The Firm | The Flash | The Fugitive | The Full Monty | The Gentlemen | The Ghost and
    Mrs. Muir | The Girl Before | The Girlfriend Experience | The Great | The Green Hornet | The
    Handmaid's Tale | The Head | The Hitchhiker's Guide to the Galaxy | The Idol | The Illusionist |
    The Incredible Hulk | The Invisible Man | The Ipcress File | The Karate Kid | The Killing | The
    Land Before Time | The Last Frontier | The Last of Us | The Leopard | The Lincoln Lawyer | The
    Little Rascals | The Lone Ranger | The Madness | The Magnificent Seven | The Man from U.N.C.L.E.
    | The Man in the High Castle | The Man Who Fell to Earth | The Mighty Ducks | The Mist | The
    Mosquito Coast | The Munsters | The Name of the Rose | The NeverEnding Story | The Night Manager
    | The Odd Couple | The Office | The Old Man | The Outsider | The Paper Chase | The Perfect
    Couple | The Picture of Dorian Gray | The Pink Panther | The Plot | The Punisher | The Purge |
    The Quiet American | The Railway Children | The Recruit | The Regime | The Returned | The Right
    Stuff | The Saint | The Santa Clause | The Scarlet Pimpernel | The Secret Agent | The Secret
    Circle | The Secret Garden | The Serpent | The Serpent Queen | The Shining | The Singing
    Detective | The Snow Queen | The Spy | The Staircase | The Stand | The Swan Princess | The
    Sympathizer | The Talented Mr. Ripley | The Terminal List | The Thin Blue Line | The Thin Man |
    The Third Man | The Tick | The Time Traveler's Wife | The Twilight Zone | The Undoing | The
    Watcher | The Waterfront | The Woman in White | The X-Files | Time After Time | Time Bandits |
    Tinker Tailor Soldier Spy | Tom and Jerry | Tom Jones | Training Day | Transformers | Treasure
    Island | True Detective | True Lies | Turner & Hooch | Twin Peaks | Uncle Buck | Van Helsing |
    Vanity Fair | Veronica Mars | Voyage to the Bottom of the Sea | Wake in Fright | War and Peace |
    War of the Worlds | Weird Science | Wet Hot American Summer | What We Do in the Shadows | While
    You Were Sleeping | Wild at Heart | Wild Wild West | Witness for the Prosecution | Wolf Creek |
    Women in Love | Wonder Woman | Working Girl | Your Honor | Zero Day
"""
_GAMES = """
    Alone in the Dark | Assassin's Creed | Doom | Final Fantasy | Max Payne | Mortal Kombat | Need
    for Speed | Silent Hill | Street Fighter | Super Mario Bros. | The Angry Birds Movie | Tomb
    Raider | Wing Commander
"""
AMBIGUOUS_TITLES = _keys(_SERIES) | _keys(_GAMES)
"""Titles of movies that a television series has, or a game."""

REMADE_TITLES = _keys("""
    12 Angry Men | Thirteen Ghosts | 20,000 Leagues Under the Sea | 5 Centimeters per Second |
    Godzilla: King of the Monsters | Grave of the Fireflies | Kiki's Delivery Service | The Birth of
    a Nation | The Girl Who Leapt Through Time | The Wages of Fear | To Be or Not to Be | Whisper of
    the Heart | A Christmas Carol | A Farewell
    to Arms | All Quiet on the Western Front | All the King's Men | A Midsummer Night's Dream |
    Anaconda | A Nightmare on Elm Street | Anna Karenina | Around the World in 80 Days | Assault on
    Precinct 13 | A Star Is Born | Beauty and the Beast | Ben-Hur | Black Christmas | Black Sunday |
    Blithe Spirit | Body and Soul | Born Yesterday | Breathless | Brighton Rock | Candyman |
    Carnival of Souls | Carrie | Charlie's Angels | Cheaper by the Dozen | Children of the Corn |
    Child's Play | Clash of the Titans | Cliffhanger | Conan the Barbarian | Cyrano de Bergerac |
    Dangerous Liaisons | Dawn of the Dead | Day of the Dead | Death at a Funeral | Death on the Nile
    | Death Wish | Dirty Dancing | D.O.A. | Doctor Dolittle | Dr. Dolittle | Dr. Jekyll and Mr. Hyde
    | Escape to Witch Mountain | Fantasy Island | Far from the Madding Crowd | Father of the Bride |
    Firestarter | Flatliners | Footloose | Freaks | Freaky Friday | Friday the 13th | Fright Night |
    Frozen | Funny Games | Get Carter | Ghost in the Shell | Going in Style | Gone in 60 Seconds |
    Goodbye, Mr. Chips | Great Expectations | Gulliver's Travels | Halloween | Haunted Mansion |
    Hellboy | Hellraiser | House of Wax | House Party | How to Train Your Dragon | I Know What You
    Did Last Summer | In the Shadow of the Moon | Invaders from Mars | I Spit on Your Grave |
    Jacob's Ladder | Jane Eyre |
    Journey to the Center of the Earth | King Solomon's Mines | Kiss of Death | Kiss of the Spider
    Woman | Lady and the Tramp | Lady Chatterley's Lover | Left Behind | Les Misérables | Lilo &
    Stitch | Little Women | Living | Lolita | Lord of the Flies | Lost Horizon | Martin Eden |
    Masters of the Universe | Mean Girls | Mighty Joe Young | Miracle on 34th Street | Mortal Kombat
    | Much Ado About Nothing | Murder on the Orient Express | My Bloody Valentine | Narrow Margin |
    Night and the City | Nightmare Alley | Night of the Living Dead | Notorious | No Way Out | Of
    Mice and Men | Oldboy | Oliver Twist | Papillon | Persuasion | Peter Pan | Pet Sematary |
    Pinocchio | Point Break | Poltergeist | Pride and Prejudice | Psycho | Rebecca | Red Dawn | Red
    Sonja | Resident Evil | Richard III | Road House | Robin Hood | RoboCop | Romeo and Juliet |
    Salem's Lot | Scary Movie | Shaft | Shall We Dance? | Silent Night | Silent Night, Deadly Night
    | Snow White | Snow White and the Seven Dwarfs | Speak No Evil | Steel Magnolias | Straw Dogs |
    Street Fighter | Super Fly | Superman | Super Mario Bros. | Suspiria | Swept Away | The Four
    Feathers | The Addams Family | The Adventures of Pinocchio | The Amateur | The Amityville Horror
    | The Avengers | The Bad News Bears | The Beguiled | The Boogeyman | The Call of the Wild | The
    Color Purple | The Count of Monte Cristo | The Crow | The Day the Earth Stood Still | The Diary
    of Anne Frank | The Fall | The Fall Guy | The Flight of the Phoenix | The Fog | The Girl with
    the Dragon Tattoo | The Great Gatsby | The Grinch | The Grudge | The Guilty | The Hand that
    Rocks the Cradle | The Harder They Fall | The Hills Have Eyes | The Hustle | The Importance of
    Being Earnest | The Invisible Man | The Invitation | The Island of Dr. Moreau | The Italian Job
    | The Jungle Book | The Killer | The Ladykillers | The Lady Vanishes | The Last House on the
    Left | The Lion King | The Little Mermaid | The Longest Yard | The Love Bug | The Magnificent
    Seven | The Maltese Falcon | The Manchurian Candidate | The Mask | The Mummy | The Munsters |
    The Naked Gun | The Odyssey | The Omen | The Parent Trap | The Phantom of the Opera | The Pink
    Panther | The Postman Always Rings Twice | The Predator | The Prince | The Quiet American | The
    Razor's Edge | The Ring | The Roses | The Running Man | The Secret Garden | The Shaggy Dog | The
    Spiral Staircase | The Stepford Wives | The Strangers | The Taking of Pelham One Two Three | The
    Texas Chainsaw Massacre | The Thing | The Thomas Crown Affair | The Toxic Avenger | The Turning
    | The War of the Worlds | The Wicker Man | The Witches | The Wolf Man | The Woman in Black |
    Time Bandits | Total Recall | True Grit | Unfaithfully Yours | Unforgiven | Village of the
    Damned | Walking Tall | War and Peace | War of the Worlds | Waterloo Bridge | West Side Story |
    Whisky Galore | White Men Can't Jump | White Noise | Wuthering Heights
""")
"""Titles of movies that another, newer movie has."""

SHARED_TITLES = _keys("""
    13 Going on 30 | 2001: A Space Odyssey | Atlantis: The Lost Empire | AVP: Alien vs. Predator
    | Big Hero 6 | City of Angels | Civil War | Cloudy with a Chance of Meatballs | Five Nights
    at Freddy's | Friends with Benefits | Harry Potter and the Chamber of Secrets | Harry Potter
    and the Deathly Hallows: Part 1 | Harry Potter and the Deathly Hallows: Part 2 | Harry
    Potter and the Goblet of Fire | Harry Potter and the Half-Blood Prince | Harry Potter and
    the Order of the Phoenix | Harry Potter and the Philosopher's Stone | Harry Potter and the
    Prisoner of Azkaban | Harry Potter and the Sorcerer's Stone | Horton Hears a Who! | I'm
    Still Here | Iron Man 2 | Kung Fu Panda | Kung Fu Panda 2 | Lara Croft: Tomb Raider |
    Madagascar: Escape 2 Africa | Monsters vs. Aliens | Penguins of Madagascar | Prince of
    Persia: The Sands of Time | Puss in Boots | Ready or Not | Shrek Forever After | Sonic the
    Hedgehog 2 | Sonic the Hedgehog 3 | Spider-Man 2 | Spider-Man 3 | Stand by Me | Star Wars:
    Episode I - The Phantom Menace | Star Wars: Episode III - Revenge of the Sith | Sweeney
    Todd: The Demon Barber of Fleet Street | Talk to Me | The Adventures of Robin Hood | The
    Amazing Spider-Man 2 | The Book of Life | The Lord of the Rings: The Fellowship of the Ring
    | The Lord of the Rings: The Return of the King | The Lord of the Rings: The Two Towers |
    The SpongeBob SquarePants Movie | Toy Story 2 | Toy Story 3 | Transformers: Dark of the Moon
    | Transformers: Revenge of the Fallen | World War Z | Wreck-It Ralph | X-Men Origins:
    Wolverine | X-Men: The Last Stand
""")
"""Further titles of several words that games, series, plays or other movies have."""
