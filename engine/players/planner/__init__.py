"""The planner: a computer player that makes plans for a whole phase, values them with the enemy's reply, and plays one.

It knows no game. A game's advice room gives it an adapter, ``knowledge.Knowledge``, which answers for one position
where units could be, what they bring, what the table makes of it, who is in supply if others stood elsewhere, and what
holding a hex is worth. What a side cannot see has been dealt before (``engine.play.determined``), so that every module
here works on positions without secrets, and the same question always has the same answer.

The floors, low to high; each asks those before it:

``knowledge``   the contract of questions, and the records in it: forces, stands, commands, outcomes of a table.
``remembering`` answers that are found once: for a position, for a map.
``position``    what is alike wherever there is a map: the ground, asked about once for all positions on it; who stands
                where, and strikes from where. Adapters begin with it.
``occupied``    who stands where, and controls what around it, once some units stand elsewhere.
``commanded``   what is alike where units act only near headquarters: who is led from where, and how much by whom; who
                is let act by headquarters that have only so many points.
``weights``     what counts how much beside steps.
``ending``      what is left of the game: nothing is feared after the last part, and what decides counts more and more.
``exchange``    one attack: every result with its chance, losses chosen well, retreats that cannot be made.
``strikes``     flat map: the strongest attack that some units can bring against any hex, by matching units to places.
``threats``     what each command of the enemy would do to a stack in a hex, by the chance that the command acts.
``lifelines``   flat map: who loses supply when a hex is left, or closed by a unit; what hangs on each hex of the lines.
``distances``   hexes between hexes, kept for a whole game.
``necks``       flat map: how surely a line home gets past every neck before the enemy could be there.
``needs``       where units that come from outside are wanted, and strength by what it can win.
``rear``        which hexes lead on to the front, and who rides where only some can.
``garrisons``   who is to stay in places: the least use elsewhere, as many as it takes; who has to rest.
``errands``     who is sent where they have to come to act there together.
``watching``    enemies who are left near the lines by which a side lives, and who watches them.
``uncommanded`` what is alike where a side acts all at once, led by nobody: an adapter may begin with it.
``booty``       what is alike where units that nobody guards are there for the taking.
``works``       works and standing fast, where that spares most of what the enemy could do next.
``sectors``     the front in stretches of up to eight hexes, and the stances that they can be given.
``sets``        attacks on all targets together, by local search on their joint worth; budgets are counted in
                valuations.
``barrier``     the fewest hexes, by their price, that part the enemy from what the side holds.
``calls``       who is called to enemies on the lines by which a side lives, and into hexes that open those.
``posts``       the worth of a hex to a unit: goals, supply, command, the game's own duties, danger; the price in guard.
``maps``        all flat maps of one position, and what hexes that the enemy holds are worth by them.
``guard``       a defence: places for units by which no way to what the side holds is free.
``floods``      what some walk to, each as far as it goes.
``approaches``  what enemies could bring against a place that is held, once ways to hexes beside it are open.
``incursions``  ways by which enemies could come from outside into what counts, and the fewest units that bar them.
``rims``        how few hexes part a place from all that feeds it, where only who stands in a hex bars it.
``ways``        the same guard where each enemy goes as far as it can, and through stacks that may be broken first.
``noose``       the cheapest ring that leaves an enemy stack no line, and who stands where in it.
``fronts``      whether a row keeps the enemy from what is held, and the row before him where it runs behind him; who
                bars his ways.
``cordon``      a line for a whole side, whoever is planned for first: who is to stand where in it.
``siege``       what stacks do together where each moves by itself: rings, and assaults on who is in them or on goals.
``severing``    what storming hexes brings beyond them: enemies whose lines run through one, or two together.
``sharing``     aims shared out, so that each gets what it takes.
``lending``     what only helps others, such as aircraft: each where it changes most, in attack or defence.
``pausing``     standing still for some phases: what it costs, and what it brings afterwards.
``assault``     maps and search joined: the attacks of a phase, with what the reply to them would cost.
``batches``     whom to plan for together where there are too many units for one plan.
``plan``        orders (unit to hex and target), the patterns that they came from, the words in which they are told.
``room``        what later commands of the side could attack, as far as those leave them room who act now.
``situation``   one position with its maps, what can be made of them, and which orders are possible.
``worth``       what orders are worth on the maps, without ``apply``: attacks by their table, ends of moves by the
                posts, free ways, own lines that are lost and the enemy's that are cut.
``gathering``   who could do something: the hands of a sector, the nearest to a hex, no more than are needed.
``surrounding`` a ring all around a stack where there are no zones of control.
``isolating``   the fewest units by which a stack is left no line, found line by line.
``patterns``    ideas with a name; each proposes a few orders and a stance for a sector, none decides.
``mending``     what to change in a plan because of what the enemy would answer: help, a screen, another place.
``making``      the attacks of the phase and what patterns propose, changed by further patterns, posts and swaps.
``dashes``      attacks in the middle of movement, which are made before plans are where they are worth it.
``obliging``    attacks that are declared together, where one obliges to others.
``planning``    the contract of deeds: who may act, the next action by which orders are carried out, quick answers.
``leaving``     who scores by leaving the map, and is on the way there.
``carrying``    orders as deeds: who goes first and is let go, who follows, who attacks together.
``reply``       plans played out on forks, dice as branches, with the enemy's best attacks and his worst cut as answer.
``plugging``    where who comes to the map keeps the lines of his side from being cut.
``valuing``     small decisions that are worth something each by itself.
``telling``     what a plan intends, in two sentences.
``placing``     questions only about where units come to stand, such as an advance, by the same worth.
``summons``     what it is worth to have units act now: the best plan for them, against standing still.
``player``      plans in the steps for which the game gives them; everything else is a duty, left to the greedy player.

A game gives ``Knowledge`` and ``Planning``; its module of advice names the latter ``PLANNING``. What is to come: more
patterns (screen, delay, reserve, spearhead's neck), and duties of their own (chits, losses, retreats, reinforcements,
air) in place of the greedy player's.

A level is a budget: without reply and with one proposal in three, with four plans, with ten times the valuations.
What is changed here is kept when it does better in pairs (``stavka simulate --gauntlet``).
"""
