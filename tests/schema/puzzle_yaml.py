"""Reads YAML with the core schema of YAML 1.2, as editors do.

PyYAML by itself follows YAML 1.1, where `no` is false and 2024-01-01 is a date.
"""
import re

import yaml

TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


class CoreLoader(yaml.SafeLoader):
    """Refuses anchors, aliases and duplicate keys, as the program does."""
    yaml_implicit_resolvers = {}

    def compose_node(self, parent, index):
        event = self.peek_event()
        if getattr(event, "anchor", None):
            raise yaml.YAMLError("an anchor or an alias")
        return super().compose_node(parent, index)

    def construct_mapping(self, node, deep=False):
        if not isinstance(node, yaml.MappingNode):
            raise yaml.YAMLError("no mapping")
        found = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value in found:
                raise yaml.YAMLError("a key that is no word, or stands twice")
            found[key.value] = self.construct_object(value, deep=True)
        return found


def integer(loader, node):
    text = node.value
    return int(text, 0) if text[:2] in ("0x", "0o") else int(text)


def real(loader, node):
    text = node.value.lower()
    return float(text.replace(".inf", "inf").replace(".nan", "nan"))


CORE = [  # tag, pattern, possible first characters, conversion
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""], lambda loader, node: None),
    ("bool", "|".join(TRUTH), list("tTfF"), lambda loader, node: TRUTH[node.value]),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789"), integer),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
     list("-+.0123456789"), real),
]
for name, form, first, value in CORE:
    tag = f"tag:yaml.org,2002:{name}"
    CoreLoader.add_implicit_resolver(tag, re.compile(rf"^(?:{form})$"), first)
    CoreLoader.add_constructor(tag, value)


def load(text):
    """The value of TEXT; raises yaml.YAMLError if the program could not read it either."""
    try:
        return yaml.load(text, CoreLoader)
    except (RecursionError, UnicodeDecodeError, ValueError) as error:
        raise yaml.YAMLError(str(error)) from error
