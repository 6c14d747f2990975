// A puzzle in a frame: the user plays the position against perfect play, and the answer is hidden until then.

import { store } from '../../shell/app.js'
import { setMode } from '../board/tools.js'
import { begin, startPractising } from '../practice/practice.effects.js'
import { asPuzzle } from '../practice/practice.js'

/**
 * @param {string} fen
 * @param {(solved: import('./message-types.js').FrameSolved) => void} report
 */
export function startPuzzle(fen, report) {
  startPractising()
  pose(fen)
  // The engine has repaired the FEN of the address.
  store.subscribe((state, before) => {
    const { practice, game, puzzle } = state
    if (practice?.stage === 'done' && before.practice?.stage === 'playing' && !practice.helped)
      report({ matewright: 'solved', fen: game.start, atOnce: !missed })
    if (practice?.helped || practice?.stage === 'thrown' || (state.mode !== 'practice' && before.mode === 'practice'))
      missed = true
    if (!practice && game.start !== before.game.start && game.start !== puzzle) pose(game.start)
  })
}

/** Whether the reader has missed the puzzle, was helped, or has seen its result. */
let missed = false

/** Begins with a puzzle, with its answer hidden. @param {string} fen */
export function pose(fen) {
  if (fen !== store.state.puzzle) missed = false
  store.update(asPuzzle, fen)
  store.update(setMode, 'practice')
  begin(fen)
}
