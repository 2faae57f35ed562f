"""`tinstar match`: one match, played by JSON lines (contract "match").

Owns the conversation: a line in, a line out, strictly in order. Whatever a line says, the match goes on; an
answer is kept before it is acknowledged.
"""

import sys
from collections.abc import Mapping
from typing import Any, BinaryIO, TextIO

from companion import strict_lines
from companion.i18n import _, ngettext
from companion.match_file import FAULT, MatchFile
from companion.telling import for_a_terminal
from companion.traces import compact
from shared_rules import games
from shared_rules.engine import BadLine, Match, Refused
from shared_rules.engine.lines import begin, position, respond

COMMAND = "line.command"  # it can be read, but it is none of the contract's commands
CODES = (*strict_lines.CODES, COMMAND, FAULT)

Reply = Mapping[str, Any]


def run(match: Match | None, file: MatchFile | None, heard: BinaryIO, said: TextIO) -> int:
    """Play until nothing more comes; without a match the first line begins one.

    :return: 0; 2 when a line could not be read or is no command; 1 when a rulebook failed
    :raises OSError: it cannot be kept, or not be said
    """
    talk = Talk(match, file)
    if match is not None:
        print(compact(talk.kept(position(match))), file=said, flush=True)
    for line in strict_lines.lines(heard):
        print(compact(talk.reply(line)), file=said, flush=True)
        if talk.match is None:
            return talk.code  # no match has begun, so nothing that follows can mean anything
    talk.sum_up()
    return talk.code


class Talk:
    """One conversation. match: None until a first line began one."""

    def __init__(self, match: Match | None, file: MatchFile | None) -> None:
        self.match = match
        self._file = file
        self._number = 0
        self._bad = 0
        self._failed = False

    @property
    def code(self) -> int:
        """The exit code that is due."""
        if self._failed:
            return 1
        return 2 if self._bad else 0

    def reply(self, line: bytes) -> Reply:
        """Carry out one line and return its reply, once what it changed is durable."""
        self._number += 1
        try:
            return self.kept(self._carried_out(strict_lines.parse(line)))
        except strict_lines.BadJson as bad:
            return self._no_command(bad.code, f"{bad.code}: {bad}")
        except BadLine as bad:
            return self._no_command(COMMAND, f"{COMMAND}: {bad}", what=str(bad))

    def kept(self, reply: Reply) -> Reply:
        """Return the reply after the match is on disk, if it is kept there."""
        if self._file is not None and self.match is not None:
            self._file.keep(self.match)
        return reply

    def sum_up(self) -> None:
        """Say how many lines were no commands, if it was more than the one that was told."""
        if self.match is None:
            self._number, self._bad = 1, 1
            self._tell(_("nothing came; the first line begins a match"))
        elif self._bad > 1:
            text = ngettext(
                "{n} line was no command, and was answered with its code",
                "{n} lines were no commands, and were answered with their codes",
                self._bad,
            )
            print(f"tinstar: {text.format(n=self._bad)}", file=sys.stderr)

    def _carried_out(self, said: object) -> Reply:
        try:
            if self.match is not None:
                return respond(self.match, said)
            self.match = begin(games.rulebooks(), said)
            return position(self.match)
        except (BadLine, OSError):
            raise
        except Refused as refused:  # a first line's: what comes later is answered by `respond`
            return self._no_command(refused.code, for_a_terminal(refused), **refused.why)
        except Exception as error:  # a rulebook's bug must not end the evening
            if not self._failed:
                self._tell(f"{FAULT} ({error!r})")
            self._failed = True
            return _refused(FAULT, line=self._number, what=repr(error))

    def _no_command(self, code: str, told: str, **why: object) -> Reply:
        self._bad += 1
        if self._bad == 1:  # the first only: whoever does not read stderr must not be stopped by it
            self._tell(told)
        return _refused(code, line=self._number, **why)

    def _tell(self, why: str) -> None:
        text = _("line {line}: {why}").format(line=self._number, why=why)
        print(f"tinstar: {text}", file=sys.stderr, flush=True)


def _refused(code: str, **why: object) -> Reply:
    return {"refused": {"code": code, "why": why}}
