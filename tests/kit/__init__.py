"""What every game gets for nothing: playouts, secrets, undo, refusals, words, pictures, goldens.

A new game brings

- ``tests/kit/games/<game>.py``: ``LONGEST`` (plies of a match at most), ``HIDDEN`` (whether seats
  have secrets), ``pieces(state)`` (what neither a move nor `resample` may change); if wished
  ``FORGOTTEN``, ``DECISIONS`` and ``PLAYOUTS``, see `playouts.hooks`;
- golden files: ``python -m tests.kit.golden <game>`` writes them, you read them.

``python -m pytest tests/kit -k <game>`` then says what is wrong with it. ``test_mutants*.py`` plant
a fault for each check and demand that it is caught.
"""
