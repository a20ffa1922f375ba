# What every game shares: refusals, lists, small words.
list-and = { $first } and { $last }
list-nobody = nobody

refused-illegal = That move is not legal now.
refused-not-asked = You are not asked for anything in this match right now.
refused-over = This match has ended.
refused-stale = That button belongs to an earlier question. Here is the present one.
refused-retired = This match was played under rules that this bot no longer knows. It is kept, and can be exported.
refused-step-after-chance = Step { $step } of that uses chance or shows something hidden, so nothing may follow it in one go. Send the steps up to there first.
