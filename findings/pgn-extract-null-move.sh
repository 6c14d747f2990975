#!/usr/bin/env bash
# pgn-extract 19.04 (Debian 12) drops a whole game for one null move in its main line, and prints the same null move
# in a variation without complaint.
#
# The exit status is 0 in both cases, so a pipeline does not notice. Broadcasts and training files have null moves in
# main lines (a move that was not transmitted, or a threat). chessops 0.15.1 and kokopu 4.13.4 read both games.
source "$(dirname "$0")/common.bash"
npm_packages chessops@0.15.1 kokopu@4.13.4
debian_package pgn-extract=19.04-1

# game MOVES: writes game.pgn
game() {
  printf '[Event "?"]\n[Result "1-0"]\n[SetUp "1"]\n[FEN "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]\n\n%s\n' "$1" >game.pgn
}
cat >read.js <<'JS'
import { readFileSync } from 'node:fs'
import { parsePgn } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

const text = readFileSync('game.pgn', 'utf8')
console.log([...parsePgn(text)[0].moves.mainline()].map(({ san }) => san).join(' '))
console.log(pgnRead(text).game(0).nodes().map((node) => node.notation()).join(' '))
JS
# extract: what pgn-extract prints of the moves, and its exit status
extract() {
  pgn-extract -s game.pgn >out.txt 2>err.txt && status=0 || status=$?
  printf '%s\nexit status %s\n' "$(grep -E '^1\.' out.txt || echo nothing)" "$status"
}

game '1. Kf8 (1. Kf6 -- 2. Qg7#) 1... Kh7 2. Qg7# 1-0'
expect 'pgn-extract, in a variation' '1. Kf8 (1. Kf6 -- 2. Qg7#) 1... Kh7 2. Qg7# 1-0
exit status 0' "$(extract)"
game '1. Kf6 -- 2. Qg7# 1-0'
expect 'pgn-extract, in the main line' 'nothing
exit status 0' "$(extract)"
expect 'pgn-extract, its words' 'Null moves (--) only allowed in variations.' "$(grep Null err.txt)"
expect 'chessops and kokopu, in the main line' 'Kf6 -- Qg7#
Kf6 -- Qg7#' "$(node read.js)"
finish
