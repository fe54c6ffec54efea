"""Windows keep noisy rungs and no true counts; trust is a rung of a ladder.

A copy that was issued becomes a rung of its window, at the fraction of the budget it was issued at,
whether that is on the ladder or not, and its receiver keeps it. A window of which nobody has a copy
was never drawn: it is dropped, and drawn when it is due. The true counts go.
"""

from __future__ import annotations

import json
from fractions import Fraction

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_LADDER = (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("providers") as batch_op:
        batch_op.add_column(sa.Column("trust_before", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("trust_from", sa.String(), nullable=True))
    with op.batch_alter_table("library") as batch_op:
        batch_op.add_column(sa.Column("also_in", sa.JSON(), server_default="[]", nullable=False))
    connection = op.get_bind()
    _round_trust_down(connection)
    documents = _documents(connection)
    op.drop_table("window_copies")
    op.drop_table("release_windows")
    windows = op.create_table(
        "release_windows",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("drawn", sa.String(length=32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_release_windows")),
    )
    if documents:
        op.bulk_insert(windows, documents)
    # Budgets were found in providers' catalogs; those of our own are found anew.
    connection.execute(sa.text("DELETE FROM budgets"))
    connection.execute(
        sa.text("INSERT INTO state (key, value) SELECT 'draws', :count WHERE :count > 0"),
        {"count": len(documents)},
    )


def _round_trust_down(connection: sa.Connection) -> None:
    """Each trust to the rung at or below it, but none below the lowest rung."""
    for name, trust in connection.execute(sa.text("SELECT name, trust FROM providers")).all():
        rung = next((r for r in _LADDER if r <= Fraction(trust)), _LADDER[-1])
        connection.execute(
            sa.text("UPDATE providers SET trust = :trust WHERE name = :name"),
            {"trust": str(rung), "name": name},
        )


def _documents(connection: sa.Connection) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    windows = connection.execute(
        sa.text("SELECT name, drawn, levels, mechanism, epsilon FROM release_windows ORDER BY name")
    ).all()
    for name, drawn, levels, mechanism, epsilon in windows:
        query = json.loads(mechanism)
        rungs: dict[str, list[int]] = {}
        issued: dict[str, str] = {}
        copies = connection.execute(
            sa.text("SELECT receiver, epsilon, noisy FROM window_copies WHERE window = :window"),
            {"window": name},
        ).all()
        for receiver, budget, noisy in copies:
            rung = str(Fraction(budget) / Fraction(epsilon))
            counts = json.loads(noisy)
            rungs[rung] = [counts[category] for category in query["categories"]]
            issued[receiver] = rung
        if rungs:
            document = {
                "mechanism": query,
                "levels": json.loads(levels),
                "rungs": rungs,
                "issued": issued,
            }
            found.append({"name": name, "drawn": drawn, "document": document})
    return found
