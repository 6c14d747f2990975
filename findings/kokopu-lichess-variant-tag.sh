#!/usr/bin/env bash
# kokopu 4.13.4 refuses every game that lichess exports from a custom position: lichess writes
# [Variant "From Position"], which names no variant, and kokopu throws "Unknown chess game variant".
#
# chessops 0.15.1, by lichess's own developers, reads the tag as ordinary chess. chess.js 1.4.0 does not look at the
# tag: it also replays games of other variants, such as King of the Hill, as if they were chess.
source "$(dirname "$0")/common.bash"
npm_packages chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4

cat >read.js <<'JS'
import { Chess } from 'chess.js'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { pgnRead } from 'kokopu'

for (const variant of ['From Position', 'King of the Hill']) {
  const text = `[Event "?"]\n[Variant "${variant}"]\n[SetUp "1"]\n[FEN "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1"]\n\n1. Kc2 *\n`
  const readers = {
    'chess.js': () => (new Chess().loadPgn(text), 'reads it as chess'),
    chessops: () => startingPosition(parsePgn(text)[0].headers).unwrap().rules,
    kokopu: () => pgnRead(text).game(0).variant(),
  }
  for (const [name, read] of Object.entries(readers)) {
    try {
      console.log(`${variant}, ${name}: ${read()}`)
    } catch (error) {
      console.log(`${variant}, ${name}: throws ${error.message}`)
    }
  }
}
JS
expect 'the tag Variant' 'From Position, chess.js: reads it as chess
From Position, chessops: chess
From Position, kokopu: throws Unknown chess game variant (From Position).
King of the Hill, chess.js: reads it as chess
King of the Hill, chessops: kingofthehill
King of the Hill, kokopu: throws Unknown chess game variant (King of the Hill).' "$(node read.js)"
finish
