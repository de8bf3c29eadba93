"""schema: whether a JSON value fits a definition of a schema (docs/protocol.schema.json, cards/schema.json)."""
import json
from functools import lru_cache

from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match


class Schema:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)
        Draft7Validator.check_schema(self.root)

    @lru_cache(maxsize=None)
    def _validator(self, name):
        return Draft7Validator({"definitions": self.root["definitions"], "$ref": "#/definitions/" + name})

    def complaint(self, value, name):
        """What is wrong with the value as definitions/NAME, or None."""
        validator = self._validator(name)
        if validator.is_valid(value):
            return None
        error = best_match(validator.iter_errors(value))
        return f"{name}{error.json_path[1:]}: {error.message}"
