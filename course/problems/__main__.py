"""Print every solution with its marking note:   python -m course.problems"""

import inspect

from course.problems import PARTS


def main():
    for number, module in enumerate(PARTS, start=1):
        print(f"\n# Problem {number}. {inspect.getdoc(module)}")
        for name in "abcde":
            part = getattr(module, name)
            print(f"\n({name}) {' '.join(inspect.getdoc(part).split())}\n    {part()}")


if __name__ == "__main__":
    main()
