"""A list of checks, of which a test prints those that fail."""

from pathlib import Path


class Checks:
    """Conditions that must hold of what hlo2c does in a folder."""

    def __init__(self, hlo2c, work):
        self.hlo2c, self.work, self.failed = hlo2c, Path(work), False

    def holds(self, condition, text):
        if not condition:
            print(f"not so: {text}")
            self.failed = True
