#!/usr/bin/env bash
# chess.js 1.4.0 calls one position both checkmate and a draw: mate that is given by the hundredth ply without a
# capture or pawn move.
#
# By the laws of chess mate ends the game first (FIDE article 9.6.2 says so of 75 moves, and 9.3 needs a claim).
# `isDraw()` and `isDrawByFiftyMoves()` look at the clock alone. Code that asks isDraw() before isCheckmate() scores
# the game as half a point. Tables that obey the rule count such a mate as a win, as ours and Syzygy's do.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0

cat >mate.js <<'JS'
import { Chess } from 'chess.js'

const game = new Chess('7k/8/5K2/6Q1/8/8/8/8 w - - 99 90')
game.move('Qg7#')
console.log(game.fen())
const draws = `isDraw ${game.isDraw()}, isDrawByFiftyMoves ${game.isDrawByFiftyMoves()}`
console.log(`isCheckmate ${game.isCheckmate()}, ${draws}`)
JS
expect 'a queen mates with the clock at 99' '7k/6Q1/5K2/8/8/8/8/8 b - - 100 90
isCheckmate true, isDraw true, isDrawByFiftyMoves true' "$(node mate.js)"
finish
