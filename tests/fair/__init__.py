"""Whole tables played by chance: whatever people do, each has seen only what was his to see when he
saw it, nobody does what he may not, and luck is the same however often it is asked.

`tables` plays them, `ledger` knows what each person may know, `referee` what each may do; neither
of the two looks at what the bot keeps of it. `reads` is what people get to read. Run it at full
size with ``python -m tests.fair --tables 1500 --game NAME --seed 1``.
"""
