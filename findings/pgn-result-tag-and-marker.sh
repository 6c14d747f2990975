#!/usr/bin/env bash
# A PGN game states its result twice: in the tag Result and after the moves. Where the two differ, libraries disagree.
#
# - chess.js 1.4.0 and kokopu 4.13.4 take the marker after the moves, even if it is `*` (unfinished).
# - chessops 0.15.1 takes a marker that is a result, but keeps the tag where the marker is `*`.
# - Without a marker chess.js and chessops take the tag, and kokopu calls the game unfinished.
#
# So an unfinished game with a stale tag is won for one library and open for the others. The standard asks for equal
# values, and states no rule for unequal ones.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4

cat >read.js <<'JS'
import { Chess } from 'chess.js'
import { makePgn, parsePgn } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

for (const marker of [' *', ' 1/2-1/2', '']) {
  const text = `[Event "?"]\n[Result "1-0"]\n\n1. e4${marker}\n`
  const game = new Chess()
  game.loadPgn(text)
  const last = (written) => written.trim().split(/\s+/).at(-1)
  const results = [
    `chess.js ${game.getHeaders().Result}`,
    `chessops ${last(makePgn(parsePgn(text)[0]))}`,
    `kokopu ${pgnRead(text).game(0).result()}`,
  ]
  console.log(`tag 1-0, marker "${marker.trim()}": ${results.join(', ')}`)
}
JS
expect 'results' 'tag 1-0, marker "*": chess.js *, chessops 1-0, kokopu *
tag 1-0, marker "1/2-1/2": chess.js 1/2-1/2, chessops 1/2-1/2, kokopu 1/2-1/2
tag 1-0, marker "": chess.js 1-0, chessops 1-0, kokopu *' "$(node read.js)"
finish
