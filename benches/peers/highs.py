"""Solves a linear program with HiGHS in floating point: `highs.py PROGRAM.lp` prints the objective and the seconds of the solver.

Reading the file and starting Python are not in them.
"""

import sys
import time

import highspy


def main():
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    if solver.readModel(sys.argv[1]) != highspy.HighsStatus.kOk:
        sys.exit(f"{sys.argv[1]}: HiGHS can't read it")
    start = time.perf_counter()
    solver.run()
    seconds = time.perf_counter() - start
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        sys.exit(f"{sys.argv[1]}: {solver.modelStatusToString(status)}")
    print(repr(solver.getInfo().objective_function_value), seconds)


main()
