"""What an installer has the board do. It is sent to the board's raw REPL as it stands, and runs there.

Owns the board's file system during an installation: a file becomes one of the pad's only when it is complete
and what was read back from the flash has the right SHA-256. Each answer is one line of JSON.
"""

import binascii
import hashlib
import json
import os

file = None  # the one that is coming
TEMPORARY = "tinstar.new"
PIECE_BYTES = 512
MOST_FILES = 500
MOST_MANIFEST_BYTES = 16384
FOLDER = 0x4000
NOT_THERE = 2


def tell(value):
    print(json.dumps(value))


def sizes(folder, found):
    for entry in os.ilistdir(folder or "/"):
        path = folder + "/" + entry[0] if folder else entry[0]
        if entry[1] & FOLDER:
            sizes(path, found)
        elif len(found) < MOST_FILES:
            found[path] = entry[3] if len(entry) > 3 else os.stat(path)[6]
    return found


def digest(path):
    sha, piece = hashlib.sha256(), bytearray(PIECE_BYTES)
    with open(path, "rb") as file:
        while True:
            size = file.readinto(piece)
            if not size:
                return binascii.hexlify(sha.digest()).decode()
            sha.update(memoryview(piece)[:size])


def look(paths, manifest):
    found = sizes("", {})
    text = ""
    if 0 < found.get(manifest, 0) < MOST_MANIFEST_BYTES:
        with open(manifest, "rb") as file:
            text = binascii.hexlify(file.read()).decode()
    space = os.statvfs("/")
    tell(
        {
            "sizes": found,
            "hashes": {path: digest(path) for path in paths if path in found},
            "manifest": text,
            "block_bytes": space[0],
            "free_blocks": space[3],
        }
    )


def begin():
    global file  # noqa: PLW0603    from one script to the next
    file = open(TEMPORARY, "wb")  # noqa: SIM115


def more(text):
    file.write(binascii.a2b_base64(text))


def finish(path, wanted):
    file.close()
    found = digest(TEMPORARY)
    if found == wanted:
        for at in range(len(path)):
            if path[at] == "/":
                try:
                    os.mkdir(path[:at])
                except OSError:
                    os.listdir(path[:at])
        try:
            os.rename(TEMPORARY, path)
        except OSError:
            drop(path)
            os.rename(TEMPORARY, path)
    tell(found)


def drop(path):
    try:
        os.remove(path)
    except OSError as error:
        if error.errno != NOT_THERE:
            raise
