#!/usr/bin/env bash
# chess.js 1.4.0 neither writes nor reads a quotation mark in a PGN tag, such as a nickname in a player's name.
#
# The PGN standard puts a backslash before it. chess.js writes it bare, so the tag ends too early, and its own `loadPgn`
# throws on the text. It throws on the standard form as well, which chessops 0.15.1 and kokopu 4.13.4 read. A game with
# one such name is therefore lost for chess.js as a whole, whichever program wrote it.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4

cat >quotes.js <<'JS'
import { Chess } from 'chess.js'
import { parsePgn } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

const read = (text) => {
  try {
    const game = new Chess()
    game.loadPgn(text)
    return game.getHeaders().White
  } catch (error) {
    return `throws ${error.name}`
  }
}
const game = new Chess()
game.setHeader('White', 'Ann "the bridge" Lee')
game.move('e4')
console.log(`chess.js writes ${/^\[White.*$/m.exec(game.pgn())[0]}`)
console.log(`chess.js reads that: ${read(game.pgn())}`)
const standard = '[Event "?"]\n[White "Ann \\"the bridge\\" Lee"]\n\n1. e4 *\n'
console.log(`chess.js reads the standard form: ${read(standard)}`)
console.log(`chessops reads it: ${parsePgn(standard)[0].headers.get('White')}`)
console.log(`kokopu reads it: ${pgnRead(standard).game(0).playerName('w')}`)
JS
expect 'a name with quotation marks' 'chess.js writes [White "Ann "the bridge" Lee"]
chess.js reads that: throws SyntaxError
chess.js reads the standard form: throws SyntaxError
chessops reads it: Ann "the bridge" Lee
kokopu reads it: Ann "the bridge" Lee' "$(node quotes.js)"
finish
