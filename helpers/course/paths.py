"""Where things are, from wherever Python was started."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
DATA = ROOT / "data"


def notebooks(*numbers):
    """The notebooks, in order; with numbers ("07", 7) only those."""
    wanted = {f"{int(n):02d}" for n in numbers}
    found = [p for p in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")) if not wanted or p.name[:2] in wanted]
    missing = wanted - {p.name[:2] for p in found}
    if missing:
        raise ValueError(f"there is no notebook {', '.join(sorted(missing))} in {NOTEBOOKS.name}/")
    return found
