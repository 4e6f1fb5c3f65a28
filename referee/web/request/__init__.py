"""Requests: form data, cookies, language, the Origin check, quotas, caches and workers."""
