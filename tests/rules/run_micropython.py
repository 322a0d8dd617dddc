"""Run the tests of the rules under MicroPython: micropython tests/rules/run_micropython.py"""

import os
import sys

HERE = __file__.rpartition("/")[0] or "."
sys.path.insert(0, HERE)

failed = count = 0
for name in sorted(os.listdir(HERE)):
    if name[:5] != "test_" or name[-3:] != ".py" or name == "test_properties.py":
        continue
    module = __import__(name[:-3])
    for test in sorted(dir(module)):
        if test[:5] == "test_":
            count += 1
            try:
                getattr(module, test)()
            except Exception as error:
                failed += 1
                print("FAILED", name, test)
                sys.print_exception(error)
print("%d tests, %d failed" % (count, failed))
sys.exit(1 if failed else 0)
