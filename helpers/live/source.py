"""Show the function that ran, never a copy of it."""

import inspect

from IPython.display import Markdown


def source(*functions):
    """The source of the functions, highlighted."""
    return Markdown(
        "\n".join(f"```python\n{inspect.getsource(f).rstrip()}\n```" for f in functions)
    )
