"""The window: tasks, theme, widgets, pages and the first-run wizard."""
