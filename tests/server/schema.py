"""schema: whether a JSON value fits a schema, for as much of draft 7 as docs/protocol.schema.json and
cards/schema.json use.

A keyword that is not known here is an error, so that nothing goes unchecked.
"""
import json
import re


class Schema:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)

    def complaint(self, value, name):
        """What is wrong with the value as definitions/NAME, or None."""
        return self._check(value, {"$ref": "#/definitions/" + name}, name)

    def _find(self, reference):
        found = self.root
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def _check(self, value, schema, where):
        for keyword, wanted in schema.items():
            if keyword in ("$comment", "then", "else"):
                continue
            check = getattr(self, "_" + keyword.replace("$", ""))
            complaint = check(value, wanted, where, schema)
            if complaint:
                return complaint
        return None

    def _ref(self, value, wanted, where, _):
        return self._check(value, self._find(wanted), where)

    def _type(self, value, wanted, where, _):
        kinds = {"object": dict, "array": list, "string": str, "integer": int}
        right = isinstance(value, kinds[wanted]) and not isinstance(value, bool)
        return None if right else f"{where}: no {wanted}"

    def _const(self, value, wanted, where, _):
        same = value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
        return None if same else f"{where}: not {wanted!r}"

    def _enum(self, value, wanted, where, _):
        return None if value in wanted else f"{where}: {value!r} is none of {wanted}"

    def _required(self, value, wanted, where, _):
        missing = [key for key in wanted if isinstance(value, dict) and key not in value]
        return f"{where}: {missing} is missing" if missing else None

    def _properties(self, value, wanted, where, _):
        if not isinstance(value, dict):
            return None
        for key, schema in wanted.items():
            if key in value and (complaint := self._check(value[key], schema, f"{where}.{key}")):
                return complaint
        return None

    def _additionalProperties(self, value, wanted, where, schema):
        if not isinstance(value, dict):
            return None
        for key in value.keys() - schema.get("properties", {}).keys():
            if wanted is False:
                return f"{where}: {key} does not belong there"
            if complaint := self._check(value[key], wanted, f"{where}.{key}"):
                return complaint
        return None

    def _propertyNames(self, value, wanted, where, _):
        if not isinstance(value, dict):
            return None
        return next(filter(None, (self._check(key, wanted, where) for key in value)), None)

    def _items(self, value, wanted, where, _):
        if not isinstance(value, list):
            return None
        return next(filter(None, (self._check(item, wanted, f"{where}[{i}]")
                                  for i, item in enumerate(value))), None)

    def _uniqueItems(self, value, wanted, where, _):
        texts = [json.dumps(item, sort_keys=True) for item in value]
        return f"{where}: something twice" if wanted and len(set(texts)) < len(texts) else None

    def _pattern(self, value, wanted, where, _):
        return None if re.search(wanted, value) else f"{where}: {value!r} is not like {wanted}"

    def _minimum(self, value, wanted, where, _):
        return None if value >= wanted else f"{where}: {value} is less than {wanted}"

    def _maximum(self, value, wanted, where, _):
        return None if value <= wanted else f"{where}: {value} is more than {wanted}"

    def _minLength(self, value, wanted, where, _):
        return None if len(value) >= wanted else f"{where}: too short"

    def _maxLength(self, value, wanted, where, _):
        return None if len(value) <= wanted else f"{where}: too long"

    def _minItems(self, value, wanted, where, _):
        return None if len(value) >= wanted else f"{where}: too few"

    def _maxItems(self, value, wanted, where, _):
        return None if len(value) <= wanted else f"{where}: too many"

    def _contains(self, value, wanted, where, _):
        if not isinstance(value, list) or any(not self._check(item, wanted, where) for item in value):
            return None
        return f"{where}: nothing there is like {wanted}"

    def _not(self, value, wanted, where, _):
        return None if self._check(value, wanted, where) else f"{where}: {value!r} is like {wanted}"

    def _allOf(self, value, wanted, where, _):
        return next(filter(None, (self._check(value, part, where) for part in wanted)), None)

    def _oneOf(self, value, wanted, where, _):
        complaints = [self._check(value, part, where) for part in wanted]
        if complaints.count(None) == 1:
            return None
        return f"{where}: {complaints.count(None)} of these: " + "; ".join(filter(None, complaints))

    def _if(self, value, wanted, where, schema):
        branch = "else" if self._check(value, wanted, where) else "then"
        return self._check(value, schema.get(branch, {}), where)
