#!/usr/bin/env bash
# A FEN often claims castling rights that its rooks contradict: boards for setting up positions write KQkq by default.
# Three libraries accept such a FEN, and each makes something else of it.
#
# - chess.js 1.4.0 keeps all four letters and lists O-O-O as a legal move without a rook on a1. Played, the king goes to
#   c1 and no rook comes to d1. The black rights stay, though the black king is on d6.
# - chessops 0.15.1 (parseFen, then makeFen) writes the rights as squares of absent rooks: KQkq becomes KAha.
#   Readers without Chess960 refuse such letters. `Chess.fromSetup` of the same library has the right answer, K.
# - kokopu 4.13.4 drops the impossible rights: K.
#
# Matewright drops impossible rights with a warning.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4

cat >read.js <<'JS'
import { Chess } from 'chess.js'
import { Chess as Position } from 'chessops/chess'
import { makeFen, parseFen } from 'chessops/fen'
import { Position as Kokopu } from 'kokopu'

const fen = '8/8/3k4/8/8/8/8/4K2R w KQkq - 0 1'
const game = new Chess(fen)
console.log(`chess.js lists ${game.moves({ piece: 'k' }).filter((san) => san.startsWith('O')).join(' ')}`)
game.move('O-O-O')
console.log(`chess.js after O-O-O: ${game.fen()}`)
const setup = parseFen(fen).unwrap()
console.log(`chessops: ${makeFen(setup)}`)
console.log(`chessops, as a position: ${makeFen(Position.fromSetup(setup).unwrap().toSetup())}`)
console.log(`kokopu: ${new Kokopu(fen).fen()}`)
JS
expect '8/8/3k4/8/8/8/8/4K2R w KQkq - 0 1' 'chess.js lists O-O O-O-O
chess.js after O-O-O: 8/8/3k4/8/8/8/8/2K4R b kq - 1 1
chessops: 8/8/3k4/8/8/8/8/4K2R w KAha - 0 1
chessops, as a position: 8/8/3k4/8/8/8/8/4K2R w K - 0 1
kokopu: 8/8/3k4/8/8/8/8/4K2R w K - 0 1' "$(node read.js)"
finish
