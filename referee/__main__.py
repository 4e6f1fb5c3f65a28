"""The command line by another name: `python -m referee` does what `referee` does."""

from referee.cli import main

if __name__ == "__main__":
    main(prog_name="referee")
