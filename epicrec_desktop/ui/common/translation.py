"""Language of the window: translators, locale and layout direction.

Qt mirrors layouts, alignments and lists for right-to-left languages; rectangles painted by hand are
mirrored with `mirrored`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QRect, QRectF, QTranslator
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from epicrec_desktop import resources
from epicrec_desktop.settings import language_of

_NAME = "epicrec.translator"


def resolve_language(setting: str) -> str:
    """Return the language of a setting; "system" is the first supported language of the system."""
    return language_of(setting, QLocale.system().uiLanguages())


def install_translators(application: QApplication, setting: str) -> bool:
    """Install a language; return False where its file is missing, and English is used.

    English has a file too, for its plurals. Dates and numbers follow: English uses the system's
    variant, other languages their default. Sets the layout direction of the language.
    """
    for old in application.findChildren(QTranslator, _NAME):
        application.removeTranslator(old)
        old.deleteLater()
    language = resolve_language(setting)
    application.setLayoutDirection(QLocale(language).textDirection())
    system = QLocale.system()
    own = system.name().partition("_")[0] == language
    QLocale.setDefault(system if own else QLocale(language))
    folders = (
        ("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        ("epicrec", str(resources.path("translations"))),
    )
    installed = False
    for name, folder in folders:
        translator = QTranslator(application)
        translator.setObjectName(_NAME)
        installed = translator.load(f"{name}_{language}", folder)
        if installed:
            application.installTranslator(translator)
        else:
            translator.deleteLater()
    return installed


Rect = TypeVar("Rect", QRect, QRectF)


def right_to_left() -> bool:
    """Return whether the layout direction is right to left."""
    return QGuiApplication.isRightToLeft()


def mirrored(place: Rect, inside: QRect | QRectF) -> Rect:
    """Return `place`, mirrored inside `inside` in right-to-left layouts."""
    if not right_to_left():
        return place
    turned = type(place)(place)
    room = QRectF(inside)
    left = room.left() + room.right() - QRectF(place).right()
    turned.moveLeft(round(left) if isinstance(place, QRect) else left)
    return turned


def translated_name(context: str, name: str) -> str:
    """Return a name of public data in the language of the window; others, such as those of a
    provider, unchanged. `packaging/translations.py` collects the names where they are defined.
    """
    return translator(context)(name) if name.isprintable() else name


def translator(context: str) -> Callable[[str], str]:
    """Return a function that translates the texts of one context.

    Assign it as `_tr = translator("Context")`: `packaging/translations.py` collects the texts that
    are passed to a function of this name.
    """
    return partial(QCoreApplication.translate, context)
