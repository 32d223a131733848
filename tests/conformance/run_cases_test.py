#!/usr/bin/env python3
"""run_cases.py checks the list of excluded cases: which cases must be in it, and which must be removed."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("run_cases.py")


class Lists(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.folder = Path(work.name) / "cases"
        self.folder.mkdir()
        for name in ("good", "bad"):
            (self.folder / f"{name}.mlir").write_text("")
        self.list = Path(work.name) / "left_out.txt"
        self.command = Path(work.name) / "hlo2c"

    def run_cases(self, entries, statuses, *options):
        """Exit code and output for a list, if the command reports these (id, status, reason)."""
        self.list.write_text("# why\n" + "".join(line + "\n" for line in entries))
        cases = [{"id": name, "status": status, "reason": reason, "file": name} for name, status, reason in statuses]
        self.command.write_text(f"#!{sys.executable}\nprint({json.dumps(json.dumps({'cases': cases}))})\n")
        os.chmod(self.command, 0o755)
        run = subprocess.run([sys.executable, SCRIPT, "--hlo2c", self.command, "--folder", self.folder, "--list", self.list,
                              *options], stdout=subprocess.PIPE, text=True)
        return run.returncode, run.stdout

    BOTH = [("cases/good", "passed", ""), ("cases/bad", "failed", "another number")]

    def test_a_failing_case_has_to_be_listed(self):
        self.assertEqual(self.run_cases([], self.BOTH)[0], 1)
        self.assertEqual(self.run_cases(["both cases/bad"], self.BOTH)[0], 0)
        self.assertEqual(self.run_cases(["evaluator cases/bad"], self.BOTH)[0], 1)

    def test_an_entry_whose_case_passes_is_an_error(self):
        code, output = self.run_cases(["both cases/bad", "emitted cases/good"], self.BOTH)
        self.assertEqual(code, 1)
        self.assertIn("has to leave the list: cases/good (why)", output)
        self.assertEqual(self.run_cases(["both cases/bad", "evaluator cases/good"], self.BOTH)[0], 0)

    def test_an_entry_for_no_case_at_all_is_an_error(self):
        code, output = self.run_cases(["both cases/bad", "both cases/gone"], self.BOTH)
        self.assertEqual(code, 1)
        self.assertIn("cases/gone", output)
        self.assertEqual(self.run_cases(["both cases/bad", "both other/gone"], self.BOTH)[0], 0)

    def test_an_entry_for_another_form_is_no_error(self):
        (self.folder / "hlo_only.hlo").write_text("")
        self.assertEqual(self.run_cases(["both cases/bad", "both cases/hlo_only"], self.BOTH)[0], 0)

    def test_a_case_that_is_only_read_counts(self):
        read = [("cases/good", "passed", ""), ("cases/bad", "failed", "the manifest wants it read: no op of that name")]
        self.assertEqual(self.run_cases([], read)[0], 1)


if __name__ == "__main__":
    unittest.main()
