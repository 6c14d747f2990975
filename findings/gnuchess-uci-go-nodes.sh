#!/usr/bin/env bash
# GNU Chess 6.2.7 (Debian 12) as a UCI engine ignores `go nodes N`: it searches until it is told to stop.
#
# `go depth N` and `go movetime N` work. A match runner with a node limit waits for ever, or adjudicates a loss on
# time. Stockfish 15.1 ends by itself after a handful of nodes.
source "$(dirname "$0")/common.bash"
debian_package gnuchess=6.2.7-1+deb12u1
debian_package stockfish=15.1-4

# answers ENGINE...: how many best moves came within three seconds, and how many after `stop`.
answers() {
  mkfifo in
  timeout 20 "$@" <in >out.txt 2>/dev/null &
  exec 8>in
  { echo uci; sleep 0.5; echo 'position startpos'; echo 'go nodes 100'; } >&8
  sleep 3
  printf 'within 3 s: %s' "$(grep -c bestmove out.txt || true)"
  echo stop >&8
  sleep 1
  printf ', after stop: %s\n' "$(grep -c bestmove out.txt || true)"
  echo quit >&8
  exec 8>&-
  wait $! 2>/dev/null || true
  rm in
}
expect 'GNU Chess, go nodes 100: best moves' 'within 3 s: 0, after stop: 1' "$(answers gnuchess --uci)"
expect 'Stockfish, go nodes 100: best moves' 'within 3 s: 1, after stop: 1' "$(answers stockfish)"
finish
