"""What perturbed copies are still good for: two classifiers at many noise levels.

Li, Chen, Li, Zhang 2012, figure 4: copies of the same level have the same utility, whether their
noise is independent or nested, as each copy alone has the same distribution. scikit-learn is an
extra (`research`), imported where it is used. Besides Iris any labeled table given as CSV serves;
the paper's second one, the original Wisconsin data, is not shipped.
"""

from __future__ import annotations

import csv
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.privacy.research.corner_wave import (
    corner_wave,
    independent,
    kronecker_noise,
)

Labels = NDArray[np.str_]
Indices = NDArray[np.int64]

LEVELS = 20
MAGNITUDES = (0.05, 1.0)
FOLDS = 10
TREE, SVM = "decision tree", "RBF-SVM"


def has_classifiers() -> bool:
    """Whether scikit-learn is installed."""
    return find_spec("sklearn") is not None


def require_classifiers() -> None:
    """Raise `EpicRecError` if scikit-learn is missing; asked before a long run."""
    if not has_classifiers():
        raise EpicRecError(
            "Figure 4 needs scikit-learn, which is not installed, so nothing was computed. Install "
            "it with “pip install epicrec-desktop[research]”, or leave --labeled away."
        )


def iris() -> tuple[Floats, Labels]:
    """150 flowers, four measures, three kinds."""
    require_classifiers()
    found = import_module("sklearn.datasets").load_iris()
    return np.asarray(found.data, dtype=np.float64), np.asarray(found.target).astype(np.str_)


def read_labeled(path: Path) -> tuple[Floats, Labels]:
    """A table of numbers (T, N) whose last column is the label (T,).

    A first line of names is left out, and so are lines where a number is missing. Raises
    `EpicRecError` for a file that holds no such table, with at least ten rows of two labels.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = [[cell.strip() for cell in line] for line in csv.reader(file) if any(line)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise EpicRecError(
            "The table {path} cannot be read ({kind}), so nothing was computed. "
            "Give a CSV file of numbers, with the label in its last column.",
            path=path,
            kind=type(error).__name__,
        ) from None
    width = max((len(line) for line in lines), default=0)
    complete = [numbers for line in lines if (numbers := _numbers(line[:-1])) is not None]
    labels = [line[-1] for line in lines if _numbers(line[:-1]) is not None]
    same_width = all(len(line) == width for line in lines)
    smallest = min((labels.count(label) for label in set(labels)), default=0)
    if width < 2 or not same_width or len(set(labels)) < 2 or smallest < 2 or len(labels) < FOLDS:
        raise EpicRecError(
            "The table {path} is not a table of numbers with a label in the last column, so "
            "nothing was computed. It needs at least {rows} complete rows, the same number of "
            "columns in each, and two labels that occur at least twice.",
            path=path,
            rows=FOLDS,
        )
    return np.array(complete, dtype=np.float64), np.array(labels, dtype=np.str_)


def _numbers(cells: list[str]) -> list[float] | None:
    """The cells as numbers; None where one is not (the names of columns, a missing value)."""
    try:
        found = [float(cell) for cell in cells]
    except ValueError:
        return None
    return found if np.isfinite(found).all() else None


def accuracies(
    data: Floats,
    labels: Labels,
    generator: np.random.Generator,
    *,
    levels: int = LEVELS,
    repeats: int = 3,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> dict[str, Any]:
    """Figure 4: rows {classifier, scheme, variance, accuracy}, and `original` without noise.

    Accuracy is the mean of a stratified cross-validation with ten folds (fewer where a label is
    rarer), over `repeats` draws of all copies. `differences` has, for each classifier, the mean of
    nested minus independent over levels and draws, with the half width of its 95 % interval.
    """
    variances = np.linspace(*MAGNITUDES, levels)
    covariance = np.atleast_2d(np.cov(data, rowvar=False))
    sigmas = {"independent": independent(variances), "nested": corner_wave(variances)}
    codes = np.unique(labels, return_inverse=True)[1]  # numbers train faster than names
    folds = _folds(data, codes)
    found: dict[tuple[str, str], list[list[float]]] = {
        (name, scheme): [] for name in (TREE, SVM) for scheme in sigmas
    }
    for draw in range(repeats):
        for scheme, sigma in sigmas.items():
            report(Progress("Training classifiers", 2 * draw + (scheme == "nested"), 2 * repeats))
            copies = data + kronecker_noise(sigma, covariance, len(data), generator)
            scores = []
            for copy in copies:
                check(cancelled)
                scores.append(_cross_validate(copy, codes, folds))
            for name in (TREE, SVM):
                found[name, scheme].append([score[name] for score in scores])
    original = _cross_validate(data, codes, folds)
    return {
        "rows": [
            {"classifier": name, "scheme": scheme, "variance": variance, "accuracy": accuracy}
            for (name, scheme), draws in found.items()
            for variance, accuracy in zip(
                variances.tolist(), np.mean(draws, axis=0).tolist(), strict=True
            )
        ],
        "original": original,
        "tuples": len(data),
        "attributes": data.shape[1],
        "differences": {
            name: _difference(found[name, "nested"], found[name, "independent"])
            for name in (TREE, SVM)
        },
    }


def _difference(nested: list[list[float]], fresh: list[list[float]]) -> dict[str, float | None]:
    """Mean and half width over draws of all copies; the levels of one draw hang together."""
    each = (np.array(nested) - np.array(fresh)).mean(axis=1)
    if len(each) < 2:
        return {"mean": float(each.mean()), "ci": None}
    quantile = float(import_module("scipy.special").stdtrit(len(each) - 1, 0.975))
    return {
        "mean": float(each.mean()),
        "ci": quantile * float(each.std(ddof=1)) / len(each) ** 0.5,
    }


def _folds(data: Floats, labels: Indices) -> list[tuple[Indices, Indices]]:
    """Training and test rows of each fold; always the same."""
    rarest = int(np.unique(labels, return_counts=True)[1].min())
    selection: Any = import_module("sklearn.model_selection")
    splitter = selection.StratifiedKFold(min(FOLDS, rarest), shuffle=True, random_state=0)
    return list(splitter.split(data, labels))


def _cross_validate(
    data: Floats, labels: Indices, folds: list[tuple[Indices, Indices]]
) -> dict[str, float]:
    """Mean accuracy of both classifiers over the folds."""
    tree = import_module("sklearn.tree").DecisionTreeClassifier
    svm = import_module("sklearn.svm").SVC
    scores: dict[str, list[float]] = {TREE: [], SVM: []}
    for train, test in folds:
        center, spread = data[train].mean(axis=0), data[train].std(axis=0)
        scaled = (data - center) / np.where(spread > 0, spread, 1.0)
        for name, classifier in ((TREE, tree(random_state=0)), (SVM, svm(kernel="rbf"))):
            classifier.fit(scaled[train], labels[train])
            scores[name].append(float((classifier.predict(scaled[test]) == labels[test]).mean()))
    return {name: float(np.mean(found)) for name, found in scores.items()}
