"""With real hands: no legal play is ever called a revoke, and every revoke is found once it is provable.

Provable: a player did not follow a colour, with a card that was not Bo (B-10 to B-13), and shows it in a
later round, or must still have it: of all other sweets fewer are left than they hold. No card comes into a
hand, so they had it then; and all cards are shown in seven rounds, so that each revoke is proved in the end.
"""

import pytest

from tests.games.bo_bo_bon.dealt import Dealt

SHORT, LONG = 30, 500  # matches at each table
TABLES = [(people, bo, led) for people in (2, 3, 4) for bo, led in ((False, "free"), (True, "free"))]
TABLES += [(3, True, "monsters"), (4, True, "monsters")]
every_table = pytest.mark.parametrize(("people", "bo", "led"), TABLES)


@every_table
def test_no_legal_play_is_ever_called_a_revoke(people, bo, led, is_long):
    seen = 0
    for seed in range(LONG if is_long else SHORT):
        dealt = Dealt(people, seed, bo, led).play()
        assert dealt.match._run.table.state.revokes == [] == dealt.revoked
        seen += dealt.figures["could not follow"]
    assert seen > 20, "not to follow is not to revoke"


@every_table
def test_b_24_every_revoke_is_found_once_it_is_provable(people, bo, led, is_long):
    seen = refused = counted = 0
    for seed in range(LONG if is_long else SHORT):
        dealt = Dealt(people, seed, bo, led, cheats=2).play()
        assert {revoked for revoked, _ in dealt.proved} == set(dealt.revoked)
        seen += len(dealt.revoked)
        refused += dealt.figures["refused"]
        counted += dealt.figures["counted out"]
    assert seen > SHORT / 2
    assert counted, "before the colour is shown"
    assert bool(refused) == bo, "without Bo, whoever has to play a monster is not asked"
