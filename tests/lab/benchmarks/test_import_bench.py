"""`bench import`: people are written as a source that is read, and a real import is timed."""

import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.benchmarks import import_bench


def test_what_is_written_is_read_as_a_catalog_with_ratings(tmp_path):
    folder = tmp_path / "people"
    written = import_bench.write_folder(folder, 60, 300, 40.0)
    imported = read_source(folder)
    assert len(imported.ratings) == written
    assert imported.ratings.user_count == 60
    assert len(imported.catalog.movies) == 300
    assert imported.ratings.mean_profile_size == pytest.approx(40, rel=0.3)


def test_import_and_training_are_timed_with_their_progress(tmp_path):
    folder = tmp_path / "people"
    import_bench.write_folder(folder, 80, 300, 40.0)
    found = import_bench.measure(tmp_path / "base", folder)
    assert found["movies"] > 300  # the starter catalog's are there too
    assert found["model"] in {"linear", "als"}
    assert 0 < found["longest_silence_s"] < found["seconds"]
    assert found["reports"] > 10
    assert [step["from_s"] for step in found["steps"]] == sorted(
        step["from_s"] for step in found["steps"]
    )


def test_drawing_can_be_cancelled():
    with pytest.raises(Cancelled):
        import_bench.run(50, 300, job=Job(cancelled=lambda: True))
