"""What counts how much in a plan, beside the steps that both sides lose; a game's adapter gives its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """The unit of worth is the victory point, or what is as good as one."""

    # attacks
    ground: float = 0.3
    """Driving the enemy out of a hex, less the farther behind the foremost who may act it is from all goals."""
    luck: float = 1.0
    """Share of the ground that counts at least where the table by itself costs far more than it brings: what is won by
    luck alone is seldom held."""
    doomed: float = 0.5
    """Share of an enemy's steps that taking them brings while he is without supply, and loses them anyway."""
    reply: float = 0.4
    """Share of what the enemy's best reply would cost that is taken to come."""
    answer: float = 0.7
    """The same of his best attacks and cuts at the end of a plan that is played out, each by its chance."""
    prospect: float = 0.0
    """Share of what attacks would bring that could be made the next time from where units end up now."""
    room: float = 0.0
    """Share of what later commands of the side could bring that is felt while others stand in their way. None: that is
    not looked for."""
    effort: float = 0.02
    """For each unit that an attack binds."""
    instead: float = 0.0
    """Share of what a unit would have from its best place elsewhere that an attack must bring besides, before plans are
    weighed. None: that is not looked at."""
    retreat: int = 2
    """Hexes of the longest retreat."""
    shelter: int = 1
    """Units in a hex from which on it takes in no others of their side who retreat."""
    # places
    pull: float = 0.05
    """Share of a goal that is felt in the hex itself by those on the way to it."""
    fading: float = 0.9
    """Share of that which is felt one hex farther away."""
    shared: float = 0.0
    """Share of what nearing a goal brings that is nothing to all others once somebody of the plan goes into it."""
    parts: int = 99
    """In how many parts of the game the side still acts: goals farther than it comes in them are not felt."""
    calling: float = 0.9
    """The same of how near the enemy is felt to a goal."""
    capture: float = 0.9
    """Share of a goal of the enemy's that walking into it is worth."""
    keep: float = 0.3
    """Share of a held goal for who stands in it or near it while the enemy is near."""
    safe: float = 1.0
    """Share of that which calls others to a goal that its garrison is sure to keep; the less sure, the more."""
    open: float = 0.5
    """Share of a held goal that a free way to it costs."""
    through: float = 0.0
    """Share of that for a way through a stack, by the chance that the enemy drives it out. None: such ways are not
    looked for, and all enemies are taken to be as fast as the fastest."""
    storm: float = 0.0
    """The same for a held goal by the chance that those in it are driven out by enemies who find a way to hexes beside
    it. None: that is not looked for; it needs ``through``."""
    march: float = 0.01
    """For each unit that goes anywhere."""
    touch: float = 0.05
    """For a headquarters, standing beside an enemy who attacks."""
    # supply and command
    line: float = 0.5
    """Share of a step that being without supply costs."""
    cut: float = 0.5
    """The same of an enemy's."""
    release: float = 0.0
    """Share of that which is lost again where an attack drives enemies who are without supply to where they have it."""
    penned: float = 0.0
    """Share of all steps of a unit that having no way home costs besides, however long that were; where it is told."""
    pens: float = 0.0
    """The same of an enemy's."""
    watched: float = 0.0
    """Share of a side that has to live by a line for enemies near it to be watched; those who stand on it are hunted
    besides. None: neither is done."""
    neck: float = 1.0
    """Share of the chance to be cut off soon that is felt."""
    risked: float = 1.0
    """Share of the fear of being cut off soon that is left to who attacks: the enemy has something else to do."""
    after: float = 0.0
    """Share of a unit's further steps that count with the one that it loses next without supply."""
    relief: float = 0.0
    """The same of own units that get their supply back, for driving out who cuts it off."""
    menace: float = 0.0
    """Share of what enemies could do to held goals that driving them out brings."""
    severed: float = 0.0
    """The same of those who live by a line through a hex that changes hands, beside what it counts by itself. None:
    they are not looked for."""
    led: float = 0.3
    """Being in command the next time."""
    led_each: float = 0.0
    """The same for each point of attack and defence: the strong stand still less gladly."""
    lead: float = 0.05
    """For a headquarters, each point of attack strength that it would lead."""
