#!/usr/bin/env bash
# chess.js 1.4.0 can write a PGN that it cannot read: `pgn({ maxWidth })` loses the blank between a move and the number
# of the next one, near a comment at the end of a line.
#
# The same game wraps well at 72 columns. At 80, the width that the PGN standard names, it has "b57." where "b5 7." is
# meant, and `loadPgn` throws "Invalid move in PGN: b57". No move is lost from memory, so nothing shows at the time of
# writing. Matewright reads such a move and its number apart.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0

cat >wrap.js <<'JS'
import { Chess } from 'chess.js'

const game = new Chess()
game.loadPgn(
  '1. e4 {one} e5 {two} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 ' +
    '{a comment of several words} 8. c3 O-O *',
)
for (const maxWidth of [72, 80]) {
  const text = game.pgn({ maxWidth })
  let read
  try {
    const again = new Chess()
    again.loadPgn(text)
    read = `${again.history().length} moves`
  } catch (error) {
    read = error.message
  }
  console.log(`${maxWidth}: ${/b5\s*7\./.exec(text)[0].replace('\n', ' ')} is read as ${read}`)
}
JS
expect 'a game of 16 moves at two widths' '72: b5 7. is read as 16 moves
80: b57. is read as Invalid move in PGN: b57' "$(node wrap.js)"
finish
