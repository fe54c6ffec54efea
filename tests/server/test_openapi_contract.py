"""The OpenAPI document is the service: cases made of it get only answers that it has.

A few hundred cases, on both databases; more with EPICREC_TEST_CASES (each is one request).
"""

import os
import uuid

import pytest

pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from hypothesis import HealthCheck, Phase, given, settings

from service_world import contribution_by, serving
from waiting import LIMIT_S

CASES = int(os.environ.get("EPICREC_TEST_CASES", "400"))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_no_case_is_answered_but_as_documented(address):
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as openapi

    checks = [
        not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]
    asked = 0
    with serving(address) as client:
        assert client.contribute(uuid.uuid4(), contribution_by(1)).status_code == 201
        schema = schemathesis.openapi.from_url(f"{client.address}/openapi.json")
        operations = [result.ok() for result in schema.get_all_operations()]
        # What takes nothing is always the same request.
        with_input = [o for o in operations if len(o.body) or len(o.path_parameters)]
        assert with_input
        for operation in operations:

            @settings(
                max_examples=max(1, CASES // len(with_input)),
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
                deadline=None,
                database=None,
                derandomize=True,
            )
            @given(operation.as_strategy())
            def ask(case):
                nonlocal asked
                asked += 1
                response = case.call(session=client.session, timeout=LIMIT_S)
                case.validate_response(response, checks=checks)

            ask()
        assert client.contribute(uuid.uuid4(), contribution_by(2)).status_code == 201  # it goes on
    assert asked >= CASES
