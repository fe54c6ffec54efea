"""Language of the window: translators, locale and layout direction.

Qt mirrors layouts, alignments and lists for right-to-left languages; rectangles painted by hand are
mirrored with `mirrored`.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QLibraryInfo, QLocale, QRect, QRectF, QTranslator
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from epicrec_desktop import resources

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""What there is, each by its own name."""
_NAME = "epicrec.translator"


def resolve_language(setting: str) -> str:
    """The language of a setting: "system" is the first of the system's that there is."""
    if setting in LANGUAGES:
        return setting
    wanted = (tag.partition("-")[0] for tag in QLocale.system().uiLanguages())
    return next((language for language in wanted if language in LANGUAGES), "en")


def install_translators(application: QApplication, setting: str) -> bool:
    """Show this language from now on; False where its file is missing, then it is English.

    English has a file too: its plurals. Dates and numbers follow: English as the system has it
    (a Briton's days come first), others as is usual for the language. The window is laid out from
    right to left where the language is written so.
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
    """Whether reading begins at the right."""
    return QGuiApplication.isRightToLeft()


def mirrored(place: Rect, inside: QRect | QRectF) -> Rect:
    """`place`; from right to left as far from the other side of `inside`."""
    if not right_to_left():
        return place
    turned = type(place)(place)
    room = QRectF(inside)
    left = room.left() + room.right() - QRectF(place).right()
    turned.moveLeft(round(left) if isinstance(place, QRect) else left)
    return turned
