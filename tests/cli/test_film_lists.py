"""Lists of films in the terminal: made, ordered, named, written and deleted."""


def titles(document: dict[str, list[dict[str, str]]]) -> list[str]:
    return [film["title"] for film in document["films"]]


def test_a_list_from_its_first_film_to_its_end(fresh, tmp_path):
    assert fresh.json("lists") == []
    assert "No list yet" in fresh("lists").stdout
    fresh.json("lists", "add", "Winter", "Fargo", "metropolis 1927")
    added = fresh.json("lists", "add", " winter", "amelie", "Fargo")
    assert (added["name"], titles(added)) == ("Winter", ["Fargo", "Metropolis", "Amélie"])
    assert "1.  Fargo (1996)" in fresh("lists", "show", "Winter").stdout
    moved = fresh.json("lists", "move", "Winter", "amelie", "1")
    assert titles(moved) == ["Amélie", "Fargo", "Metropolis"]
    assert titles(fresh.json("lists", "remove", "Winter", "Fargo 1996")) == ["Amélie", "Metropolis"]
    assert "no single film of the list" in fresh.problem("lists", "remove", "Winter", "Fargo")
    edited = fresh.json("lists", "edit", "Winter", "--name", "Snow", "--note", "By the fire.")
    assert (edited["name"], edited["note"]) == ("Snow", "By the fire.")
    assert titles(edited) == ["Amélie", "Metropolis"]
    fresh.json("lists", "add", "Empty")
    assert "this name already" in fresh.problem("lists", "edit", "Empty", "--name", "SNOW")
    file = tmp_path / "snow.csv"
    assert fresh.json("lists", "export", "Snow", str(file))["films"] == 2
    assert file.read_text(encoding="utf-8").splitlines()[1].startswith("Amélie,2001,tt")
    assert "something at" in fresh.problem("lists", "export", "Snow", str(file))
    assert [one["name"] for one in fresh.json("lists", "delete", "snow")] == ["Empty"]
    assert "no list “Snow”" in fresh.problem("lists", "show", "Snow")
    assert fresh.json("library") == [], "a list says of no film that it was watched"
