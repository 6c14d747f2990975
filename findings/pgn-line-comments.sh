#!/usr/bin/env bash
# A PGN comment may begin with a semicolon and end with the line. Four readers give four answers to the same game.
#
# - chess.js 1.4.0 keeps the comment.
# - chessops 0.15.1 drops it, and keeps the moves.
# - kokopu 4.13.4 throws: "Unrecognized character or group of characters."
# - pgn-extract 19.04 (Debian 12) ends the game at the semicolon: the moves before and after it are lost, too.
#
# A program that writes PGN for all of them has to use braces. Matewright does, and reads both forms.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4
debian_package pgn-extract=19.04-1

cat >game.pgn <<'PGN'
[Event "rest of line"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 ; a pawn
1... e5 2. Nf3 *
PGN
cat >read.js <<'JS'
import { readFileSync } from 'node:fs'
import { Chess } from 'chess.js'
import { parsePgn } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

const text = readFileSync('game.pgn', 'utf8')
const readers = {
  chessjs() {
    const game = new Chess()
    game.loadPgn(text)
    return `${game.history().join(' ')} / ${game.getComments().map(({ comment }) => comment)}`
  },
  chessops() {
    const nodes = [...parsePgn(text)[0].moves.mainline()]
    return `${nodes.map(({ san }) => san).join(' ')} / ${nodes.flatMap(({ comments = [] }) => comments)}`
  },
  kokopu() {
    return pgnRead(text).game(0).nodes().map((node) => node.notation()).join(' ')
  },
}
try {
  console.log(readers[process.argv[2]]())
} catch (error) {
  console.log(`throws: ${error.message}`)
}
JS
expect 'chess.js' 'e4 e5 Nf3 / a pawn' "$(node read.js chessjs)"
expect 'chessops' 'e4 e5 Nf3 / ' "$(node read.js chessops)"
expect 'kokopu' 'throws: Unrecognized character or group of characters.' "$(node read.js kokopu)"
expect 'pgn-extract: moves of the first game' '*' \
  "$(pgn-extract -s game.pgn 2>/dev/null | sed -n '/^$/,$p' | grep -v '^$' | head -n 1 || true)"
expect 'pgn-extract: what it reports' 'Unknown character ; (Hex: 3b).' \
  "$(pgn-extract -s game.pgn 2>&1 >/dev/null | grep Unknown)"
finish
