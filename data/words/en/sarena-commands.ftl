# Sarena's slash commands.
cmd-sarena = Sarena: stack and flip
cmd-sarena-move = Move a pile one circle: onto another pile, or flipped into an empty arrow circle
opt-sarena-from = The circle the pile stands on
opt-sarena-to = The circle it goes to
