"""Copies of a window for several providers, each at a budget of its own.

Until now a window had one noisy vector, which whoever was asked received. It becomes the copy of
every receiver that had a release made from it; where there was none yet, a copy of nobody, so that
copies made later are nested with it all the same.
"""

from __future__ import annotations

import json
from urllib.parse import urlsplit, urlunsplit

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("providers") as batch_op:
        batch_op.add_column(sa.Column("trust", sa.String(), server_default="1", nullable=False))
    with op.batch_alter_table("releases") as batch_op:
        batch_op.add_column(sa.Column("receiver", sa.String(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("joint", sa.String(), nullable=True))
    op.create_table(
        "window_copies",
        sa.Column("window", sa.String(), nullable=False),
        sa.Column("receiver", sa.String(), nullable=False),
        sa.Column("epsilon", sa.String(), nullable=False),
        sa.Column("noisy", sa.JSON(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["window"],
            ["release_windows.name"],
            name=op.f("fk_window_copies_window"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("window", "receiver", name=op.f("pk_window_copies")),
    )
    connection = op.get_bind()
    for name, address in connection.execute(sa.text("SELECT name, address FROM providers")).all():
        connection.execute(
            sa.text("UPDATE providers SET address = :address WHERE name = :name"),
            {"name": name, "address": _usual_form(address)},
        )
    # A provider that was removed keeps its name for a receiver: where it was is not known any more.
    connection.execute(
        sa.text(
            "UPDATE releases SET receiver = coalesce("
            "(SELECT address FROM providers WHERE providers.name = releases.provider), provider), "
            "joint = epsilon"
        )
    )
    _copy_draws(connection)
    with op.batch_alter_table("release_windows") as batch_op:
        batch_op.drop_column("noise")
    with op.batch_alter_table("releases") as batch_op:
        batch_op.alter_column("receiver", server_default=None)


def _usual_form(address: str) -> str:
    """An address without what makes no difference, as receivers are told apart by it."""
    parts = urlsplit(address.strip())
    network = parts.netloc.lower().removesuffix(
        {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    )
    return urlunsplit((parts.scheme, network, parts.path.rstrip("/"), "", ""))


def _copy_draws(connection: sa.Connection) -> None:
    draws = connection.execute(
        sa.text("SELECT name, drawn, epsilon, aggregates, noise FROM release_windows")
    ).all()
    for name, drawn, epsilon, aggregates, noise in draws:
        counts, extra = json.loads(aggregates), json.loads(noise)
        noisy = {category: count + extra[category] for category, count in counts.items()}
        receivers = connection.scalars(
            sa.text(
                "SELECT DISTINCT receiver FROM releases "
                "WHERE epsilon IS NOT NULL AND created >= :drawn"
            ),
            {"drawn": drawn},
        ).all()
        for receiver in receivers or [""]:
            connection.execute(
                sa.text(
                    "INSERT INTO window_copies (window, receiver, epsilon, noisy, created) "
                    "VALUES (:window, :receiver, :epsilon, :noisy, :created)"
                ),
                {
                    "window": name,
                    "receiver": receiver,
                    "epsilon": epsilon,
                    "noisy": json.dumps(noisy),
                    "created": drawn,
                },
            )
