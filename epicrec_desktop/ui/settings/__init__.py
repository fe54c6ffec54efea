"""The Settings page, one module per section."""
