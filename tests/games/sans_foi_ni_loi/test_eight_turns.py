"""A match of two in eight turns, worked out by hand from the rulebook: every sum is written out.

Bank 30, deck 117: "chaque joueur reçoit 3 cartes", six lie on the Line, so the pile is 117 - 2 x 3 - 6 = 105.
Molly begins. Whatever is quoted is the rulebook's.
"""

import pytest

from shared_rules.engine import Match
from shared_rules.games.sans_foi_ni_loi import SansFoiNiLoi

MOLLY, JAMES = "Molly", "James"


class EightTurns:
    """The match as it goes on; each turn says what must be so when it is over."""

    def __init__(self):
        rulebook = SansFoiNiLoi()
        setup = rulebook.set_up((MOLLY, JAMES), box={"gold_2": 30, "deck": 117})
        self.match = Match(rulebook, setup, watched=True)
        self.say("sf.first_player", MOLLY)
        self.after(molly=0, james=0, bank=30, pile=105, hands=(3, 3))

    def say(self, prompt_id, *answers):
        for answer in answers:
            prompt = self.match.prompt
            assert prompt is not None and prompt.id == prompt_id, f"{prompt!r} is asked"
            self.match.answer(answer)
        return self

    def after(self, molly, james, bank, pile, hands):
        state = self.match.view()["state"]
        assert (state["seats"][MOLLY]["gold"], state["seats"][JAMES]["gold"]) == (molly, james)
        assert state["bank"] == bank and molly + james + bank == 30
        assert state["pile"] == pile
        assert tuple(state["seats"][name]["hand"] for name in (MOLLY, JAMES)) == hands

    def points(self):
        return self.match.view()["state"]["points"]

    def counts(self, name):
        return self.match.view()["state"]["seats"][name]["counts"]

    # -- the turns

    def one(self):
        """Molly, 6 points: a good land (1, 5 left), a herd of value 3 that costs 2 (3 left), a cowboy of
        +1 (1, 2 left), a card at place 2 of the Line (2, none left). Hand 3 - 3 + 1 = 1, pile 105 - 1 =
        104."""
        self.say("sf.action", "land").say("sf.card.quality", "good")
        assert self.points() == 6 - 1
        self.say("sf.action", "herd").say("sf.card.number", 3).say("sf.card.cost", 2)
        assert self.points() == 5 - 2
        self.say("sf.action", "cowboy").say("sf.card.number", 1).say("sf.card.where", "land1")
        assert self.points() == 3 - 1
        self.say("sf.action", "line2")  # 2 - 2 = 0 points, no gold: the turn is over
        self.after(molly=0, james=0, bank=30, pile=104, hands=(1, 3))

    def two(self):
        """James, 6 points: a scrub land (1), a mine that costs 3 on it (2 left), a card at place 2 (0
        left). Hand 3 - 2 + 1 = 2, pile 104 - 1 = 103."""
        self.say("sf.action", "land").say("sf.card.quality", "scrub")
        self.say("sf.action", "mine").say("sf.card.cost", 3)
        assert self.points() == 6 - 1 - 3
        self.say("sf.action", "line2")
        self.after(molly=0, james=0, bank=30, pile=103, hands=(1, 2))

    def three(self):
        """Molly. "On ajoute à ce dé le nombre de cartes troupeaux": James 5 + 1 herd = 6. Her die 5 + 1
        for the cowboy = 6, "au moins égal": well guarded. One turn on the land: sold it would bring 3 x
        1; she waits. A blind card (3 points), the card at place 1 (1) and a herd of value 2 for 1 (1
        left). Hand 1 + 2 - 1 = 2, pile 103 - 1 blind - 1 for the Line = 101."""
        self.say("sf.guard", [5], [5])
        assert self.match.view()["state"]["this_turn"]["guarded"]["difficulty"] == 5 + 1
        assert self.match.view()["state"]["this_turn"]["guarded"]["defence"] == 5 + 1
        assert self.match.view()["state"]["seats"][MOLLY]["sale"] == 3 * 1
        self.say("sf.sell", [])
        self.say("sf.action", "blind", "line1", "herd").say("sf.card", "another")
        self.say("sf.card.number", 2).say("sf.card.cost", 1)
        assert self.points() == 6 - 3 - 1 - 1
        self.say("sf.action", "done")  # the last point lapses
        self.after(molly=0, james=0, bank=30, pile=101, hands=(2, 2))

    def four(self):
        """James has no herds, so nobody throws for them. His mine: 4 + 3 = 7, below 10: the bank pays 7,
        so it has 30 - 7 = 23. "On peut acheter des points d'actions pour 2 pièces d'or par point": 2
        points for 4, so 7 - 4 = 3 gold, bank 23 + 4 = 27, points 6 + 2 = 8. Place 6 (6 points) and a
        cowboy of +2 (1), 1 left. Hand 2 + 1 - 1 = 2, pile 101 - 1 = 100."""
        self.say("sf.mine", [4, 3])
        assert self.match.view()["state"]["bank"] == 30 - 7
        self.say("sf.action", "buy_points").say("sf.buy_points", 2)
        assert self.points() == 6 + 2
        self.say("sf.action", "line6", "cowboy").say("sf.card.number", 2).say("sf.card.where", "land2")
        assert self.points() == 8 - 6 - 1
        self.say("sf.action", "done")
        self.after(molly=0, james=3, bank=27, pile=100, hands=(2, 2))

    def five(self):
        """Molly: herds of age 2 and 1. James 6 + 2 herds = 8; her die 3 + 1 = 4: "il y a fuite d'un
        troupeau et c'est celui qui aurait rapporté le plus": 3 x 2 = 6 against 2 x 1 = 2, so the one of
        value 3. She sells the other: 2 x 1 = 2, bank 27 - 2 = 25. A land (1) and a herd of value 3 for
        2: 3 points left; hand 2 - 2 = 0. She buys place 3 (3 points, none left): one card. With 2 gold
        she could buy a point, and does not. Pile 100 - 1 = 99."""
        self.say("sf.guard", [6], [3])
        assert self.match.log(1)[0]["params"]["card"] == {
            "kind": "herd",
            "value": 3,
            "age": 2,
            "worth": 3 * 2,
        }
        self.say("sf.sell", ["herd2"])
        self.say("sf.action", "land").say("sf.card.quality", "excellent")
        self.say("sf.action", "herd").say("sf.card", "3:2").say("sf.card.where", "land3")
        assert self.points() == 6 - 1 - 2
        self.say("sf.action", "line3", "done")
        self.after(molly=2, james=3, bank=25, pile=99, hands=(1, 2))

    def six(self):
        """James's mine: 6 + 4 = 10, "sauf si il atteint ou dépasse les 10": no pay, and "le terrain et ses
        habitants disparaissent": land, mine and cowboy. 6 points: a new land (1), a herd of value 2
        that costs 1 (4 left): hand 2 - 2 = 0. Place 4 (none left), and one card; 3 gold could buy a
        point, and do not. Pile 99 - 1 = 98."""
        self.say("sf.mine", [6, 4])
        assert self.counts(JAMES) == {"lands": 0, "herds": 0, "cowboys": 0, "gold": 3}
        self.say("sf.action", "land").say("sf.card.quality", "good")
        self.say("sf.action", "herd").say("sf.card", "2:1")
        assert self.points() == 6 - 1 - 1
        self.say("sf.action", "line4", "done")
        self.after(molly=2, james=3, bank=25, pile=98, hands=(1, 1))

    def seven(self):
        """Molly: one herd, age 1. James 2 + 1 = 3, her die 2 + 1 = 3: guarded. Nothing sold. Her last card
        is a trick for 2 points: James's herd comes to her; he has a card, and does not counter. Two
        lands with room: it goes to the good one. Its age stays 0 until her next turn. 4 points: places
        1 and 3 (none left). Hand 1 - 1 + 2 = 2, pile 98 - 2 = 96. With 2 gold she could buy a point,
        and does not."""
        self.say("sf.guard", [2], [2]).say("sf.sell", [])
        self.say("sf.action", "other").say("sf.card.cost", 2).say("sf.card.on", JAMES).say("sf.counter", None)
        self.say("sf.effect", "move").say("sf.effect.card", "herd4").say("sf.effect.to", MOLLY)
        self.say("sf.card.where", "land1").say("sf.effect", None)
        assert self.counts(MOLLY)["herds"] == 1 + 1 and self.counts(JAMES)["herds"] == 0
        assert self.points() == 6 - 2
        self.say("sf.action", "line1", "line3", "done")
        self.after(molly=2, james=3, bank=25, pile=96, hands=(2, 1))

    def eight(self):
        """James: a card pays him the whole bank, 25, and he has 3 + 25 = 28: "La partie se termine si la
        banque n'a plus d'or", and the turn is finished: the card was his last one, 6 - 1 = 5 points are
        left, and place 5 takes them. He could buy points with 28 gold, and does not. Pile 96 - 1 = 95."""
        self.say("sf.action", "other").say("sf.card.cost", 1).say("sf.card.on", JAMES)
        self.say("sf.effect", "gold").say("sf.effect.pays", "table").say("sf.effect.gets", JAMES)
        self.say("sf.effect.gold", 25).say("sf.effect", None)
        assert self.match.view()["state"]["ending"] == ["bank"]
        self.say("sf.action", "line5", "done")
        self.after(molly=2, james=28, bank=0, pile=95, hands=(2, 1))

    def the_count(self):
        """Lands: Molly 2, James 1: 5 and 3. Herds: Molly 2, James 0: 5 and none. Cowboys: Molly 1, James 0
        (his exploded): 5 and none. Gold: James 28, Molly 2: 5 and 3. Molly 5 + 5 + 5 + 3 = 18, James 3
        + 0 + 0 + 5 = 8."""
        self.say("sf.recount", None)
        result = self.match.result
        assert result.breakdown == {
            MOLLY: {"lands": 5, "herds": 5, "cowboys": 5, "gold": 3},
            JAMES: {"lands": 3, "herds": 0, "cowboys": 0, "gold": 5},
        }
        assert result.scores == {MOLLY: 5 + 5 + 5 + 3, JAMES: 3 + 5}
        assert result.ranking == ((MOLLY,), (JAMES,))


TURNS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@pytest.mark.parametrize("last", range(1, len(TURNS) + 1))
def test_eight_turns_by_hand(last):
    played = EightTurns()
    for turn in TURNS[:last]:
        getattr(played, turn)()
    if last == len(TURNS):
        played.the_count()
    assert played.match.view() == played.match.replay().view()
