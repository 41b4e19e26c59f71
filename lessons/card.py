"""What the course says of a lesson: the only place for its title, question, needs and weeks.

The README's table, the plans, the graph of who needs whom, the map in notebook 00 and the links
between notebooks are written from the cards.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Card:
    """All that is said of a lesson outside of it; a draft is in no plan and in no graph yet.

    title     the words of the notebook's file name
    question  what the notebook asks
    part      the part of the course, as "II Linear models"
    needs     numbers of the notebooks that it builds on directly
    sliders   what the README says can be moved
    row       its row in the graph; the column is the longest way that leads to it
    live      figures that a lecture should not leave out; else the first two
    weeks     plan -> (week, the point of that week), or the week alone where it is an extra
    terms     the standard terms that its text introduces, as "i.i.d." or "one spelling|another"
    """

    title: str
    question: str
    part: str = ""
    needs: tuple = ()
    sliders: str = ""
    row: int = 0
    live: tuple = ()
    weeks: dict = field(default_factory=dict)
    terms: tuple = ()
    draft: bool = False
