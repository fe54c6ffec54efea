"""The black-box privacy audit: real releases, recorded where they arrive, against their claim."""
