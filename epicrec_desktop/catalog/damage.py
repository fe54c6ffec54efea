"""Damaged lines of a source: a few are skipped and counted, many mean that the file is not good."""

from __future__ import annotations

from dataclasses import dataclass

from epicrec_desktop.catalog.files import catalog_error

MAX_SHARE = 0.01
"""Lines of a file that may be damaged, as a share."""
ALWAYS_ALLOWED = 3


@dataclass
class MalformedRows:
    """Counts the lines of one file; `first` is the number of the first damaged one, from 1."""

    file: str
    lines: int = 0
    damaged: int = 0
    first: int = 0

    def skip(self, line: int) -> None:
        """A damaged line at this number."""
        self.damaged += 1
        if self.first == 0:
            self.first = line

    def check(self) -> None:
        """Raise `CatalogError` when there are too many, or nothing else."""
        good = self.lines - self.damaged
        if self.damaged > max(ALWAYS_ALLOWED, self.lines * MAX_SHARE) or self.damaged > good:
            raise catalog_error(
                "{damaged:,} of {lines:,} lines of {file} are damaged or belong to "
                "another catalog, the first is line {first:,}.",
                "Download the catalog again, then import it once more.",
                damaged=self.damaged,
                lines=self.lines,
                file=self.file,
                first=self.first,
            )

    def notes(self) -> tuple[str, ...]:
        """A sentence for the person, if anything was skipped."""
        if self.damaged == 0:
            return ()
        if self.damaged == 1:
            return (f"One damaged line of {self.file} was skipped: line {self.first:,}.",)
        count = f"{self.damaged:,} damaged lines of {self.file} were skipped"
        return (f"{count}, the first is line {self.first:,}.",)
