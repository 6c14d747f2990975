#!/usr/bin/env bash
# chess.js 1.4.0 refuses a whole game because two comments follow each other, which the PGN standard allows.
#
# chessops 0.15.1 and kokopu 4.13.4 read the same game: the first keeps a list of comments, the second joins them.
# chess.js also refuses a numeric glyph ($1) after a comment, where the other two accept it.
#
# A program that adds a comment beside an existing one therefore has to join the two. Matewright does.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4

cat >read.js <<'JS'
import { Chess } from 'chess.js'
import { parsePgn } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

const [, , reader, moves] = process.argv
const text = `[Event "?"]\n[Result "*"]\n\n${moves}\n`
try {
  if (reader === 'chess.js') {
    const game = new Chess()
    game.loadPgn(text)
    console.log(game.getComments().map(({ comment }) => comment).join(' | '))
  } else if (reader === 'chessops') {
    console.log([...parsePgn(text)[0].moves.mainline()].flatMap(({ comments = [] }) => comments).join(' | '))
  } else {
    console.log(pgnRead(text).game(0).nodes().map((node) => node.comment()).filter(Boolean).join(' | '))
  }
} catch (error) {
  console.log(`throws ${error.name}`)
}
JS
two='1. e4 {first} {second} e5 *'
expect "chess.js: $two" 'throws SyntaxError' "$(node read.js chess.js "$two")"
expect "chessops: $two" 'first | second' "$(node read.js chessops "$two")"
expect "kokopu: $two" 'first second' "$(node read.js kokopu "$two")"
glyph='1. e4 {first} $1 e5 *'
expect "chess.js: $glyph" 'throws SyntaxError' "$(node read.js chess.js "$glyph")"
expect "chessops: $glyph" 'first' "$(node read.js chessops "$glyph")"
expect "kokopu: $glyph" 'first' "$(node read.js kokopu "$glyph")"
finish
