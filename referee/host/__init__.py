"""This computer: its addresses, HTTPS, settings, backups, check-up and service manager."""
