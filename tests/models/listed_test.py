#!/usr/bin/env python3
"""A listed difference excuses itself and nothing else."""

import unittest

from listed import unlike_listed

FIRST = "result 1: 2 of 213 elements differ, first at [207]: -92.1 instead of -inf"
SECOND = "result 2: 1 of 213 elements differ, first at [208]: 1 instead of 0"
REST = "; largest error 2.38e-07 (2.69e-09 of the largest value)"


class Listed(unittest.TestCase):
    def test_the_listed_differences_are_all(self):
        report = f"result 0: 213 elements agree\n{FIRST}{REST}\n{SECOND}{REST}\n"
        self.assertEqual(unlike_listed(report, [FIRST, SECOND]), "")

    def test_another_result_that_differs_fails(self):
        self.assertIn(SECOND, unlike_listed(f"{FIRST}{REST}\n{SECOND}{REST}\n", [FIRST]))

    def test_another_element_another_value_or_one_element_more_fails(self):
        for other in (FIRST.replace("207", "206"), FIRST.replace("-92.1", "5"), FIRST.replace("2 of", "3 of")):
            self.assertIn(other, unlike_listed(other + REST, [FIRST]))

    def test_a_difference_that_is_gone_has_to_leave_the_list(self):
        self.assertIn("does not differ", unlike_listed(FIRST + REST, [FIRST, SECOND]))


if __name__ == "__main__":
    unittest.main()
