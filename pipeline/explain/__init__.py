"""Why a result is as it is: the shares behind the furniture, the decisions behind a clause, a page with all of them drawn on.

``shares`` and ``plot`` show the distribution of recurrence; ``clause`` gathers what was decided along a path and around it;
``shapes`` says what is to be drawn on a page, ``canvas`` and ``picture`` draw it. Everything here reads results that are there and
gives records, text or the bytes of a picture; nothing decides again, and nothing touches the disk.
"""
