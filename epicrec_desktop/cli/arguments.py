"""The commands and their options."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path
from typing import Any

from epicrec_desktop import __version__
from epicrec_desktop.cli.examples import add_examples
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.lab.evaluate import EXPERIMENTS

LEVELS = [level.value for level in ReleaseLevel]


def build_parser() -> argparse.ArgumentParser:
    """The parser of `epicrec`. `--base-dir` and `--json` may stand before or after the command."""
    parser = argparse.ArgumentParser(
        prog="epicrec",
        description="Movie recommendations from your browsing history, without handing it over.",
        parents=[_common(first=True)],
    )
    parser.add_argument(
        "--version", action="version", version=f"epicrec {__version__}", help="the version"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_journey, _library, _watchlist, _catalog, _privacy, _service, _data, _experiments):
        add(commands)
    add_examples(parser)
    return parser


def _common(*, first: bool = False, who: bool = True) -> argparse.ArgumentParser:
    """Options of every command. Only the first parser sets defaults, so both places count.

    Without `who` a command has an option `--person` of its own, which means somebody else.
    """
    common = argparse.ArgumentParser(add_help=False)
    default: Any = None if first else argparse.SUPPRESS
    common.add_argument(
        "--base-dir",
        type=Path,
        default=default,
        metavar="DIR",
        help="keep everything under this folder",
    )
    if who:
        common.add_argument(
            "--person",
            dest="who",
            default=default,
            metavar="NAME",
            help="whose data, of several people in one computer account",
        )
    common.add_argument(
        "--json",
        action="store_true",
        default=False if first else argparse.SUPPRESS,
        help="one JSON document on stdout, progress on stderr",
    )
    return common


def _add(commands: Any, name: str, text: str, *, who: bool = True) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text, parents=[_common(who=who)]
    )
    return added


def _nested(commands: Any, name: str, text: str) -> Any:
    parser = _add(commands, name, text)
    return parser.add_subparsers(dest="action", required=True, metavar="ACTION")


def _profiles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile",
        type=Path,
        action="append",
        metavar="PATH",
        help="a profile folder, or its History, places.sqlite or History.db (Safari's); naming it "
        "lets EpicRec read it",
    )


def _journey(commands: Any) -> None:
    run = _add(
        commands, "run", "All in one: scan, find movies, release, ask, show what is recommended."
    )
    _profiles(run)
    run.add_argument("--sample", action="store_true", help="use the sample history")
    run.add_argument("--level", choices=LEVELS, help="this time, instead of the stored level")
    run.add_argument("--provider", metavar="NAME", help="a provider's name, or an address")
    browsers = _add(
        commands, "browsers", "Browser profiles on this computer, and which of them may be read."
    )
    browsers.add_argument(
        "--revoke",
        action="append",
        default=[],
        metavar="PROFILE",
        help="never read this profile again, and remove what came from it: its name or path",
    )
    scan = _add(commands, "scan", "Read what is new in browser profiles.")
    _profiles(scan)
    for name, text in (
        ("preview", "What would leave, before it leaves."),
        ("release", "Release what your privacy levels allow; a repeat sends the same bytes."),
        ("recommend", "Release, ask the provider, and show what is recommended."),
    ):
        parser = _add(commands, name, text)
        parser.add_argument("--provider", metavar="NAME")
        if name == "release":
            parser.add_argument(
                "--draw",
                action="store_true",
                help="draw the real list, for good, and show it; a later release sends it as it is",
            )
    _contribute(commands)
    _add(commands, "ledger", "Every release on record: what it told whom, and its bytes.")
    _add(commands, "activity", "Everybody who was asked for something, releases among them.")


def _contribute(commands: Any) -> None:
    parser = _add(
        commands,
        "contribute",
        "Help a service to learn what is watched together; off until you send something.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    for name, text in (
        ("status", "What it does and costs, and what became of what you sent."),
        ("preview", "What would be sent, and an example of what chance makes of it."),
        ("send", "Send a contribution; a repeat sends the same bytes."),
        ("withdraw", "Have what you sent taken out of the sums again."),
    ):
        action = _add(actions, name, text)
        if name != "status":
            action.add_argument("--provider", metavar="NAME")


def _library(commands: Any) -> None:
    parser = _add(commands, "library", "Movies found, and what you say of them.")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    for name in ("confirm", "reject", "forget"):
        action = _add(actions, name, f"{name.capitalize()} movies.")
        action.add_argument(
            "movies",
            nargs="*" if name == "forget" else "+",
            metavar="MOVIE",
            help="an id as shown, or a title",
        )
    action.add_argument(
        "--deleted",
        action="store_true",
        help="those whose visits you have all deleted in your browsers",
    )
    action.add_argument("--yes", action="store_true", help="do not ask")
    for name, text in (
        ("add", "Add films of the catalog that you watched."),
        ("refuse", "Never recommend these films of the catalog again."),
    ):
        _films(_add(actions, name, text))
    search = _add(actions, "search", "Find films of the catalog by any of their titles.")
    search.add_argument("text", nargs="+", metavar="TEXT", help="words of a title, and a year")
    search.add_argument(
        "--limit", type=int, default=20, metavar="N", help="show at most so many; 20 by default"
    )
    review = _add(
        actions, "review", "Suggestions to answer, also where several films have the same title."
    )
    review.add_argument("movie", nargs="?", metavar="MOVIE", help="a suggestion to answer for")
    review.add_argument(
        "answer",
        nargs="?",
        metavar="ANSWER",
        help="which film it is: its number or id as shown, or “none”",
    )
    weight = _add(
        actions,
        "weight",
        "How much a movie may count in a release: 0 keeps it to yourself, 1 is usual.",
    )
    weight.add_argument("movie", metavar="MOVIE")
    weight.add_argument("weight", type=float)
    rate = _add(
        actions,
        "rate",
        "What you think of a movie you watched: liked, disliked (not for you), again (seen again), "
        "none to take it back. Recommendations made on this computer count it; it never leaves.",
    )
    rate.add_argument("movie", metavar="MOVIE")
    rate.add_argument("rating", choices=("liked", "disliked", "again", "none"))
    _exports(actions)


def _films(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "films", nargs="+", metavar="FILM", help="an id, or a title with or without its year"
    )


def _watchlist(commands: Any) -> None:
    actions = _add(commands, "watchlist", "What you want to watch.").add_subparsers(
        dest="action", metavar="ACTION"
    )
    for name, text in (("add", "Keep films for later."), ("remove", "Take films off the list.")):
        _films(_add(actions, name, text))


def _exports(actions: Any) -> None:
    take = _add(
        actions,
        "import",
        "Import movies from exports of Letterboxd, IMDb, Trakt, Netflix, Prime Video, Disney+, "
        "Google Takeout, Plex, Jellyfin, or from a table. Naming a file is consent.",
        who=False,
    )
    take.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a table, a document, an archive, a folder",
    )
    take.add_argument("--preview", action="store_true", help="only show what would come in")
    take.add_argument(
        "--person",
        metavar="NAME",
        help="only what this person watched, of exports of several; whose library it goes to is "
        "said before: epicrec --person NAME library import",
    )
    take.add_argument(
        "--take",
        action="append",
        default=[],
        metavar="ID",
        help="also this movie, of those in doubt that --preview shows",
    )
    write = _add(actions, "export", "Write the movies you watched as a table for Letterboxd.")
    write.add_argument("file", type=Path, metavar="FILE.csv")
    write.add_argument("--force", action="store_true", help="replace the file if there is one")


def _catalog(commands: Any) -> None:
    actions = _nested(commands, "catalog", "The public catalog of movies.")
    _add(actions, "info", "What there is.")
    take = _add(actions, "import", "Import a catalog.")
    take.add_argument(
        "source",
        metavar="FILE|movielens|movielens-latest|movietweetings|wikidata|tmdb",
        help="a folder or archive of MovieLens or MovieTweetings, or a name",
    )
    _add(actions, "posters", "Fetch the posters of all movies that TMDB described.")
    match = _add(commands, "match", "Match rows of history against a catalog.")
    match.add_argument("--catalog", type=Path, required=True, metavar="DIR")
    match.add_argument("--rows", type=Path, required=True, metavar="FILE")
    train = _add(commands, "train", "Train the recommendation model on the imported ratings.")
    train.add_argument(
        "--publish",
        action="store_true",
        help="train for the service, with contributions, and publish it there if it is as good",
    )
    train.add_argument(
        "--engine",
        choices=["here", "spark"],
        default="here",
        help="spark: train for the service on a cluster of Apache Spark (extra “spark”)",
    )
    train.add_argument(
        "--ratings",
        metavar="PLACE",
        help="for spark, in place of the imported ones: a path or URL of Parquet, or postgresql://…",
    )
    train.add_argument(
        "--table", default="ratings", metavar="NAME", help="of PostgreSQL; ratings if not said"
    )
    train.add_argument(
        "--master",
        metavar="URL",
        help="for spark: spark://host:7077, yarn, k8s://… or local[2]; else as Spark is configured",
    )
    _configured(train)


def _privacy(commands: Any) -> None:
    actions = _nested(commands, "privacy", "What may leave.")
    _add(actions, "show", "Your levels, the privacy budget, and what it means.")
    change = _add(actions, "set", "Choose a level, overall or for a category.")
    change.add_argument("scope", metavar="overall|CATEGORY")
    change.add_argument("level", choices=[*LEVELS, "default"])
    mechanism = _add(
        actions, "mechanism", "Choose how months that are not released yet are blurred."
    )
    mechanism.add_argument("kind", choices=["improved", "published"])


_KEY_FILE = "where the key of a closed group stands; - to type it or to read it from a pipe"


def _service(commands: Any) -> None:
    parser = _add(commands, "providers", "Who may be asked.")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    _add(actions, "list", "The providers you know.")
    add = _add(actions, "add", "Add a provider.")
    add.add_argument("name")
    add.add_argument("address", metavar="URL")
    add.add_argument("--certificate", type=Path, metavar="PEM")
    add.add_argument(
        "--trust",
        type=_fraction,
        metavar="FRACTION",
        help="1, 1/2, 1/4 or 1/8; without it, as before, and 1 for a new provider",
    )
    add.add_argument(
        "--replace", action="store_true", help="change the address of the provider of this name"
    )
    add.add_argument("--key-file", type=Path, metavar="FILE", help=_KEY_FILE)
    key = _add(
        actions,
        "key",
        "Keep the key of a closed group, or remove it. With it whoever runs the provider knows "
        "which of its members asks.",
    )
    key.add_argument("name")
    given = key.add_mutually_exclusive_group(required=True)
    given.add_argument("--key-file", type=Path, metavar="FILE", help=_KEY_FILE)
    given.add_argument("--remove", action="store_true", help="keep no key any longer")
    show = _add(
        actions, "show", "What a provider says of itself, and what this computer found of it."
    )
    show.add_argument("name")
    show.add_argument(
        "--try",
        action="store_true",
        dest="try_model",
        help="try the model that it shares on public people whose ratings were imported",
    )
    trust = _add(actions, "trust", "How much of the privacy budget a provider may have.")
    trust.add_argument("name")
    trust.add_argument("trust", type=_fraction, metavar="FRACTION", help="1, 1/2, 1/4 or 1/8")
    for name, text in (
        ("remove", "Remove a provider; the ledger keeps what was sent."),
        ("use", "Use this provider from now on."),
        ("test", "Reach a provider without sending anything, and fetch its catalog anew."),
    ):
        _add(actions, name, text).add_argument("name")
    _add(
        actions,
        "refresh",
        "Fetch the catalogs that are due, each at most once a day; for a timer of the system.",
    )
    serve = _add(commands, "serve", "Run the reference recommendation service.")
    _configured(serve)
    serve.add_argument("--host", help="127.0.0.1 if nothing is said")
    serve.add_argument("--port", type=_port, help="8765 if nothing is said")
    serve.add_argument("--workers", type=_count, metavar="N", help="processes; 1 if not said")
    serve.add_argument("--tls-cert", type=Path, metavar="PEM")
    serve.add_argument("--tls-key", type=Path, metavar="PEM")
    serve.add_argument("--database", metavar="URL", help="an SQLAlchemy address")
    serve.add_argument("--no-model", action="store_true", help="do not share the model")
    actions = _nested(commands, "service", "Look after a service.")
    _configured(_add(actions, "status", "The models in use and before, and contributions."))
    _configured(_add(actions, "rollback", "Use the model before the one in use again."))
    key = _add(actions, "key", "The keys of a closed group.")
    _configured(key)
    key.add_argument("what", choices=["add", "remove", "list"])
    key.add_argument("name", nargs="?", default="")
    for name, text in (
        ("backup", "Write models, keys and an SQLite database into one archive."),
        ("restore", "Unpack such an archive into the service's folder, which has to be empty."),
    ):
        action = _add(actions, name, text)
        _configured(action)
        action.add_argument("file", type=Path, metavar="FILE")


def _configured(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="TOML", help="the configuration of a service"
    )


def _protect(commands: Any) -> None:
    protect = _nested(
        commands,
        "protect",
        "Encrypt the library on this computer. Passphrases and codes are asked for, or read from a "
        "pipe, a line each.",
    )
    _add(protect, "status", "Say whether the library is encrypted, and how it is unlocked.")
    on = _add(protect, "on", "Encrypt the library; its key is kept in the system's keyring.")
    on.add_argument("--yes", action="store_true", help="do not ask")
    off = _add(protect, "off", "Write the library as a plain file again.")
    off.add_argument("--yes", action="store_true", help="do not ask")
    change = _add(
        protect, "change", "Keep the key in the keyring, or by a passphrase, from now on."
    )
    recover = _add(protect, "recover", "Unlock with the recovery code, and keep the key anew.")
    for action in (on, change, recover):
        action.add_argument(
            "--passphrase", action="store_true", help="a passphrase instead of the keyring"
        )
    _add(protect, "code", "Make a new recovery code; the old one opens only copies made before.")
    anew = _add(
        protect, "start-anew", "Set a library that nobody can unlock aside; nothing is lost."
    )
    anew.add_argument("--yes", action="store_true", help="do not ask")


def _people(commands: Any) -> None:
    parser = _add(
        commands,
        "people",
        "Several people in one computer account, each with a library of their own. They are not "
        "protected from each other: see `protect`.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    _add(actions, "list", "Who there is; the first is meant where nobody is named.")
    _add(actions, "add", "Add somebody, who begins with an empty library.").add_argument("name")
    rename = _add(actions, "rename", "Call somebody something else.")
    rename.add_argument("name")
    rename.add_argument("new", metavar="NEW-NAME")
    remove = _add(actions, "remove", "Remove somebody with everything that is kept of them.")
    remove.add_argument("name")
    remove.add_argument("--yes", action="store_true", help="do not ask")


def _data(commands: Any) -> None:
    export = _add(commands, "export", "Write what EpicRec knows of you as one JSON document.")
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--force", action="store_true", help="replace the file if there is one")
    take = _add(
        commands,
        "import",
        "Bring back what `epicrec export` wrote, here or on another computer. It says what would "
        "come in, and asks. Exports of other services: `epicrec library import`.",
    )
    take.add_argument("file", type=Path, metavar="FILE")
    take.add_argument("--preview", action="store_true", help="only say what would come in")
    take.add_argument("--yes", action="store_true", help="do not ask")
    _protect(commands)
    _people(commands)
    erase = _add(
        commands, "erase", "Remove everything this program keeps; of several people, of one."
    )
    erase.add_argument("--everybody", action="store_true", help="of several people, of all of them")
    erase.add_argument("--yes", action="store_true", help="do not ask")
    update = _nested(commands, "update", "Newer versions of this program.")
    check = _add(update, "check", "Ask once whether there is one; nothing is installed.")
    check.add_argument(
        "file",
        type=Path,
        nargs="?",
        metavar="FILE",
        help="also say whether this downloaded file is one that its makers signed",
    )
    completion = _add(commands, "completion", "Print what completes commands in your shell.")
    completion.add_argument("shell", choices=["bash", "zsh", "fish"])
    check = _add(commands, "selfcheck", "Check that this installation is whole.")
    check.add_argument("--no-window", action="store_true", help="do not try to open the window")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"not a whole number above 0: {text}")
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"not a port from 0 to 65535: {text}")
    return int(text)


def _fraction(text: str) -> Fraction:
    try:
        if len(text) > 20 or "e" in text.casefold():  # an exponent can ask for endless digits
            raise ValueError(text)
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text} is not a number or a fraction") from None


def _samples(text: str) -> int:
    if (count := _count(text)) > 1_000_000:
        raise argparse.ArgumentTypeError(f"at most 1,000,000: {text}")
    return count


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _budget(text: str) -> float:
    if not 0.0 < (value := _number(text)) <= 1000.0:
        raise argparse.ArgumentTypeError(f"not a number above 0: {text}")
    return value


def _part(text: str) -> float:
    if not 0.0 <= (value := _number(text)) <= 1.0:
        raise argparse.ArgumentTypeError(f"not a number between 0 and 1: {text}")
    return value


def _minutes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 10_000.0:
        raise argparse.ArgumentTypeError(f"not a number of minutes: {text}")
    return value


def _population(text: str) -> int:
    from epicrec_desktop.lab.population import MAX_PEOPLE, MIN_PEOPLE  # noqa: PLC0415

    if not MIN_PEOPLE <= (value := _count(text)) <= MAX_PEOPLE:
        raise argparse.ArgumentTypeError(f"not from {MIN_PEOPLE:,} to {MAX_PEOPLE:,}: {text}")
    return value


_EXPERIMENT_OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "seed": ("--seed", {"type": int, "help": "of everything that is random; fixed by default"}),
    "people": ("--people", {"type": _count, "metavar": "N", "help": "how many contribute"}),
    "users": ("--users", {"type": _count, "metavar": "N", "help": "how many public users"}),
    "shares": (
        "--share",
        {"type": _part, "nargs": "+", "metavar": "S", "help": "shares of sensitive items"},
    ),
    "weight": (
        "--weight",
        {"type": _part, "metavar": "V", "help": "part of ε that a sensitive item may cost"},
    ),
    "users_train": (
        "--users-train",
        {"type": _part, "metavar": "F", "help": "part of the users that models are trained on"},
    ),
    "input_fraction": (
        "--input-fraction",
        {"type": _part, "metavar": "F", "help": "part of each history that a method is shown"},
    ),
    "copies": (
        "--copies",
        {
            "type": _count,
            "nargs": "+",
            "metavar": "N",
            "help": "how many times as many movies as the catalog has",
        },
    ),
    "draws": (
        "--draws",
        {"type": _count, "metavar": "N", "help": "how many random sets of budgets"},
    ),
    "epsilons": (
        "--epsilon",
        {"type": _budget, "nargs": "+", "metavar": "E", "help": "privacy budgets"},
    ),
    "few_categories": (
        "--few-categories",
        {
            "action": "store_true",
            "help": "as few categories to a movie as MovieLens-1M has, and movies up to its year",
        },
    ),
    "labeled": (
        "--labeled",
        {"type": Path, "metavar": "CSV", "help": "a table of numbers, the label last"},
    ),
}


def _experiments(commands: Any) -> None:
    parser = _add(commands, "evaluate", "The papers' experiments.")
    names = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    for name, experiment in EXPERIMENTS.items():
        evaluate = _add(names, name, experiment.about)
        evaluate.add_argument("--catalog", type=Path, metavar="DIR", help="a MovieLens folder")
        for flag, text in (
            ("--items", "CSV with columns item and category, in place of a catalog"),
            ("--users-items", "CSV with columns user and item, beside --items"),
        ):
            evaluate.add_argument(flag, type=Path, metavar="FILE", help=text)
        evaluate.add_argument(
            "--population",
            type=_population,
            metavar="N",
            help="so many synthetic people with known tastes, in place of a catalog",
        )
        evaluate.add_argument("--out", type=Path, metavar="DIR", help="save plots here")
        for option in experiment.options:
            flag, settings = _EXPERIMENT_OPTIONS[option]
            evaluate.add_argument(flag, dest=option, **settings)
    audit = _add(commands, "audit", "The black-box privacy audit, on made-up histories.")
    audit.add_argument(
        "--samples",
        type=_samples,
        metavar="N",
        help="releases of each history that certify a claim; 2,000 by default",
    )
    bench = _add(commands, "bench", "The benchmarks.")
    bench.add_argument(
        "name",
        choices=[
            *("import", "perturbation", "ranking", "scan", "search", "server", "spark", "start"),
            "wall",
        ],
    )
    bench.add_argument("--catalog", type=Path, metavar="DIR")
    bench.add_argument("--rows", type=int, help="of history, for scan; 1,000,000 by default")
    bench.add_argument(
        "--titles",
        type=int,
        help="of the catalog, for import, scan, ranking, search, server, spark, wall",
    )
    bench.add_argument("--people", type=int, help="who rate, for import and spark")
    bench.add_argument(
        "--minutes", type=_minutes, help="of load, for server: what that does to its memory"
    )
