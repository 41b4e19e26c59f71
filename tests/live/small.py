"""The least that a figure needs; tests change a part of it."""

from helpers.live import Figure, slider


class small(Figure):
    """The least that a figure needs; tests change a part of it."""

    size = (3, 2)

    def sliders(self):
        return dict(a=slider("height a", 1, 0, 2))

    @staticmethod
    def compute(a):
        return dict(double=2 * a)

    def picture(self, fig):
        ax = fig.subplots()
        ax.set(xlim=(0, 1), ylim=(0, 4))
        (line,) = ax.plot([], [])

        def move(r):
            line.set_data([0, 1], [r.a, r.double])
            return (line,)

        return move

    def caption(self, r):
        return f"It rises to {r.double:g}."
