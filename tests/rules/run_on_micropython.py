"""Run by MicroPython: calls every test of the modules named on the command line and prints a line
of JSON for each, {"test", "failed": the traceback or null}."""

import io
import json
import sys


def failure_of(test):
    """The traceback of a test that fails, or None."""
    try:
        test()
    except Exception as error:
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    return None


for module_name in sys.argv[1:]:
    module = __import__(module_name)
    for name in sorted(dir(module)):
        if name.startswith("test_"):
            print(json.dumps({"test": name, "failed": failure_of(getattr(module, name))}))
