"""Runs a portable test file on MicroPython: `micropython tests/portable.py PATH MODULE`. Fails loudly."""

import sys


def main(folder, module_name):
    sys.path[0] = folder  # not tests/, whose firmware/ would hide the real one
    module = __import__(module_name)
    count = 0
    for name in sorted(dir(module)):
        if name.startswith("test_"):
            getattr(module, name)()
            count += 1
    print("ran", count)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
