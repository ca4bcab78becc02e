"""The planner: a computer player that makes plans for a whole phase, values them with the enemy's reply, and plays one.

It knows no game. A game's advice room gives it an adapter, ``knowledge.Knowledge``, which answers for one position
where units could be, what they bring, what the table makes of it, who is in supply if others stood elsewhere, and what
holding a hex is worth. What a side cannot see has been dealt before (``engine.play.determined``), so that every module
here works on positions without secrets, and the same question always has the same answer.

The floors, low to high; each asks those before it:

``knowledge``  the contract, and the records in it: forces, stands, outcomes of a table.
``exchange``   one attack: every result with its chance, losses chosen well, retreats that cannot be made.
``strikes``    flat map: the strongest attack that a side can bring against any hex, by matching units to places.
``lifelines``  flat map: who loses supply when a hex is left, or closed by a unit.
``sectors``    the front in stretches of up to eight hexes, and the stances that they can be given.
``sets``       attacks on all targets together, by local search on their joint worth; budgets are counted in valuations.
``guard``      a defence: places for units by which no way to what the side holds is free.
``assault``    maps and search joined: the attacks of a phase, with what the reply to them would cost.

What is to stand on them, in this order:

1. *Posts*: for units that do not attack, the worth of every hex they reach: what is struck at there (``strikes`` of the
   enemy), what it holds open (``lifelines.left``), what it closes to the enemy (``lifelines.closed`` of his side), way
   to goals, room; ``guard`` finds the line, and what it costs to stand there comes from these.
2. *Plan*: unit to (hex, target), a stance for each sector, the parts of its worth. Plans differ in kind: each of at
   least fifteen named patterns (close a pocket, cut a line, strike the spearhead's neck, fall back behind a river,
   relieve, garrison, screen, ...) proposes one change of stances and a few places; none decides. Changes are valued on
   the maps alone, without ``apply``.
3. *Reply*: the best four plans are played out on forks (``engine.play.suppose.fork``), dice as branches
   (``engine.play.branches``), with the enemy's best set of attacks and his cuts as answer; the best is carried out, and
   made anew once a die has fallen other than it was reckoned with.
4. *Duties*: what is neither movement nor attack (chits, losses, retreats, reinforcements, air) comes from scorers in
   the game's advice room, which rank the answers of one step.

A level is a budget: without reply and with one plan in three, with four plans, with ten times the valuations. No player
is offered for choice until it beats the one before it in pairs (``stavka simulate --gauntlet``).
"""
