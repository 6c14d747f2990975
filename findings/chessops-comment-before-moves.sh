#!/usr/bin/env bash
# chessops 0.15.1 makes two games of one that pgn-extract 19.04 (Debian 12) writes, and loses its FEN.
#
# pgn-extract writes a blank line after a comment before the first move. In chessops a blank line ends a game as soon as
# anything but tags has begun, unless the line is inside of a comment. So `parsePgn` returns two games. The first one
# has the tags, and no moves. The second one has the moves and no FEN, so they begin from the initial position. No error
# is reported. A missing blank line has the opposite effect: if tags follow the moves of another game directly, chessops
# appends the moves of the second game to the first.
#
# The PGN standard ends a game by its result. kokopu 4.13.4 reads both files as meant, and so does chess.js 1.4.0 with
# the first file; it reads only one game. Matewright ends no game at a blank line.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4
debian_package pgn-extract=19.04-1

cat >source.pgn <<'PGN'
[Event "Lucena"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[SetUp "1"]
[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"]

{The bridge} 1. Rd1+ Ke7 2. Rd4 1-0
PGN
pgn-extract -s source.pgn >game.pgn 2>/dev/null
expect 'pgn-extract writes a blank line after the comment' '{ The bridge }

1. Rd1+ Ke7 2. Rd4 1-0' "$(sed -n '/bridge/,$p' game.pgn)"

cat >read.js <<'JS'
import { readFileSync } from 'node:fs'
import { Chess } from 'chess.js'
import { parsePgn } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

const [, , name, file] = process.argv
const text = readFileSync(file, 'utf8')
const game = (event, fen, sans) =>
  console.log(`${event}: ${sans.join(' ') || 'no moves'}, from ${fen ?? 'the initial position'}`)
if (name === 'chessops') {
  for (const { headers, moves } of parsePgn(text)) {
    game(headers.get('Event'), headers.get('FEN'), [...moves.mainline()].map(({ san }) => san))
  }
}
if (name === 'kokopu') {
  for (const each of pgnRead(text).games()) {
    const fen = each.initialPosition().fen()
    game(each.event(), fen.startsWith('rnbqkbnr/') ? undefined : fen, each.nodes().map((node) => node.notation()))
  }
}
if (name === 'chess.js') {
  const one = new Chess()
  one.loadPgn(text)
  game(one.getHeaders().Event, one.getHeaders().FEN, one.history())
}
JS
expect 'chessops' 'Lucena: no moves, from 1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1
?: Rd1+ Ke7 Rd4, from the initial position' "$(node read.js chessops game.pgn)"
for reader in chess.js kokopu; do
  expect "$reader" 'Lucena: Rd1+ Ke7 Rd4, from 1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1' "$(node read.js $reader game.pgn)"
done

cat >two.pgn <<'PGN'
[Event "One"]
[Result "1-0"]
1. e4 e5 1-0
[Event "Two"]
[Result "0-1"]
1. d4 d5 0-1
PGN
expect 'chessops, two games without blank lines' \
  'One: e4 e5 d4 d5, from the initial position' "$(node read.js chessops two.pgn)"
expect 'kokopu, two games without blank lines' 'One: e4 e5, from the initial position
Two: d4 d5, from the initial position' "$(node read.js kokopu two.pgn)"
finish
