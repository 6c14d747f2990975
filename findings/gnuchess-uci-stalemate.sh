#!/usr/bin/env bash
# GNU Chess 6.2.7 (Debian 12) as a UCI engine answers a stalemate with the move a1a1, and with a move to ponder on
# that belongs to the position searched before.
#
# Stockfish 15.1 answers `bestmove (none)` and a score of 0. The UCI text names neither. GNU Chess sends no score
# before its answer either. A client must therefore check for the end of the game itself, before it asks an engine,
# and must not play what an engine of this kind returns.
source "$(dirname "$0")/common.bash"
debian_package gnuchess=6.2.7-1+deb12u1
debian_package stockfish=15.1-4

# ask ENGINE...: a search of an ordinary position, then of a stalemate.
ask() {
  { echo uci; sleep 0.5; echo 'position fen 8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1'; echo 'go depth 5'; sleep 2
    echo 'position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'; echo 'go depth 5'; sleep 2; } |
    timeout 20 "$@" 2>/dev/null || true
}
ask gnuchess --uci >gnuchess.txt
ask stockfish >stockfish.txt
expect 'GNU Chess: answers to an ordinary position and to a stalemate' 'bestmove e1c1 ponder d5e4
bestmove a1a1 ponder d5e4' "$(grep bestmove gnuchess.txt | tr -d '\r')"
expect 'GNU Chess: scores sent for the stalemate' '0' "$(sed '1,/bestmove/d' gnuchess.txt | grep -c 'score' || true)"
expect 'Stockfish: what it sends for the stalemate' 'info depth 0 score cp 0
bestmove (none)' "$(sed '1,/bestmove/d' stockfish.txt | grep -vE '^info string' | tr -d '\r')"
finish
