"""`bench server`: it asks a real service, and says what that answered."""

import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from epicrec_desktop.lab.benchmarks import server_bench


@pytest.mark.slow
def test_every_crowd_is_answered_and_the_service_recovers():
    result = server_bench.run(500, clients=(1, 4), overload=40, seconds=1.0)
    assert [row["clients"] for row in result["rows"]] == [1, 4, 40]
    for row in result["rows"]:
        assert set(row["statuses"]) <= {200, 503}
        assert row["statuses"][200] > 0
        assert 0 < row["p50_ms"] <= row["p99_ms"]
        assert row["service_ms"] > 0
    assert result["rows"][0]["statuses"] == {200: sum(result["rows"][0]["statuses"].values())}
    assert result["recovered_s"] >= 0
