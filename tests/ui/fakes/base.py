"""The film club, a provider elsewhere."""

CLUB = "Film club"
ADDRESS = "https://films.example"
