"""`python -m pipeline` is the command `clausetrace`."""

from pipeline.cli import main

if __name__ == "__main__":
    main()
