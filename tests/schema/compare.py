# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""compare.py VGGEN SRCDIR SEED COUNT: the schema and the parser accept and refuse the same specs.

Goldens are accepted by both. Where vggen refuses a spec of tests/bad, or one of COUNT specs with random mistakes, with an id
that is not in differences.txt, the schema refuses it too. What vggen accepts, the schema always accepts.
"""
import copy
import fnmatch
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import jsonschema

import core_yaml
import mutate

HERE = os.path.dirname(os.path.abspath(__file__))


class Comparison:
    def __init__(self, vggen, srcdir):
        self.vggen = vggen
        self.srcdir = srcdir
        printed = subprocess.run([vggen, "--print-schema"], capture_output=True, check=True).stdout
        self.schema = json.loads(printed)
        jsonschema.Draft7Validator.check_schema(self.schema)
        self.validator = jsonschema.Draft7Validator(self.schema)
        self.differences, self.partly = self.read_differences()
        self.passed = self.failed = 0
        self.unproven = []

    def read_differences(self):
        patterns, partly = [], set()
        with open(os.path.join(HERE, "differences.txt"), encoding="utf-8") as lines:
            for line in lines:
                match = re.match(r"([a-z0-9*-]+(?:, [a-z0-9*-]+)*)( \(partly\))?: .", line)
                if match:
                    names = match.group(1).split(", ")
                    patterns += names
                    if match.group(2):
                        partly |= set(names)
                elif line.strip() and not line.startswith("#"):
                    sys.exit("differences.txt: a line that is no 'ID: reason': " + line)
        return patterns, partly

    def differs(self, name):
        return any(fnmatch.fnmatch(name, pattern) for pattern in self.differences)

    def expect(self, good, text, *details):
        if good:
            self.passed += 1
            return
        self.failed += 1
        print("schema: " + text)
        for detail in details:
            print("    " + str(detail).replace("\n", "\n    "))

    def vggen_ids(self, path):
        """The ids of the errors that vggen reports, empty when it accepts the spec."""
        run = subprocess.run(
            [self.vggen, "--image=none", "--check", "--diagnostics=json", os.path.basename(path)],
            cwd=os.path.dirname(path), capture_output=True)
        if run.returncode not in (0, 1, 2):
            self.expect(False, "%s: vggen ends with status %d" % (path, run.returncode), run.stderr.decode("utf-8", "replace"))
            return {"crash"}
        report = json.loads(run.stderr)
        ids = {m["id"] for m in report["diagnostics"] if m["severity"] == "error"}
        # No verdict on the spec, but on the folder it stands in.
        ids.discard("source-read")
        # No verdict on the spec, but a mistake of the generator.
        if "plan-unproven" in ids:
            ids.discard("plan-unproven")
            with open(path, encoding="utf-8") as spec:
                self.unproven.append((path, report["diagnostics"][0]["message"], spec.read()))
        return ids

    def schema_error(self, text):
        """What the schema has against a spec, or None; and whether it has a scalar in a form that only a parser sees."""
        try:
            value, forms = core_yaml.load(text)
        except core_yaml.Refused as refused:
            return "not YAML: %s" % refused, False
        error = next(self.validator.iter_errors(value), None)
        if error is None:
            return None, bool(forms)
        return "%s: %s" % ("/".join(map(str, error.absolute_path)) or "spec", error.message[:300]), bool(forms)

    def compare(self, path, shown=None):
        """Compares the verdicts on a file. Returns vggen's ids and the schema's error."""
        with open(path, "rb") as spec:
            text = spec.read()
        ids = self.vggen_ids(path)
        error, forms = self.schema_error(text)
        expressible = sorted(i for i in ids if not self.differs(i))
        name = shown or os.path.relpath(path, self.srcdir)
        source = text.decode("utf-8", "replace") if shown else ""
        if not ids:
            self.expect(error is None, "%s: vggen accepts it, the schema does not" % name, error, source)
        elif error is None and not forms:
            self.expect(not expressible, "%s: the schema accepts it, vggen does not: %s" % (name, ", ".join(expressible)), source)
        else:
            self.passed += 1
        return ids, error

    def goldens(self):
        found = [os.path.join(HERE, "everything.yaml"), os.path.join(HERE, "control.yaml")]
        for pattern in ("kernels/*/*.yaml", "tests/golden/*.yaml", "tests/features/*.yaml", "tests/features/*/*.yaml"):
            found += sorted(glob.glob(os.path.join(self.srcdir, pattern)))
        with tempfile.TemporaryDirectory() as work:
            subprocess.run([self.vggen, "--init", "starter", "-o", work], capture_output=True, check=True)
            for path in found + [os.path.join(work, "starter.yaml")]:
                ids, _ = self.compare(path)
                self.expect(not ids, "%s: vggen refuses it: %s" % (path, ", ".join(ids)))
        return found

    def bad(self):
        """Every id is refused by the schema in a case of its own, or stands in the list with a reason."""
        refused, seen = set(), set()
        for path in sorted(glob.glob(os.path.join(self.srcdir, "tests/bad/*/*.yaml"))):
            ids, error = self.compare(path)
            seen |= ids
            if error is not None and len(ids) == 1:
                refused |= ids
        listed = subprocess.run([self.vggen, "--explain"], capture_output=True, check=True, text=True).stdout
        for line in listed.splitlines():
            name = re.match(r"[a-z0-9-]+", line).group(0)
            warning = " (warning)" in line
            if self.differs(name):
                stale = name in refused and name not in self.partly and not name.startswith("yaml-")
                self.expect(not stale, "differences.txt: the schema refuses '%s': delete it or say (partly)" % name)
                self.expect(name not in self.partly or name in refused, "differences.txt: no case shows '%s' refused" % name)
            else:
                self.expect(warning or name in refused, "no case of tests/bad shows that the schema refuses '%s'" % name)
        for pattern in self.differences:
            known = [n for n in listed.splitlines() if fnmatch.fnmatch(re.match(r"[a-z0-9-]+", n).group(0), pattern)]
            self.expect(known, "differences.txt: there is no id '%s'" % pattern)

    def mutants(self, origins, seed, count):
        generator = random.Random(seed)
        with tempfile.TemporaryDirectory() as work:
            trees = []
            for number, path in enumerate(origins):
                folder = os.path.join(work, str(number))
                os.mkdir(folder)
                for file in os.listdir(os.path.dirname(path)):
                    os.symlink(os.path.join(os.path.dirname(path), file), os.path.join(folder, file))
                with open(path, "rb") as spec:
                    trees.append((folder, mutate.parse(spec.read())))
            accepted = schema_accepted = 0
            for number in range(count):
                folder, origin = generator.choice(trees)
                tree = copy.deepcopy(origin)
                for _ in range(generator.choice([1, 1, 1, 2])):
                    mutate.mutate(generator, tree)
                path = os.path.join(folder, "mutant.yaml")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(mutate.write(tree).lstrip("\n") + "\n")
                ids, error = self.compare(path, "mutant %d of seed %d" % (number, seed))
                accepted += not ids
                schema_accepted += error is None
        print("%d mutants of %d specs, seed %d: vggen accepts %d, the schema %d" %
              (count, len(origins), seed, accepted, schema_accepted))

    def keys(self):
        """The parser's key tables and the schema have the same keys, and each has a description."""
        used = set()
        for name in ("everything.yaml", "control.yaml"):
            with open(os.path.join(HERE, name), "rb") as spec:
                used |= set(re.findall(r"\w+(?=:)", spec.read().decode()))
        tables = set()
        for path in glob.glob(os.path.join(self.srcdir, "gen/spec/read*.c")):
            with open(path, encoding="utf-8") as source:
                tables |= set(re.findall(r'\{"(\w+)", KEY_(?:OPTIONAL|NEEDED|EARLY), ', source.read()))
        definitions = self.schema["definitions"]
        known = set()
        for owner in [self.schema] + [definitions[n] for n in ("kernel", "tune", "buffer", "step", "memory", "compile")]:
            for key, rule in owner["properties"].items():
                known.add(key)
                if "$ref" in rule:
                    rule = definitions[rule["$ref"].split("/")[-1]]
                self.expect("description" in rule, "the key '%s' has no description" % key)
        lacking = known - used
        self.expect(not lacking, "everything.yaml and control.yaml lack %s" % sorted(lacking))
        self.expect(tables == known, "keys of the parser and of the schema differ: %s" % sorted(tables ^ known))


def main():
    vggen, srcdir, seed, count = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    comparison = Comparison(vggen, srcdir)
    comparison.keys()
    origins = comparison.goldens()
    comparison.bad()
    comparison.mutants(origins, seed, count)
    if comparison.unproven:
        path, message, spec = comparison.unproven[0]
        comparison.expect(False, "%d plans are unproven, first that of %s: %s" % (len(comparison.unproven), path, message), spec)
    print("%d passed, %d failed" % (comparison.passed, comparison.failed))
    sys.exit(comparison.failed > 0)


main()
