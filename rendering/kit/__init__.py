"""The drawing kit that every game's pictures are made with.

A theme names colours and fonts (`theme`). At the first picture its materials are drawn once, at
four times the size (`raster`, `materials`), reduced, and mapped to one palette of at most 255
colours (`atlas`). A picture is then a copy of a ground and pastes (`canvas`): sprites, marks
(`marks`), text (`text`), the bars that all games share (`bars`); `encode` makes a file of it.
"""
