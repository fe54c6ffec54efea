"""Named lists of movies. They stay on this computer: no release and no question reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import LONGEST_NOTE
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.movie_lists import LONGEST_NAME, MovieList, MovieListRepository


class MovieListService:
    """Reads and changes the lists."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def all(self) -> list[MovieList]:
        """Return the lists by name."""
        with self._context.database.read() as session:
            return MovieListRepository(session).all()

    def find(self, name: str) -> MovieList | None:
        """Return the list of this name."""
        wanted = MovieList(name).key
        return next((one for one in self.all() if one.key == wanted), None)

    def movies(self, one: MovieList) -> list[tuple[int, Movie]]:
        """Return the movies of a list in its order."""
        with self._context.database.read() as session:
            movies = CatalogRepository(session).movies(one.movies)
        return [(key, movies[key]) for key in one.movies if key in movies]

    def add(self, one: MovieList) -> MovieList:
        """Store a new list, or one that was deleted; return it as it is stored.

        Raises `EpicRecError` where the name is empty, too long or taken.
        """
        with self._context.database.write() as session:
            repository = MovieListRepository(session)
            if any(other.id == one.id for other in repository.all()):
                one = replace(one, id=0)  # SQLite gave the id of the deleted one to another
            return repository.put(_checked_list(session, one))

    def read(self, file: Path, job: Job = UNATTENDED) -> tuple[MovieList, int]:
        """Return an exported list under its name or the file's, and how many of its rows name no
        movie for certain.

        Nothing is stored. Raises `EpicRecError`.
        """
        from epicrec_desktop.services.import_preview import ImportedList, list_name  # noqa: PLC0415
        from epicrec_desktop.services.import_reader import read_list  # noqa: PLC0415
        from epicrec_desktop.services.import_service import movie_lists  # noqa: PLC0415

        preview = read_list(self._context, file, job)
        every = ImportedList(list_name(file), "", preview.entries)
        with self._context.database.read() as session:
            return next(movie_lists(session, preview.lists[:1] or (every,)))

    def change(
        self, list_id: int, changed: Callable[[MovieList], MovieList]
    ) -> tuple[MovieList, MovieList]:
        """Change a list as it is stored by now; return it before and after.

        Raises `EpicRecError` where it is gone, or as `add`.
        """
        with self._context.database.write() as session:
            repository = MovieListRepository(session)
            before = next((one for one in repository.all() if one.id == list_id), None)
            if before is None:
                raise EpicRecError("This list was deleted. Nothing was changed.")
            after = repository.put(_checked_list(session, replace(changed(before), id=list_id)))
        return before, after

    def delete(self, list_id: int) -> None:
        """Delete a list; `undo` takes that back."""
        with self._context.database.write() as session:
            MovieListRepository(session).remove(list_id)
        self._context.database.scrub()

    def undo(self, before: MovieList | None, after: MovieList | None) -> None:
        """Take back what made one of the other; None is a list that is not there."""
        if before is not None and after is not None:
            self.change(after.id, lambda _: before)
        elif before is not None:
            self.add(before)
        elif after is not None:
            self.delete(after.id)


def one_line(name: str) -> str:
    """Return a name without line breaks and needless spaces."""
    return " ".join(name.split())


def _checked_list(session: Connection, one: MovieList) -> MovieList:
    """Return a list with its name and note as they are stored. Raises `EpicRecError`."""
    name = one_line(one.name)
    if not name:
        raise EpicRecError("A list needs a name. Nothing was changed.")
    if len(name) > LONGEST_NAME:
        raise EpicRecError(
            "A name of a list has at most {most} characters. Nothing was changed.",
            most=LONGEST_NAME,
        )
    others = (other for other in MovieListRepository(session).all() if other.id != one.id)
    if one.key in {other.key for other in others}:
        raise EpicRecError("You have a list of this name already. Nothing was changed.")
    return replace(one, name=name, note=one.note.strip()[:LONGEST_NOTE])
