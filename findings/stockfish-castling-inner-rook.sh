#!/usr/bin/env bash
# Stockfish 15.1 (Debian 12) reads the castling right K as in Chess960, although UCI_Chess960 is off: it belongs to the
# outermost rook beside the king, wherever that stands.
#
# With the king on e1 and the rook on g1 it keeps the right and lists the move e1g1, onto its own rook. In a game of
# standard chess no such right exists, and a board that plays e1g1 as a king's move captures the rook. A client has to
# drop rights without a rook on a1 or h1 before it passes a FEN on. Matewright drops them with a warning.
source "$(dirname "$0")/common.bash"
debian_package stockfish=15.1-4

printf '%s\n' uci 'setoption name UCI_Chess960 value false' \
  'position fen 4k3/8/8/8/8/8/8/4K1R1 w K - 0 1' d 'go perft 1' quit |
  stockfish >out.txt 2>/dev/null
expect 'the FEN that it has read' 'Fen: 4k3/8/8/8/8/8/8/4K1R1 w K - 0 1' "$(grep '^Fen' out.txt)"
expect 'its moves of the king' 'e1d1
e1d2
e1e2
e1f1
e1f2
e1g1' "$(grep -oE '^e1[a-h][1-8]' out.txt | sort)"
finish
