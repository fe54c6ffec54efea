"""Migrations of the service's database."""
