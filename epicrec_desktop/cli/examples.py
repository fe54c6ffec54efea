"""Examples for the help of each command and for the man page; the tests parse each of them."""

from __future__ import annotations

from epicrec_desktop.console.arguments import Examples

EXAMPLES: Examples = {
    "": (
        ("epicrec run --sample", "the whole way with an invented history; nothing is kept"),
        ("epicrec browsers", "the browser profiles of this computer"),
        ("epicrec library search amelie", "a film by any of its titles"),
    ),
    "run": (
        ("epicrec run --sample", "with an invented history; nothing is kept"),
        ("epicrec run --sample --level no", "the same, and nothing leaves"),
    ),
    "browsers": (("epicrec browsers", "which profiles there are, and which may be read"),),
    "scan": (("epicrec scan", "read what is new in the profiles that may be read"),),
    "preview": (("epicrec preview", "see what a release would send"),),
    "recommend": (("epicrec --json recommend", "for a program to read"),),
    "tonight": (("epicrec tonight --with Anna --minutes 120", "what to watch together"),),
    "contribute": (("epicrec contribute", "what it does for others, and what it costs"),),
    "ledger": (("epicrec ledger", "what left, when and to whom"),),
    "assistant": (("epicrec assistant", "what your assistant needs in its settings"),),
    "library": (("epicrec library", "the movies found, and what is in doubt"),),
    "library confirm": (("epicrec library confirm 'Metropolis'", "yes, I watched it"),),
    "library add": (("epicrec library add 'Amelie 2001' metropolis", "films you watched"),),
    "library forget": (("epicrec library forget --deleted", "what you deleted in your browsers"),),
    "watchlist": (("epicrec watchlist add 'Das Leben der Anderen'", "keep it for later"),),
    "library search": (
        ("epicrec library search das leben der anderen", "by a title in another language"),
        ("epicrec library search metropolis 1927", "by title and year"),
    ),
    "library review": (("epicrec library review", "suggestions that wait for an answer"),),
    "library import": (
        ("epicrec library import --preview FILE", "only show what would come in"),
    ),
    "library year": (("epicrec library year 2025", "what you watched in 2025, month by month"),),
    "library export": (("epicrec library export films.csv", "a table that Letterboxd imports"),),
    "catalog import": (
        ("epicrec catalog import movietweetings", "public ratings: better recommendations"),
    ),
    "privacy set": (
        ("epicrec privacy set overall perturbed", "numbers with noise leave, and no titles"),
        ("epicrec privacy set Horror no", "nothing of horror movies leaves"),
    ),
    "providers add": (
        ("epicrec providers add Club https://club.example --trust 1/2", "someone to ask"),
    ),
    "export": (("epicrec export all.json", "everything that is kept of you, in one file"),),
    "import": (("epicrec import all.json", "bring it back, here or on another computer"),),
    "completion": (
        ("epicrec completion bash > ~/.local/share/bash-completion/completions/epicrec", "bash"),
    ),
}  # fmt: skip
