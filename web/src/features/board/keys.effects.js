// Keys that work anywhere on the board's page. Arrows undo and redo; with Shift they go from one variation to another.
// F turns the board, and space plays the best move.

import { bestOf, probeOf } from '../answer/answer.js'
import { back, forward, goBeside, play } from '../game/game.js'
import { flip } from './tools.js'
import { store } from '../../shell/app.js'

/** Elements with a use of their own for letters, arrows or space. */
const TYPED_INTO = 'input, textarea, select, dialog, [popover]'
const MOVED_IN = '.board'
const PRESSED = 'button, a, summary'

// A clicked button has the focus, but then space is meant for the board.
let clicked = false

export function startKeys() {
  addEventListener('pointerdown', () => (clicked = true), { capture: true })
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab') clicked = false
    if (event.defaultPrevented || store.state.place.page !== 'board' || !act(event)) return
    event.preventDefault()
    // Some browsers press a button when the user releases space.
    addEventListener('keyup', (up) => up.preventDefault(), { once: true })
  })
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
function act({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
  /** @param {string} selector */
  const within = (selector) => target instanceof Element && target.closest(selector) !== null
  if (ctrlKey || metaKey || altKey || within(TYPED_INTO)) return false
  if (key === 'f') return did(flip)
  if (within(MOVED_IN)) return false
  if (store.state.mode === 'practice') return false // in practice they would help
  if (key === 'ArrowLeft') return did(shiftKey ? (state) => goBeside(state, -1) : back)
  if (key === 'ArrowRight') return did(shiftKey ? (state) => goBeside(state, 1) : forward)
  if (key !== ' ' || (within(PRESSED) && !clicked)) return false
  const probe = probeOf(store.state)
  const best = probe && bestOf(probe)
  return !!best && did((state) => play(state, [best]))
}

/** @param {(state: import('../../shell/state.js').State) => import('../../shell/state.js').State} change */
function did(change) {
  store.update(change)
  return true
}
