"""JSON lines from a stranger: one place that says what can be read, whoever reads."""

import pytest

from companion import strict_lines, traces
from companion.strict_lines import BadJson

BAD = [
    (b"\xff{}", strict_lines.TEXT, "this is not UTF-8 text"),
    (b'{"a":"\\ud800"}', strict_lines.TEXT, "half a character (a lone surrogate)"),
    (b" \t\r", strict_lines.BLANK, "a blank line"),
    (b"{", strict_lines.JSON, "this is not JSON: "),
    (b"[" * 50_000, strict_lines.DEEP, "this is nested too deeply"),
    (b'{"a":1,"b":2,"a":1}', strict_lines.KEY, "the key “a” is given twice"),
    (b'{"a":{"b":1,"b":1}}', strict_lines.KEY, "the key “b” is given twice"),
    (b'{"a":NaN}', strict_lines.NUMBER, "NaN is not JSON"),
    (b'{"a":-1e999}', strict_lines.NUMBER, "a number that is too large"),
    (b'{"a":' + b"9" * 5000 + b"}", strict_lines.NUMBER, "a number that is too large"),
    (b'"' + b"x" * strict_lines.LONGEST + b'"', strict_lines.LONG, "this line is too long"),
]


@pytest.mark.parametrize(("line", "code", "sentence"), BAD, ids=[each[0][:20] for each in BAD])
def test_what_cannot_be_read_has_a_code_and_a_sentence(line: bytes, code: str, sentence: str):
    assert code in strict_lines.CODES
    with pytest.raises(BadJson) as refused:
        strict_lines.parse(line)
    assert refused.value.code == code and str(refused.value).startswith(sentence)


@pytest.mark.parametrize(("line", "code", "sentence"), BAD, ids=[each[0][:20] for each in BAD])
def test_a_trace_says_the_same_with_its_line(line: bytes, code: str, sentence: str):
    with pytest.raises(traces.TraceError) as refused:
        traces.json_object(traces.lines_of(line)[0], 1)
    assert refused.value.line == 1 and str(refused.value).startswith(f"line 1: {sentence}")


def test_a_key_given_twice_among_many_is_found_at_once():
    """All in one line that is not too long: looking for it must not take their number squared."""
    many = ",".join(f'"{n}":0' for n in range(90_000))
    with pytest.raises(BadJson, match="“89999” is given twice"):
        strict_lines.parse(f'{{{many},"89999":0}}'.encode())
