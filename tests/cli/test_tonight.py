"""`epicrec tonight`."""


def test_a_film_for_two_in_the_terminal(fresh, tmp_path):
    fresh("library", "add", "Alien (1979)", "Arrival (2016)", "The Matrix (1999)")
    table = tmp_path / "friend.csv"
    table.write_text("Title,Year\nArrival,2016\nThe Piano,1993\n", encoding="utf-8")
    found = fresh.json("tonight", "--with", str(table), "--minutes", "120")
    assert found["with"] == "friend"
    assert found["films"]
    assert all(film["minutes"] <= 120 for film in found["films"])
    assert "The Piano" not in {film["title"] for film in found["films"]}
    assert "you both watched Arrival (2016)" in fresh("tonight", "--with", str(table)).stdout
    fresh("people", "add", "Anna")
    for words, problem in (
        (("anna",), "Anna has no movies"),
        (("Nobody",), "neither a file nor"),
        (("anna", "--minutes", "0"), "at least 1 minute"),
    ):
        assert problem in fresh("tonight", "--with", *words, code=1).stderr


def test_an_account_of_several_asks_whose_list(fresh, tmp_path):
    fresh("library", "add", "Alien (1979)", "Arrival (2016)")
    table = tmp_path / "ViewingActivity.csv"
    table.write_text(
        "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,"
        "Bookmark,Latest Bookmark,Country\n"
        "Mia,2025-01-01 20:00:00,01:56:00,,Interstellar,,TV,01:56:00,01:56:00,US\n"
        "Tom,2025-01-02 20:00:00,01:56:00,,The Grand Budapest Hotel,,TV,01:56:00,01:56:00,US\n",
        encoding="utf-8",
    )
    assert "There are: Mia, Tom" in fresh.problem("tonight", "--with", str(table))
