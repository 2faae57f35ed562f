"""The two printed examples of Bo Bo Bon, tapped as a group would."""

from shared_rules.engine import Match
from shared_rules.games import rulebook

NAMES = ("Felix", "Miri", "Sebastian", "Bea")


def match(**options):
    game = rulebook("bo_bo_bon")
    played = Match(game, game.set_up(NAMES, options), watched=True)
    played.answer("Felix")
    return played


def test_b_5_the_example_gameplay():
    """Blue, a green one instead, the biggest and the smallest blue: Felix's is bigger than all the others."""
    played = match(depth="cards")
    for answer in ("star_1", "blue", "green", "blue", "blue"):
        played.answer(answer)
    assert played.prompt.id == "bon.winner" and list(played.prompt.options()) == ["Felix", "Sebastian", "Bea"]
    assert played.prompt.greyed() == {"Miri": "bon.winner.colour"}
    played.answer("Felix")
    state = played.view()["state"]
    assert state["seats"]["Felix"]["chips"] == ["star_1"]
    assert state["last"] == {"trick": 1, "seat": "Felix", "chip": "star_1", "card": "blue"}
    assert (state["leader"], state["trick"]) == ("Felix", 2), "the person who won the last trick begins"


def test_b_18_the_example_scoring():
    """Felix has one star and one ant, Miri and Sebastian two stars each, Bea three."""
    played = match()
    for chip, winner in (
        *(("star_1", "Felix"), ("ant", "Felix"), ("star_2", "Miri"), ("star_1", "Sebastian")),
        *(("star_1", "Sebastian"), ("star_1", "Bea"), ("star_2", "Bea")),
    ):
        played.answer(chip)
        played.answer(winner)
    played.answer(None)
    assert played.result.as_json()["scores"] == {"Felix": 0, "Miri": 2, "Sebastian": 2, "Bea": 3}
    assert played.result.ranking == (("Bea",), ("Miri", "Sebastian"), ("Felix",))
    assert played.result.breakdown["Felix"] == {"stars": 1, "ants": -1}
