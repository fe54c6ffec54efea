"""The data pipeline: scan, preview, release, recommend, and `run` for all of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from epicrec_desktop.cli.documents import (
    budget_document,
    movie_document,
    recommendations_document,
    release_document,
    released_budget,
)
from epicrec_desktop.cli.labels import (
    EVIDENCE,
    budget_sentence,
    mechanism_name,
    movie_length,
    with_noun,
)
from epicrec_desktop.console.options import CLOCK, LEVELS, PROFILE, PROVIDER_NAME, command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError, ProviderError
from epicrec_desktop.domain.history import BrowserProfile, LibraryStatus
from epicrec_desktop.domain.json_documents import document, plain
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import CATEGORIES, category_label
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import (
    LEARNED,
    NEW,
    OVERALL,
    PROVIDER,
    THIS_COMPUTER,
    Recommendations,
    Release,
)
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import private_folder
from epicrec_desktop.services.mechanism_planner import Budget
from epicrec_desktop.services.movie_facts import MovieFactsService
from epicrec_desktop.services.privacy_sentences import chances, learned_sentences, taste
from epicrec_desktop.services.recommendations import RecommendResult
from epicrec_desktop.services.release_difference import document as difference_document
from epicrec_desktop.services.release_proposal import WARNINGS, Preview, Proposal
from epicrec_desktop.services.scan import LEFT_BEHIND, ScanResult
from epicrec_desktop.wiring import Services

_SHOWN_MOVIES = 12
_ROWS_SHOWN = 6
_TITLES_PER_ROW = 5
_CLOCK_IS_RIGHT = message("If it is right, release with --clock-is-right.")


@command(
    PROFILE,
    option("--sample", action="store_true", help="use the sample history"),
    option("--level", choices=LEVELS, help="this time, instead of the stored level"),
    option("--provider", metavar="NAME", help="a service's name, or an address"),
    CLOCK,
)
def run(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Scan, match, perturb, ask the service, and show what is recommended."""
    choice = _choice(services, options.level)
    # Before the scan: an unknown provider is a problem now, and what is fetched from a new one, and
    # when, must not depend on what is found.
    _try_to_fetch_new_catalog(services, options, choice, job)
    profiles = [services.profiles.at(path) for path in options.profile or ()]
    if options.sample:
        folder = private_folder(services.paths.cache / "sample")
        profiles.append(write_sample_profile(folder, datetime.now(UTC)))
    result = _scan(services, profiles, job)
    _print_scan(services, result, terminal)
    outcome = _release(services, options, choice, terminal, job)
    budget = None
    if outcome.release is not None:
        budget = services.privacy.budget(choice, job=job)
    _print_budget(budget, outcome.release, terminal)
    document = {
        "movies": [movie_document(e) for e in services.library.entries()],
        "budget": budget_document(budget, outcome.release),
    }
    nothing_read = result.failures and not result.profiles
    return _print_outcome(services, outcome, document, terminal) or int(bool(nothing_read))


