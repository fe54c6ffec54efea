"""Movies are classified in groups, and each as it would be by itself."""

import random
from collections import Counter

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.services.release_inputs import is_disclosed, read_inputs
from epicrec_desktop.store.library import LibraryRepository

NO, BLURRED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MIXED = PrivacyChoice(BLURRED, {"Horror": NO, "Comedy": ALL, "Drama": ALL})


def movie_is_closed(movie, choice) -> bool:
    """Return whether no number that counts such a movie is disclosed."""
    return all(choice.level(name) is not BLURRED for name in movie.categories)


def confirm(world, movies) -> None:
    for place, movie in enumerate(movies):
        (key,) = world.add(movie.public_label)
        if place % 3:
            world.services.library.set_weight(key, (0.0, 0.5)[place % 2])


def test_each_movie_has_the_class_it_would_have_by_itself(world):
    stored = world.services.context.catalog()
    movies = random.Random(1).sample(stored.catalog.movies, 40)
    confirm(world, movies[:20])
    world.release()
    confirm(world, movies[20:])
    choices = PrivacyChoice(), PrivacyChoice(ALL), MIXED
    for choice in choices:
        classes: Counter[ItemClass] = Counter()
        opened, members, numbers = set(), {}, Counter()
        with world.services.context.database.trial() as session:
            inputs = read_inputs(session, stored, choice, None, world.clock())
            library = LibraryRepository(session)
            uncounted = library.uncounted()
            for key, (periods, weight) in library.confirmed_parts().items():
                movie = stored.catalog.movies[stored.position[key]]
                kind = choice.classify_movie(movie, weight, in_catalog=True)
                counted = [inputs.sampled[name] for name in periods if name in inputs.sampled]
                inside = any(is_disclosed(one, choice) for one in counted) and key not in uncounted
                if kind is ItemClass.PERTURBED and periods[0] in inputs.sampled and not inside:
                    kind = ItemClass.WITHHELD
                elif kind is ItemClass.WITHHELD and inside and not movie_is_closed(movie, choice):
                    numbers["before" if weight else "silenced"] += 1
                classes[kind] += 1
                if kind is ItemClass.OPEN:
                    opened.add(movie.wire_id)
                elif kind is ItemClass.PERTURBED:
                    members.setdefault(periods[0], {})[stored.position[key]] = weight
        assert Counter(inputs.classes) == classes
        assert set(inputs.open_items) == opened
        assert inputs.members == members
        assert [list(some) for some in inputs.members.values()] == [
            sorted(some) for some in inputs.members.values()
        ]
        assert (inputs.counted_before, inputs.silenced) == (
            numbers["before"],
            numbers["silenced"],
        )
        assert len(inputs.open_keys) == len(members.get(OPEN_PERIOD, {}))
    assert sum(classes.values()) == 40
    assert min(classes.values()) > 0
