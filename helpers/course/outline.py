"""The course in order: thirty-one notebooks, the question of each, and which are ready."""

from helpers.course.ledger import notebook_file

PARTS = {
    "I The learning problem": {
        "01": ("risk", "What is learning, once written down?"),
        "02": ("convexity", "Which losses are easy, and how is “easy” measured?"),
    },
    "II Linear models": {
        "03": ("perceptron", "When does correcting mistakes ever end?"),
        "04": ("least squares", "When is the best fit a bad one?"),
        "05": ("sparsity", "Why do corners make zeros?"),
        "06": ("logistic", "How sure is the classifier, and what does temperature do to it?"),
    },
    "III Optimisation": {
        "07": ("gradient descent", "How far can a step go?"),
        "08": ("sgd", "How good is a step in a random direction that is right on average?"),
        "09": ("sgd variants", "How do projection, scaling and memory tame the noise?"),
        "10": ("langevin", "What if we never stop shaking?"),
    },
    "IV Margins": {
        "11": ("svm", "Which separating line, and what does each point pay?"),
        "12": ("multiclass", "How do two-class machines choose among many?"),
        "13": ("boosting", "How do weak rules become a strong one, and why does it not overfit?"),
    },
    "V Kernels": {
        "14": ("kernel trick", "How to compute in infinitely many features?"),
        "15": ("kernel design", "Which functions are kernels?"),
        "16": ("rkhs", "What does a kernel call a smooth function?"),
        "17": ("gaussian processes", "How sure is the curve between the points?"),
        "18": ("fourier features", "Which frequencies does a kernel hear?"),
        "19": ("mmd", "Do two samples come from one distribution?"),
    },
    "VI Online learning": {
        "20": ("experts", "How much do we regret, against an adversary?"),
        "21": ("mirror descent", "Which geometry should a step use?"),
        "22": ("bandits", "What does it cost to see only one arm?"),
        "23": ("online to batch", "How does low regret become low risk?"),
    },
    "VII Generalisation": {
        "24": ("concentration", "How far is an average from its mean?"),
        "25": ("pac", "How many examples does a finite class need?"),
        "26": ("vc dimension", "How many labellings can a class draw?"),
        "27": ("rademacher", "How well does a class fit coin flips?"),
        "28": ("stability", "What if one example had been another?"),
    },
    "VIII Estimation": {
        "29": ("asymptotics", "What is the exact price of n examples?"),
        "30": ("method of moments", "Can a mixture be learnt without local optima?"),
    },
    "IX Beyond the notes": {"31": ("neural networks", "What do the same tools say about a small network?")},
}


def course_map():
    """The map as a table: a link where the notebook is ready."""
    from IPython.display import Markdown

    lines = ["| no. | notebook | the question it asks |", "|---|---|---|"]
    for part, topics in PARTS.items():
        lines.append(f"| | **{part}** | |")
        lines += [
            f"| {number} | {_entry(number, title)} | {question} |" for number, (title, question) in topics.items()
        ]
    return Markdown("\n".join(lines))


def _entry(number, title):
    path = notebook_file(number)
    return f"[{title}]({path.name})" if path else f"{title} (to come)"
