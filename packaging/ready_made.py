"""Makes what every build has and a repository has not: `python packaging/ready_made.py`."""

from __future__ import annotations

import joined_facts
import starter_library


def main() -> None:
    """Make both files of `resources/catalog/`."""
    joined_facts.main()
    starter_library.main()


if __name__ == "__main__":
    main()
