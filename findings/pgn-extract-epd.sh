#!/usr/bin/env bash
# pgn-extract 19.04 (Debian 12) writes EPD whose comments are bare words: `c0 Ann Lee-Bob ...; c1 1-0;`.
#
# The EPD standard has c0 to c9 take one quoted string. A strict reader refuses these lines; one that splits operands
# at spaces takes each word of a player's name as an operand. The half-move clock is not written at all (no hmvc), so a
# position 98 plies into the count becomes one at 0.
source "$(dirname "$0")/common.bash"
debian_package pgn-extract=19.04-1

cat >game.pgn <<'PGN'
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann Lee"]
[Black "Bob"]
[Result "1-0"]
[SetUp "1"]
[FEN "7k/8/5K2/6Q1/8/8/8/8 w - - 98 90"]

90. Qg7# 1-0
PGN
expect 'pgn-extract -Wepd' '7k/8/5K2/6Q1/8/8/8/8 w - - c0 Ann Lee-Bob ? ? ????.??.??; c1 1-0;
7k/6Q1/5K2/8/8/8/8/8 b - - c0 Ann Lee-Bob ? ? ????.??.??; c1 1-0;' \
  "$(pgn-extract -s -Wepd game.pgn 2>/dev/null | grep .)"
finish
