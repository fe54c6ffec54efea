"""`epicrec tonight`: a movie for two people."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from epicrec_desktop.cli.labels import movie_length
from epicrec_desktop.console.options import command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import category_label
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.protection.library_encryption import PassphraseRequiredError

if TYPE_CHECKING:
    from epicrec_desktop.services.tonight import Guest
    from epicrec_desktop.wiring import Services

_SHOWN = 12


@command(
    option(
        "--with",
        dest="guest",
        required=True,
        metavar="FILE|PERSON",
        help="somebody of this computer, or a list that a friend exported",
    ),
    option("--viewer", metavar="NAME", help="whose list it is, in an export of several people"),
    option("--minutes", type=int, metavar="N", help="films that last no longer"),
)
def tonight(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print movies that neither has seen and both would like. Raises `EpicRecError`."""
    if options.minutes is not None and options.minutes < 1:
        raise EpicRecError("An evening has at least 1 minute. Nothing was chosen.")
    guest = _guest(services, options, terminal, job)
    picks = services.tonight.choose(guest, options.minutes)
    terminal.heading(f"Tonight, with {guest.name}")
    if not picks:
        terminal.say("No film fits both of you. A longer evening has more to choose from.")
    terminal.table(
        (
            one.movie.label,
            movie_length(one.minutes) or "-",
            " ".join(map(str, one.why(guest.name, category_label))),
        )
        for one in picks[:_SHOWN]
    )
    terminal.document(
        {
            "with": guest.name,
            "minutes": options.minutes,
            "films": [
                {
                    **document(one.movie, "id=wire_id title year"),
                    "minutes": one.minutes,
                    "both_watched": one.shared.label if one.shared else None,
                    "your_category": one.own_category,
                    "their_category": one.category,
                }
                for one in picks
            ],
        }
    )
    return 0


def _guest(services: Services, options: Namespace, terminal: Terminal, job: Job) -> Guest:
    file = Path(options.guest).expanduser()
    named = options.guest.casefold()
    users = [u for u in services.tonight.others() if str(u.user_display_name).casefold() == named]
    if users:
        try:
            return services.tonight.person(users[0])
        except PassphraseRequiredError:
            passphrase = terminal.secret(f"Passphrase of {users[0].user_display_name}")
            if passphrase is None:
                raise
            return services.tonight.person(users[0], passphrase)
    if not options.guest or not file.exists():  # an empty path is the current folder
        raise EpicRecError(
            "There is neither a file nor another person called “{name}”. Nothing was chosen.",
            name=options.guest,
        )
    guests = {guest.name: guest for guest in services.tonight.file(file, job)}
    if options.viewer is None and len(guests) == 1:
        return next(iter(guests.values()))
    if options.viewer not in guests:
        raise EpicRecError(
            "Say whose list it is, with --viewer NAME. There are: {names}.", names=", ".join(guests)
        )
    return guests[options.viewer]
