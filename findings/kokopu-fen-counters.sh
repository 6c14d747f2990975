#!/usr/bin/env bash
# kokopu 4.13.4 does not keep the half-move clock and the move number in a position: a FEN that is read and written
# again has `0 1`, without a word.
#
# `new Position(fen).fen()` looks like a round trip, and is one in chess.js and chessops. For an endgame near the
# fifty-move limit the difference is the result: this rook ending is drawn by the rule, and won with the clock at 0.
# `position.fen(fen)` returns the counters once, when the FEN is parsed; the caller has to carry them.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4

cat >read.js <<'JS'
import { Chess } from 'chess.js'
import { makeFen, parseFen } from 'chessops/fen'
import { Position } from 'kokopu'

const fen = '8/8/8/8/8/2k5/8/K6R w - - 74 90'
console.log(`chess.js ${new Chess(fen).fen()}`)
console.log(`chessops ${makeFen(parseFen(fen).unwrap())}`)
console.log(`kokopu ${new Position(fen).fen()}`)
console.log(`kokopu, from reading: ${JSON.stringify(new Position().fen(fen))}`)
JS
expect '8/8/8/8/8/2k5/8/K6R w - - 74 90' 'chess.js 8/8/8/8/8/2k5/8/K6R w - - 74 90
chessops 8/8/8/8/8/2k5/8/K6R w - - 74 90
kokopu 8/8/8/8/8/2k5/8/K6R w - - 0 1
kokopu, from reading: {"fiftyMoveClock":74,"fullMoveNumber":90}' "$(node read.js)"
finish
