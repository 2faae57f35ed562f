"""What the matches of all games are told with in tests."""

from typing import Any

from shared_rules.engine import Match


class Told:
    """A match whose prompts are answered by their names, so that a test fails where another one is asked."""

    match: Match

    @property
    def s(self):
        """The true table."""
        return self.match._run.table.state

    @property
    def asked(self):
        """The id of the prompt."""
        return self.match.prompt and self.match.prompt.id

    @property
    def of(self):
        """Who is asked."""
        return self.match.prompt.of

    @property
    def options(self):
        return set(self.match.prompt.options())

    @property
    def greyed(self):
        return dict(self.match.prompt.greyed())

    @property
    def params(self):
        """What the question says beside its id."""
        return self.match.prompt.as_json()["ask"]["params"]

    def say(self, prompt_id: str, *answers: Any):
        """Answer prompts of that id."""
        for answer in answers:
            assert self.asked == prompt_id, f"{self.match.prompt!r} is asked, not {prompt_id}"
            self.match.answer(answer)
        return self

    def lines(self, line_id: str):
        """The parameters of all lines of that id, as the public sees them."""
        return [line["params"] for line in self.match.log() if line["id"] == line_id]
