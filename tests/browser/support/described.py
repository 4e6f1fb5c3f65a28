"""Compares what a server answers to programs with the document of its interface, strictly."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from referee.web.api.openapi import address_of, document, operations_of

JSON = "application/json"


class Described:
    """The document, with validators that allow no field that it does not name."""

    def __init__(self, app: Flask) -> None:
        text = json.dumps(document(app)).replace("#/components/schemas/", "#/$defs/")
        self.operations = {(rule.endpoint, method) for rule, method, _ in operations_of(app)}
        self.document: dict[str, Any] = json.loads(text)
        self.shapes: dict[str, Any] = self.document["components"]["schemas"]
        strict = {name: {**shape, "additionalProperties": False}
                  for name, shape in self.shapes.items()}  # fmt: skip
        self.validator = cache(
            lambda text: jsonschema_rs.validator_for({**json.loads(text), "$defs": strict})
        )

    def answers_of(self, app: Flask, answer: TestResponse) -> dict[str, Any] | None:
        """Return what is described of the answers of an address; None where nothing is."""
        asked = answer.request
        try:
            rule, _ = app.url_map.bind("localhost").match(
                asked.path, asked.method, return_rule=True
            )
        except HTTPException:
            return None
        if (rule.endpoint, asked.method) not in self.operations:
            return None
        told: dict[str, Any] = self.document["paths"][address_of(rule)][asked.method.lower()]
        return dict(told["responses"])

    def check(self, app: Flask, answer: TestResponse) -> None:
        """Fail for an answer in JSON that is not described, or says more or less than described."""
        answers = self.answers_of(app, answer) if answer.mimetype == JSON else None
        if answers is None:
            return
        where = f"{answer.request.method} {answer.request.path} {answer.status_code}"
        content = answers.get(str(answer.status_code), {}).get("content", {})
        assert JSON in content, f"{where} is not described: {answer.text}"
        wrong = list(self.validator(json.dumps(content[JSON]["schema"])).iter_errors(answer.json))
        assert wrong == [], f"{where} is not as described: {wrong} {answer.text}"

    def fields_in(self, schema: Any, told: Any) -> Iterator[tuple[str, str]]:
        """Name the fields that an answer has, each with the shape it belongs to."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            shape = self.shapes[name]
            for field in shape.get("properties", {}).keys() & told.keys():
                yield name, field
                yield from self.fields_in(shape["properties"][field], told[field])
        for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
            if self.validator(json.dumps(one)).is_valid(told):
                yield from self.fields_in(one, told)
        for one in told if isinstance(told, list) and "items" in schema else ():
            yield from self.fields_in(schema["items"], one)

    def shapes_in(self, schema: Any) -> Iterator[str]:
        """Name the shapes of which an answer may consist."""
        for name in re.findall(r"#/\$defs/(\w+)", json.dumps(schema)):
            yield name
            yield from self.shapes_in(self.shapes[name])
