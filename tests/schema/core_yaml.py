# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""Reads YAML as the core schema of YAML 1.2 has it, which editors do: on, off, yes and no are text, 0o7 is a number.

PyYAML reads YAML 1.1; here it only finds the structure, and plain scalars get their types from the rules below.
"""
import re

import yaml

INTEGER = re.compile(r"[-+]?[0-9]+$|0o[0-7]+$|0x[0-9a-fA-F]+$")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$|[-+]?\.(inf|Inf|INF)$|\.(nan|NaN|NAN)$")
WORDS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}
# What vggen takes as the same value. Other forms, such as +1, 0o7, 012 and True, it refuses: a schema sees no form.
OWN_FORM = re.compile(
    r"-?(0|[1-9][0-9]*)$|0x[0-9a-fA-F]+$|-?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$|true$|false$|$"
)


class Refused(Exception):
    """The text is not YAML, or has a key twice, or more than one document."""


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Keeps every scalar as text and every mapping as its nodes."""

    yaml_implicit_resolvers = {}


def _scalar(node, forms):
    if node.style:
        return node.value
    text = node.value
    if text in WORDS:
        value = WORDS[text]
    elif INTEGER.match(text):
        value = int(text[2:], {"0x": 16, "0o": 8}[text[:2]]) if text[:2] in ("0x", "0o") else int(text)
    elif FLOAT.match(text):
        value = float(text.replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf").lower().replace(".nan", "nan"))
    else:
        return text
    if not OWN_FORM.match(text):
        forms.append(text)
    return value


def _value(node, forms):
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node, forms)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, forms) for item in node.value]
    made = {}
    for key, item in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise Refused("a key that is no scalar")
        if key.value in made:
            raise Refused("the key %r is there twice" % key.value)
        made[key.value] = _value(item, forms)
    return made


def load(text):
    """The value of the one document in text (bytes), and the scalars in forms that vggen does not take."""
    forms = []
    try:
        node = yaml.compose(text, Loader)
        return (None if node is None else _value(node, forms)), forms
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise Refused(str(error)) from error
