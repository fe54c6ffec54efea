"""Sections of the page and what they are made of: rows of declared settings, and buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.settings import Offered, offered
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import Button, LinkButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context, Host
from epicrec_desktop.ui.common.controls import INDENT, CheckBox, ExpanderButton, SegmentedControl
from epicrec_desktop.ui.common.labels import Note, PlainLabel
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, column, row, stack
from epicrec_desktop.ui.common.notices import Banner, ErrorBanner
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.text import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

ABOUT_WIDTH = 216


class SettingRow(QWidget):
    """Row of a setting as `Settings` declares it: a switch, or a choice below its label."""

    chosen = Signal(object)  # the value that the user chose

    def __init__(self, offered: Offered) -> None:
        super().__init__()
        self.offered = offered
        label = messages.localized(offered.label)
        self.note = Note(name=f"{offered.name}.note")
        self.control: CheckBox | SegmentedControl
        if offered.values:
            self._values = {str(value): value for value in offered.values}
            texts = [Message(text, {"count": value}) for value, text in offered.values.items()]
            options = list(zip(self._values, map(messages.localized, texts), strict=True))
            self.control = SegmentedControl(
                options, name=offered.name, label=label, small=offered.small
            )
            self.control.chosen.connect(lambda key: self.chosen.emit(self._values[key]))
            line = row(self.control, STRETCH)
            column(Note(label), line, self.note, parent=self, spacing=STEP)
        else:
            self.control = CheckBox(label, name=offered.name)
            self.control.clicked.connect(lambda on: self.chosen.emit(on))  # noqa: PLW0108 - Qt counts arguments
            self.note.setIndent(INDENT)
            column(self.control, self.note, parent=self, spacing=0)

    def show_value(self, value: Any, *, possible: bool = True, note: str = "") -> None:
        """Show the value in force, and what it means; of one that is not offered a near one."""
        if isinstance(self.control, SegmentedControl):
            self.control.set_value(str(self._nearest(value)))
        else:
            self.control.setChecked(value and possible)
        self.control.setEnabled(possible)
        words = note or (self.offered.note if possible else self.offered.otherwise)
        self.note.show_text(messages.localized(words))
        if words and not self.offered.values:
            set_accessible_description(self.control, self.note.text())

    def _nearest(self, value: Any) -> Any:
        """Return the offered value for one of a settings file that was edited by hand."""
        values = list(self._values.values())
        if value in values or isinstance(value, str):
            return value if value in values else values[0]
        return min(filter(None, values), key=lambda one: abs(one - value))


class Section(Host, Panel):
    """Section of the page, closed until it is asked for.

    Add widgets to `controls`; `error` shows errors and `news` results. Both open the section.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping
    KEY = "section"

    def __init__(self, context: Context, title: str, note: str, *, keywords: str = "") -> None:
        """Create the section. The search finds it by `keywords` too, which are not shown."""
        super().__init__(name=f"settings.{self.KEY}")
        self.context = context
        self._keywords = keywords
        self.expander = ExpanderButton(title, name=f"settings.{self.KEY}.open")
        set_accessible_name(self, title)
        self.error = ErrorBanner(name=f"settings.{self.KEY}.error")
        self.news = Banner("info", name=f"settings.{self.KEY}.news")
        about = QWidget()
        self._words = column(Note(note), STRETCH, parent=about, spacing=STEP)
        self._about = about
        self.controls = column(self.error, self.news, spacing=2 * STEP)
        self._content = QWidget()
        edges = (0, STEP, 0, 2 * STEP)
        self._row = row(
            about, (self.controls, 1), parent=self._content, margins=edges, spacing=7 * STEP
        )
        self.body.setSpacing(0)
        add_items(self.body, self.expander, self._content)
        self._content.hide()
        self.expander.toggled.connect(self._content.setVisible)
        self._narrow: bool | None = None
        self._visited = False
        self.set_narrow(False)

    @cached_property
    def settings(self) -> dict[str, SettingRow]:
        """The rows of the settings of this section, which places them."""
        self.context.setting_changed.connect(self._follow)
        rows = {name: SettingRow(one) for name, one in offered(self.KEY).items()}
        save = self.context.save_settings
        for name, line in rows.items():
            line.chosen.connect(lambda value, name=name: save(**{name: value}))
        return rows

    def activate(self) -> None:
        self._visited = True
        self.load()

    def load_again(self) -> None:
        """Load what changed elsewhere in the window; before the first visit nothing is loaded."""
        if self._visited:
            self.load()

    def _follow(self, name: str) -> None:
        if name in self.settings:  # pages save filters and orders, too
            self.show_settings()

    def show_settings(self) -> None:
        for name, line in self.settings.items():
            value = getattr(self.context.services.settings, name)
            line.show_value(value, possible=self.is_possible(name))

    def is_possible(self, setting: str) -> bool:
        """Return whether a setting can be changed: the one that it needs is on."""
        needed = self.settings[setting].offered.needs
        return not needed or self.is_on(needed)

    def is_on(self, setting: str) -> bool:
        return self.is_possible(setting) and getattr(self.context.services.settings, setting)

    def button(
        self,
        key: str,
        text: str,
        on_click: Callable[[], object] | SignalInstance,
        kind: type[Button] = SecondaryButton,
        **how: Any,
    ) -> Button:
        """Return a button of this section, named `settings.<section>.<key>`."""
        return kind(text, name=f"settings.{self.KEY}.{key}", on_click=on_click, **how)

    @cached_property
    def progress(self) -> ProgressStrip:  # type: ignore[override]
        """The progress of `run`, which a section that runs something long places."""
        return ProgressStrip(name=f"settings.{self.KEY}.progress")

    def set_narrow(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        stack(self._row, narrow)
        self._row.setSpacing(3 * STEP if narrow else 7 * STEP)
        self._about.setMinimumWidth(ABOUT_WIDTH)
        self._about.setMaximumWidth(16777215 if narrow else ABOUT_WIDTH)

    def explain(self, question: str, topic: str) -> None:
        words = QCoreApplication.translate("Section", "More in Help")
        link = LinkButton(words, name=f"settings.{self.KEY}.explain", tip=question)
        set_accessible_name(link, question)
        link.clicked.connect(lambda: self.context.show_help.emit(topic))
        self._words.insertWidget(self._words.count() - 1, link, 0, Qt.AlignmentFlag.AlignLeading)

    def sidebar_width(self) -> int:
        margins = self.body.contentsMargins()
        beside = margins.left() + margins.right() + 7 * STEP + 2
        return ABOUT_WIDTH + beside + self.controls.minimumSize().width()

    def unfold(self) -> None:
        self.expander.setChecked(True)

    def matches(self, words: str) -> bool:
        texts = [self.expander.text(), self.expander.remark, self._keywords]
        for widget in self.findChildren(QWidget):
            if isinstance(widget, (PlainLabel, QAbstractButton)):
                texts.append(widget.text())
            elif isinstance(widget, QLineEdit):
                texts.append(widget.accessibleName())
        found = " ".join(texts).casefold()
        return all(word in found for word in words.casefold().split())

    def load(self) -> None:
        self.show_settings()

    def clear(self) -> None:
        super().clear()
        self.news.hide()

    def show_error(self, sentence: str) -> None:
        self.news.hide()
        self.unfold()
        self.error.show_text(sentence)

    def refuse(self, sentence: str) -> None:
        self.show_error(sentence)
        self.load()  # the controls return to what is stored

    def show_message(self, sentence: str) -> None:
        self.error.hide()
        self.unfold()
        self.news.show_text(sentence)
