"""What a reader has guessed so far, and the line that counts it."""


class Session:
    """What this reader has said so far, by question."""

    def __init__(self):
        self.asked = {}  # question -> its card
        self.given = {}  # question -> what was said; None for "just show me"
        self.right = {}  # question -> True, False, or None for "just show me"
        self.waiting = {}  # question -> what to do once it is settled
        self.watching = []  # score cards

    def settle(self, question, right):
        """A question is answered: what waits for it goes on."""
        self.right.setdefault(question, right)
        for wake in self.waiting.pop(question, []):
            wake()

    def then(self, question, wake):
        """Call wake() once the question is answered; at once if that was before."""
        if question in self.right:
            wake()
        else:
            self.waiting.setdefault(question, []).append(wake)


session = Session()


def tally():
    """How many guesses were right, and how many were made since the kernel started."""
    made = [right for right in session.right.values() if right is not None]
    return sum(made), len(made)


def score():
    """The tally in one sentence: "You made 4 of 5 guesses, 3 of them right."."""
    right, made = tally()
    asked = len(session.asked)
    if not made:
        return f"You have made none of the {asked} guesses yet."
    return (
        f"You made {made} of {asked} {'guess' if asked == 1 else 'guesses'}, {right} of them right."
    )


def score_card():
    """A line for the summary of a notebook that counts the guesses as they are made."""
    from helpers.live.cards import ScoreCard  # widgets are loaded only where they are seen

    for old in session.watching:
        old.close()
    session.watching[:] = [ScoreCard()]
    return session.watching[0]


def count():
    """Bring the score card up to date."""
    for card in session.watching:
        card.update()