@command(PROFILE)
def scan(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Read what is new in browser profiles and print what was found."""
    profiles = [services.profiles.at(path) for path in options.profile or ()]
    result = _scan(services, profiles, job)
    _print_scan(services, result, terminal)
    terminal.document(
        {
            **document(result, "profiles visits movies new_confirmed new_suggested"),
            "failures": [{"profile": p, "problem": str(why)} for p, why in result.failures],
            "left_behind": result.stale_snapshots,
        }
    )
    return 1 if result.failures else 0


@command(PROVIDER_NAME)
def preview(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print what a release would send; nothing is sent."""
    _fetch_new_catalog(services, options, None, job)
    shown = services.releases.preview(provider=options.provider, job=job)
    _print_preview(shown, terminal)
    return 0


def _print_preview(shown: Preview, terminal: Terminal, shown_movies: int = _SHOWN_MOVIES) -> None:
    terminal.heading(f"{shown.provider}: {shown.level.release_word}")
    _print_budget(shown.budget, None, terminal)
    clock, worth = shown.proposal.clock, shown.worth
    terminal.say_each(
        (
            *_warnings(shown.proposal),
            *(() if clock is None else (clock.error(_CLOCK_IS_RIGHT),)),
            *_learns(shown),
            *(() if worth is None else (taste(worth), *chances(worth))),
            _kind_of_list(shown),
        )
    )
    for movie in shown.items[:shown_movies]:
        terminal.say(f"  {movie.label}")
    if len(shown.items) > shown_movies:
        terminal.say(f"  … and {len(shown.items) - shown_movies} more")
    if shown.level is not ReleaseLevel.NO:
        terminal.say()
        terminal.table(
            [
                ("Category", "watched", "in the list"),
                *(
                    (category_label(name), str(count), str(shown.released_counts[name]))
                    for name, count in shown.true_counts.items()
                ),
            ]
        )
    terminal.document(
        {
            **document(shown, "level provider"),
            "budget": budget_document(shown.budget, None),
            "items": [movie.wire_id for movie in shown.items],
            **document(shown, "true_counts released_counts open=open_items"),
            **document(shown, "perturbed=perturbed_items withheld=withheld_items"),
            **document(shown, "waiting=waiting_items counted_before silenced=silenced_items"),
            "window": shown.period,
            "clock": None if clock is None else clock.days(),
            **document(shown, "example repeat"),
            **document(shown.proposal, "sha256"),
            "worth": plain(worth),
            "discloses": _disclosed(shown),
        }
    )


def _disclosed(shown: Preview | None) -> dict[str, Any] | None:
    """Return what a provider elsewhere would learn, as JSON; None where nothing would leave."""
    if shown is None or shown.provider == THIS_COMPUTER or shown.level is ReleaseLevel.NO:
        return None
    return difference_document(shown.difference, shown.provider, shown.titles, shown.worth)


def _learns(shown: Preview | None) -> list[str]:
    """Return the same, a sentence each."""
    disclosed = _disclosed(shown)
    return [] if disclosed is None else disclosed["sentences"]


def _proposed_release(
    services: Services, options: Namespace, choice: PrivacyChoice | None, job: Job
) -> tuple[Proposal, Preview | None]:
    """Return what a release now would be, and its list; None where no catalog tells that.

    Raises `EpicRecError` where the clock jumped and the user does not say that it is right.
    """
    proposal = services.releases.propose(choice, provider=options.provider, job=job)
    if proposal.clock is not None and not options.clock_is_right:
        raise proposal.clock.error(_CLOCK_IS_RIGHT)
    if proposal.clock is not None:
        services.releases.accept_clock()
        proposal = services.releases.propose(choice, provider=options.provider, job=job)
    if proposal.address is None or proposal.level is ReleaseLevel.NO:
        return proposal, None
    try:
        shown = services.releases.preview(choice, provider=options.provider, job=job)
    except ProviderError:
        return proposal, None
    return shown.proposal, shown


def _kind_of_list(shown: Preview) -> str:
    """Return a sentence: whether the list is an example, a repeat or exact, and where it goes."""
    count, local = len(shown.items), shown.provider == THIS_COMPUTER
    if shown.level is ReleaseLevel.NO:
        return "Nothing would leave."
    stays = " It stays on this computer." if local else ""
    if shown.repeat and shown.arrived and not local:
        return f"The same {count} movies as before would be sent again:"
    if shown.repeat:
        return f"The list of {count} movies that was made before, unchanged.{stays}"
    if shown.example:
        return f"An example of the list ({count} movies).{stays}"
    if shown.frozen:
        return f"The real list ({count} movies), drawn once and for good.{stays}"
    return f"Exactly this list ({count} movies).{stays}"


@command(
    PROVIDER_NAME,
    CLOCK,
    option(
        "--draw",
        action="store_true",
        help="draw the real list, for good, and show it; a later release sends it as it is",
    ),
)
def release(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Release what the levels allow; with `--draw` only sample and show it."""
    _fetch_new_catalog(services, options, None, job)
    proposal, shown = _proposed_release(services, options, None, job)
    if options.draw:
        shown = services.releases.sample(proposal, job=job)
        _print_preview(shown, terminal, shown_movies=len(shown.items))
        if shown.level is not ReleaseLevel.NO:
            terminal.say()
            terminal.say(
                "Nothing was sent. What is blurred in it stays; the same command without --draw "
                "releases it."
            )
        return 0
    _print_proposal(proposal, shown, terminal)
    made, repeated, _ = services.releases.send(proposal, job=job)
    _print_made(made, repeated=repeated, terminal=terminal)
    terminal.document(
        {"release": release_document(made, repeated=repeated), "discloses": _disclosed(shown)}
    )
    return 0


@command(PROVIDER_NAME, CLOCK)
def recommend(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Release, ask the service, rank on this computer and print what is recommended."""
    _try_to_fetch_new_catalog(services, options, None, job)
    outcome = _release(services, options, None, terminal, job)
    return _print_outcome(services, outcome, {}, terminal)


def _release(
    services: Services,
    options: Namespace,
    choice: PrivacyChoice | None,
    terminal: Terminal,
    job: Job,
) -> RecommendResult:
    proposal, shown = _proposed_release(services, options, choice, job)
    _print_proposal(proposal, shown, terminal)
    return services.recommend.release(proposal, job=job)


def _print_outcome(
    services: Services, outcome: RecommendResult, document: dict[str, Any], terminal: Terminal
) -> int:
    """Print what was sent and is recommended, end the document, and return the exit code."""
    failed = outcome.problem is not None
    _print_made(outcome.release, repeated=outcome.repeated, terminal=terminal, failed=failed)
    _print_recommendations(outcome.recommendations, services.facts, terminal)
    terminal.document(
        {
            **document,
            "release": release_document(outcome.release, repeated=outcome.repeated),
            "recommendations": recommendations_document(outcome.recommendations, services.facts),
        }
    )
    if outcome.problem is not None:
        terminal.problem(str(outcome.problem))
    return int(failed)


def _choice(services: Services, level: str | None) -> PrivacyChoice | None:
    """Return the privacy choice for this run; None for the stored one.

    A category with a stricter level keeps it: the option must not open what the user closed.
    """
    if level is None:
        return None
    overall = ReleaseLevel(level)
    allowed = list(ReleaseLevel).index(overall)
    own = services.privacy.choice().per_category
    return PrivacyChoice(
        overall, {name: lv for name, lv in own.items() if list(ReleaseLevel).index(lv) < allowed}
    )


def _fetch_new_catalog(
    services: Services, options: Namespace, choice: PrivacyChoice | None, job: Job
) -> None:
    """Fetch the catalog of a provider that is used by its address for the first time.

    A provider that was added has its catalog already. It is fetched again by `epicrec providers
    refresh` or `test`, or by the timer of the window, never because of a release. At No Release
    nothing is fetched.
    """
    known = {info.name for info in services.providers.all()}
    connection = services.providers.connect(options.provider)
    if connection.name in known:
        return
    if (choice or services.privacy.choice()).summary(CATEGORIES) is not ReleaseLevel.NO:
        services.providers.fetch_first(options.provider, job=job)


def _try_to_fetch_new_catalog(
    services: Services, options: Namespace, choice: PrivacyChoice | None, job: Job
) -> None:
    """As `_fetch_new_catalog`; an unreachable provider is reported later, by the command itself."""
    services.providers.connect(options.provider)
    with suppress(ProviderError):
        _fetch_new_catalog(services, options, choice, job)


def _scan(services: Services, named: Sequence[BrowserProfile], job: Job) -> ScanResult:
    """Scan the named profiles, else those with consent.

    Naming a profile is consent, and confirms the movies that were certainly watched in it.
    """
    if not named and not any(known.consent for known in services.profiles.discover()):
        raise EpicRecError(
            "You have not let EpicRec read a browser profile yet, so nothing was read. Name one "
            "with --profile (`epicrec browsers` lists them), or try --sample."
        )
    return services.scan.scan(named or None, confirm_sure=bool(named), job=job)


def _print_scan(services: Services, result: ScanResult, terminal: Terminal) -> None:
    for label, sentence in result.failures:
        terminal.problem(f"{label}: {sentence}")
    if result.stale_snapshots:
        terminal.problem(LEFT_BEHIND)
    entries = services.library.entries()
    confirmed = [e for e in entries if e.status is LibraryStatus.CONFIRMED]
    suggested = [e for e in entries if e.status is LibraryStatus.SUGGESTED]
    looked_at = sum(e.looked_at for e in suggested)
    terminal.heading(f"Movies found in {result.visits} visits")
    terminal.table(
        (
            entry.movie.label,
            ", ".join(map(category_label, entry.movie.categories[:3])),
            EVIDENCE[entry.evidence],
        )
        for entry in confirmed[:_SHOWN_MOVIES]
    )
    if len(confirmed) > _SHOWN_MOVIES:
        terminal.say(f"  … and {len(confirmed) - _SHOWN_MOVIES} more")
    terminal.say(
        f"{len(confirmed):,} confirmed, {with_noun(len(suggested), 'suggestion')} to confirm "
        f"(`epicrec library`){f', {looked_at:,} of them only looked at' if looked_at else ''}."
    )


def _print_budget(budget: Budget | None, made: Release | None, terminal: Terminal) -> None:
    if budget is None:
        return
    budget = released_budget(budget, made)
    terminal.heading("Privacy budget")
    terminal.say(
        f"{budget_sentence(budget.epsilon)} Mechanism: {mechanism_name(budget.mechanism)}."
    )
    terminal.say(budget.observer)


def _print_proposal(proposal: Proposal, shown: Preview | None, terminal: Terminal) -> None:
    if proposal.level is ReleaseLevel.NO:
        return
    terminal.heading("What will be sent")
    address = proposal.address or "it stays on this computer"
    again = ", the same bytes as before" if proposal.repeats else ""
    terminal.say(f"To {proposal.provider} ({address}): {proposal.level.release_word}{again}.")
    if shown is not None and not shown.level_chosen and proposal.choice == proposal.stored:
        terminal.say(
            "You have not chosen a level yet; this is the usual one. To choose: "
            "`epicrec privacy set overall no`, perturbed or all."
        )
    if proposal.open_items and shown is None:
        terminal.say(f"{len(proposal.open_items)} movies may go as they are.")
    terminal.say_each((*_learns(shown), *_warnings(proposal)))


def _warnings(proposal: Proposal) -> list[str]:
    return [] if proposal.repeats else [str(WARNINGS[one]) for one in proposal.warnings]


def _print_made(
    made: Release | None, *, repeated: bool, terminal: Terminal, failed: bool = False
) -> None:
    terminal.heading("What was sent")
    if made is None:
        terminal.say("Nothing." if failed else "Nothing, as the level says.")
        return
    again = "the bytes stored before, again" if repeated else "a new release"
    stayed = ", which stayed here" if made.provider == THIS_COMPUTER else ""
    terminal.say(
        f"To {made.provider}: {made.level.release_word}, {len(made.items)} movies, "
        f"{len(made.payload):,} bytes, {again}{stayed}."
    )
    terminal.say(f"sha256 {made.sha256} (`epicrec ledger` shows every byte)")


def _print_recommendations(
    recommendations: Recommendations, facts: MovieFactsService, terminal: Terminal
) -> None:
    terminal.heading("Recommendations")
    for note in recommendations.notes:
        terminal.say(f"! {note}")
    for row in recommendations.rows[:_ROWS_SHOWN]:
        provider = recommendations.provider
        names = {OVERALL: "For you", PROVIDER: f"From {provider}", NEW: "New"}
        names[LEARNED] = f"What {provider} would say"
        name = names.get(row.name, category_label(row.name))
        origins = {
            "here": "ranked here",
            LEARNED: "learned here from its answers to made-up people",
        }
        terminal.say(f"{name} ({origins.get(row.ranked, f'ranked by {provider}')})")
        for sentence in () if row.learned is None else learned_sentences(row.learned, provider):
            terminal.say(f"  {sentence}")
        for suggestion in row.suggestions[:_TITLES_PER_ROW]:
            year = f" ({suggestion.year})" if suggestion.year else ""
            length = movie_length(facts.minutes(suggestion.wire_id))
            length = f", {length}" if length else ""
            because = suggestion.local_because or suggestion.because
            because = f"  because you watched {because}" if because else ""
            terminal.say(f"  {suggestion.shown_title}{year}{length}{because}")
    if not recommendations.rows:
        terminal.say("None yet: confirm some movies first.")
