"""The frame around the pages: window, navigation, tray, one instance."""
