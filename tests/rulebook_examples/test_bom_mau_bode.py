"""The three printed examples of o BOM, o MAU e o BODE.

They use Ranch and Mine together, which only five people have (BOM-63): Pedro, Arthur, Georges, Silvia, and
one who is not named.
"""

from shared_rules.engine import Match
from shared_rules.games.bom_mau_bode import BomMauBode
from shared_rules.games.bom_mau_bode import characters as c

PEOPLE = ("Pedro", "Silvia", "Arthur", "Nobody", "Georges")
BOX = {f"coins_{tile}": 0 for tile in c.LOCATIONS}


class Example:
    """Pedro deals first; tokens lie at the locations as the example wants them."""

    def __init__(self, dealer="Pedro", **tokens):
        rulebook = BomMauBode()
        self.match = Match(rulebook, rulebook.set_up(PEOPLE, box=BOX), watched=True)
        self.match.answer(dealer)
        for tile, count in tokens.items():
            self.match.act("correct", "table", f"tokens_at:{tile}")
            self.match.answer(count)

    @property
    def s(self):
        return self.match._run.table.state

    def offer(self, dealer, receiver, declared, answer, card):
        assert self.s.dealer == dealer
        if self.match.prompt.id == "bom.offer.receiver":
            self.match.answer(receiver)
        if declared:
            self.match.act("bom.declare", dealer, declared)
        self.match.answer(answer)
        self.match.answer(card)

    def said(self, line_id):
        return [line["params"] for line in self.match.log() if line["id"] == line_id]


def outlaw_is_georges_and_pedro_deals(**tokens):
    example = Example("Georges", **tokens)
    example.match.answer("kid")
    example.offer("Georges", "Silvia", None, "refuse", "outlaw")
    return example


def test_bom_63_the_examples_fit_only_five_people():
    both = {people for people, tiles in c.TILES.items() if {"ranch", "mine"} <= set(tiles)}
    assert both == {5}


def test_example_1_a_bluff_is_refused():
    example = outlaw_is_georges_and_pedro_deals(ranch=2)
    assert example.s.in_play == {"outlaw": "Georges"}
    example.offer("Pedro", "Arthur", "sheriff", "refuse", "farmer")
    assert example.s.in_play["farmer"] == "Pedro", "one of his small hats is on it"
    assert example.said("bom.took.tokens") == [
        {"seat": "Pedro", "location": "ranch", "token": "cattle", "count": 2}
    ]
    assert example.match.view("Pedro")["state"]["seats"]["Pedro"]["kinds"]["cattle"] == 2
    assert example.said("bom.offer.was_bluff") == [
        {"dealer": "Pedro", "declared": "sheriff", "card": "farmer"}
    ]


def test_example_2_the_truth_is_taken_for_a_bluff():
    example = outlaw_is_georges_and_pedro_deals(ranch=2)
    example.offer("Pedro", "Arthur", "sheriff", "refuse", "farmer")
    assert example.s.dealer == "Silvia" and example.s.hand == 4
    example.offer("Silvia", "Pedro", "goat", "accept", "goat")
    assert example.s.in_play["goat"] == "Pedro" and example.s.hats["Pedro"] == 0
    assert example.said("bom.offer.was_true") == [{"dealer": "Silvia", "declared": "goat"}]
    assert example.match.prompt.id == "bom.offer.receiver", "it has no effect"


def test_example_3_the_saloon():
    """Outlaw (Georges), Sheriff (Silvia), Thief and Waitress (Arthur); a gold stolen, two bottles given."""
    example = Example("Pedro")
    match = example.match
    match.answer("gambler")
    for dealer, receiver, answer, card in (
        ("Pedro", "Georges", "accept", "outlaw"),
        ("Silvia", "Arthur", "refuse", "sheriff"),
        ("Arthur", "Pedro", "refuse", "thief"),
    ):
        example.offer(dealer, receiver, None, answer, card)
        if card == "thief":
            match.answer("mine")
    example.offer("Nobody", "Arthur", None, "accept", "waitress")
    example.offer("Georges", "Pedro", None, "accept", "goat")
    example.offer("Pedro", "Silvia", None, "refuse", "kid")
    example.offer("Silvia", "Georges", None, "accept", "widow")
    example.offer("Nobody", "Silvia", None, "accept", "prospector")
    assert example.s.last_active == "Nobody"
    match.act("correct", "table", "tokens_at:saloon")
    match.answer(2)
    before, bottles = dict(example.s.purses), example.s.holdings.counts["Silvia"]
    example.offer(example.s.dealer, "Nobody", None, "accept", "cowboy")
    example.offer(example.s.dealer, "Nobody", None, "accept", "seller")
    assert example.s.purses == before | {"Georges": before["Georges"] + 4}
    assert example.said("bom.outlaw.killed") == [{"seat": "Georges", "sheriff": "Silvia", "coins": 4}]
    assert example.said("bom.sheriff.paid") == [], "one action lost for Silvia"
    assert example.said("bom.thief.kept") == [{"seat": "Arthur", "token": "gold", "count": 1}]
    assert match.view("Arthur")["state"]["seats"]["Arthur"]["kinds"]["gold"] == 1
    assert match.prompt.id == "bom.waitress.bottles" and "Arthur" not in match.prompt.limits()
    match.answer({"Silvia": 2})
    assert example.s.holdings.counts["Silvia"] == bottles + 2 and example.s.tokens_at["saloon"] == 1, (
        "a new one"
    )
    assert match.round == 2, "there is no Gambler"
