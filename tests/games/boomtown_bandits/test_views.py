"""Nobody sees what is not theirs: notes are for their owner's eyes until the tally."""

import pytest

from shared_rules.engine import Leak, Match, audit, is_hidden
from shared_rules.games.boomtown_bandits import BoomtownBandits
from tests.games.boomtown_bandits.script import NAMES, Game


def noted(value):
    game = Game(3).give("A", "train", 2)
    game.match.act("bb.note", "A", "train")
    return game.say("bb.note.value", value)


def looks(match, viewer):
    return match.view(viewer), match.log(viewer=viewer), list(match.seen_entries(viewer))


def test_a_note_changes_what_its_owner_sees_and_nothing_else():
    one, other = noted(3), noted(9)
    assert looks(one.match, "A") != looks(other.match, "A")
    for viewer in ("public", "B", "C"):
        assert looks(one.match, viewer) == looks(other.match, viewer)
    assert one.match.prompt.as_json() == other.match.prompt.as_json()
    assert [act.as_json() for act in one.match.also()] == [act.as_json() for act in other.match.also()]


def test_an_undo_across_a_note_asks_its_owner():
    game = noted(3)
    assert game.match.concerned(1) == ["A"]


def test_playing_the_noted_card_tells_no_more_than_the_card():
    """Whether it was the one that was noted: nobody else can tell, from anything they are shown or asked."""
    faces = []
    for value in (3, 9):
        game = noted(value).play("A", "other", 3, None)
        audit(game.match)
        faces.append([looks(game.match, viewer) for viewer in ("public", "B")])
    assert faces[0] == faces[1]


@pytest.mark.parametrize("fault", ["note", "value"])
def test_a_rulebook_that_lets_a_note_decide_is_caught(fault):
    class Leaks(BoomtownBandits):
        def corrections(self, t, seat):
            fields = super().corrections(t, seat)
            notes = [note for hand in t.state.hands.values() for each in hand.notes.values() for note in each]
            if fault == "value":
                return fields[1:] if any(value == 3 for value, _ in notes) else fields
            return fields[1:] if any(not is_hidden(value) for value, _ in notes) else fields

    rulebook = Leaks()
    match = Match(rulebook, rulebook.set_up(NAMES[:2], {"entry": "winners"}))
    for answer in (["train", "bank", "mine"], ["train", "bank", "mine"], "A", "mine", "A", "B"):
        match.answer(answer)
    match.act("bb.note", "A", "train")
    match.answer(3)
    with pytest.raises(Leak):
        audit(match)


def test_what_lies_open_is_seen_by_all():
    game = noted(3).play("A", "other", 3, None)
    assert game.match.view("B")["state"]["seats"]["A"]["open"]["train"] == [3]


def test_a_hand_that_was_handed_over_is_seen_by_who_acts_for_it():
    game = noted(3)
    game.match.act("hand_over", "A", "B")
    assert game.match.view("B")["state"]["seats"]["A"]["noted"] == {"train": [3]}
    assert "noted" not in game.match.view("C")["state"]["seats"]["A"]


def test_the_duel_says_what_is_thrown_and_what_was_shot():
    game = Game(2).round("saloon", A="train train train", B="train train bank").first("A", 1)
    duel = game.match.view()["state"]["duel"]
    assert duel["dice"] == {"A": ["shooter1", "shooter2", "coward"], "B": ["shooter1", "coward"]}
    assert duel["shot"] == {"caller": "A", "hits": 1, "aimed": []} and duel["countdown"] == 1
