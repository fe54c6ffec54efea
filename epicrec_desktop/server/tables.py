"""What the service stores of contributions: sums, and what withdrawing one needs."""

from __future__ import annotations

from sqlalchemy import Integer, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The service's own tables; they share nothing with the app's database."""


class Receipt(Base):
    """That a contribution was counted: hashes of its random id, and of id and contribution.

    Who has both can withdraw it. Neither says anything of a person, and there is no time.
    """

    __tablename__ = "receipts"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    report: Mapped[str] = mapped_column(String(64))


class Pending(Base):
    """A contribution (`sign` 1), or a withdrawal (−1), that is not in the sums yet: for seconds."""

    __tablename__ = "pending"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    movies: Mapped[str] = mapped_column(String(16))
    epsilon: Mapped[str] = mapped_column(String(16))
    sign: Mapped[int] = mapped_column(Integer)
    bits: Mapped[bytes] = mapped_column(LargeBinary)


class ContributionSums(Base):
    """All contributions to a list at a budget, added up: all that is trained on.

    `counts` are k and `pairs` k·(k+1)/2 little-endian int64: the upper triangle, row by row.
    """

    __tablename__ = "sums"

    movies: Mapped[str] = mapped_column(String(16), primary_key=True)
    epsilon: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    counts: Mapped[bytes] = mapped_column(LargeBinary)
    pairs: Mapped[bytes] = mapped_column(LargeBinary)
