"""Asks the referee of a fresh tree something: a path, and what is sent to it."""

import http.client
import sys

path, sent = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
line = http.client.HTTPConnection("127.0.0.1", 8000, timeout=20)
kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
line.request("GET" if sent is None else "POST", path, sent, kind)
answer = line.getresponse()
print(answer.status)
print(answer.headers.get("Location", ""))
print(answer.read().decode())
