"""Further: words."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.kernels import substrings
from helpers.kernels.gram import certificate
from helpers.live import Claim, Figure, Guess, axes, int_slider
from helpers.live import text as text_box
from lessons.n15_kernel_design.world import alike

NAMES = {
    "English": "january february march april may june july august september october november "
    "december",
    "German": "januar februar märz april mai juni juli august september oktober november dezember",
    "French": "janvier février mars avril mai juin juillet août septembre octobre novembre "
    "décembre",
    "Spanish": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    "Italian": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
    "novembre dicembre",
}


TABLE = np.array([Words.split() for Words in NAMES.values()]).T  # (12 months, 5 languages)
WORDS = [str(word) for word in TABLE.ravel()]
MONTH, LANGUAGE = np.repeat(np.arange(12), 5), np.tile(np.arange(5), 12)


class Words(Figure):
    """Month names in five languages, compared by the pieces of t letters that they share."""

    guess = Guess(
        "Sixty names of months in five languages. Does a name find its translation more often with "
        "longer pieces?",
        {
            "yes: longer pieces say more": "They say more, but they are rarer: märz and mars share "
            "no piece of three letters.",
            "no: single letters are best here": "98 % with t = 1, 55 % with t = 4 (62 % if a "
            "tie counts, too). Translations of month names keep their letters, not their long "
            "pieces; 16 of the 60 are even spelt alike.",
            "it makes no difference": "It does: 98 % against 55 %.",
        },
        answer="no: single letters are best here",
    )

    size = (10, 4.6)
    veiled = (1,)
    story = """
pairs of letters
    Bright squares along the diagonal: five names of one month.
single letters | t=1
    With t = 1 everything is somewhat like everything.
four letters | t=4
    With t = 4 much is dark: may and mai have no piece.
an old name | w="brumaire"
    Brumaire was the fog month of 1793. Whom does it resemble?
another language | w="februari"
    Dutch: februari is at home at once.
a stranger | w="kernel", t=1
    A kernel compares whatever you give it.
"""
    notes = """Let the class type names in languages they speak. Ask which t they would choose, and
    how they would find out: count the names whose nearest foreign name is a translation (here a tie
    counts as not found, and 16 names are spelt as in another language, so they find themselves)."""
    panels = (
        axes(
            "month",
            y="month",
            title="60 names, five to a month",
            xticks=np.arange(12) + 0.5,
            yticks=np.arange(12) + 0.5,
        ),
        axes("similarity to your word", (0, 1.02), ylim=(4.6, -0.6)),
    )

    def sliders(self):
        return dict(
            w=text_box("a word", "novembro", letters),
            t=int_slider("length t", 2, 1, 4),
        )

    @staticmethod
    def compute(w, t):
        """Similarities of all names, and of the word to each of them."""
        S, share = bank(t)
        k = substrings(t)
        row = k([w], WORDS)[0]
        near = alike(row[None], k([w]).ravel(), k.diag(WORDS))[0]
        top = sorted(range(60), key=lambda i: (-round(near[i], 9), i))[:5]
        vocabulary = sorted({piece for word in [w, *WORDS] for piece in pieces_of(word, t)})
        flags = np.array([[p in word for p in vocabulary] for word in [w, *WORDS]], dtype=float)
        return dict(S=S, share=share, row=row, near=near, top=top, flags=flags)

    def picture(self, left, right):
        image = plots.heatmap(left.ax, (0, 12, 12, 0), 0, 1, origin="upper")

        left.ax.set_xticklabels(range(1, 13))
        left.ax.set_yticklabels(range(1, 13))
        right.ax.set_yticks([])
        rods = [
            right.ax.plot([], [], color=plots.SKY, lw=16, solid_capstyle="butt")[0] for _ in "five!"
        ]
        said = [right.ax.text(0.02, row, "", va="center", fontsize=13) for row in range(5)]
        right.ax.set_title("the five nearest names")

        def move(r):
            for row, i in enumerate(r.top):
                rods[row].set_data([0, r.near[i]], [row, row])
                language = list(NAMES)[LANGUAGE[i]]
                said[row].set_text(f"{WORDS[i]} ({language})" if r.near[i] > 0 else "")
            return *image(r.S), *rods, *said

        left.add(move)

    def caption(self, r):
        best = r.top[0]
        if r.near[best] == 0:
            told = f"“{r.w}” shares no piece of {r.t} letters with any name."
        else:
            told = f"Nearest to “{r.w}” is “{WORDS[best]}”, with {r.row[best]:.0f} common pieces."
        return f"{told} {100 * r.share:.0f} % of the names find a translation before others."

    def numbers(self, r):
        said = ", ".join(f"{WORDS[i]} {r.near[i]:.2f}" for i in r.top)
        return (
            f"nearest names: {said}; {100 * r.share:.0f} % of 60 names find a translation, ties "
            "not counted."
        )

    def headline(self, r):
        gap = np.abs(r.flags[0] @ r.flags[1:].T - r.row).max()
        return Claim(
            "common pieces = inner product of 0/1 features",
            "Theorem 15.7",
            measured=float(gap),
            bound=0.0,
            kind="==",
            words="The number of common pieces is the inner product of the lists “does this piece "
            "occur?”, so it is a kernel.",
        )

    def identities(self, r):
        Phi = r.flags[1:]
        K = Phi @ Phi.T
        own = np.diag(K)
        return [
            Claim(
                "all 60 names: similarities from features",
                "Theorem 15.7",
                np.abs(alike(K, own, own) - r.S).max(),
                0.0,
                "==",
            ),
            Claim(
                "scaled by its own size it is still a kernel",
                "Theorem 15.3",
                certificate(r.S).smallest,
                0.0,
                ">=",
            ),
            Claim("and never over 1", "section 3", float(max(r.near.max(), r.S.max())), 1.0),
        ]


def letters(word):
    """The word in small letters, if it is one."""
    word = word.strip().lower()
    if not word.isalpha() or len(word) > 14:
        raise ValueError("type one word of at most 14 letters")
    return word


@cache
def bank(t):
    """(similarities of all names, share of names whose nearest foreign name is a translation)."""
    K = substrings(t)(WORDS)
    own = np.diag(K)
    S = alike(K, own, own)
    foreign = np.where(LANGUAGE[:, None] != LANGUAGE, S, -1.0)
    best = foreign.max(axis=1)
    # a tie between a translation and another name counts as not found
    found = [
        b > 0 and (MONTH[row >= b - 1e-12] == m).all() for row, b, m in zip(foreign, best, MONTH)
    ]
    return S, float(np.mean(found))


def pieces_of(word, t):
    return sorted({word[i : i + t] for i in range(len(word) - t + 1)})
