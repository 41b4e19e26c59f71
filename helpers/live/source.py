"""Show the function that ran, never a copy of it."""

import inspect


def source(*functions):
    """The source of the functions, highlighted."""
    from IPython.display import Markdown  # only a notebook needs it

    return Markdown(
        "\n".join(f"```python\n{inspect.getsource(f).rstrip()}\n```" for f in functions)
    )
