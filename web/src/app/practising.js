// Practice: the other side answers, and positions are found to begin with.

import { isCurrent } from '../state/answer.js'
import { BOARD } from '../state/address.js'
import { currentFen, enter, play } from '../state/game.js'
import { conclude, pliesOf, replyOf, startPractice } from '../state/practice.js'
import { notify, setMode } from '../state/view.js'
import { navigate } from './address.js'
import { store } from './app.js'
import { randomPosition } from './finding.js'
import { remember, remembered } from './remember.js'

const BEST = 'matewright-streak'
/** A reply that comes at once is not seen. */
const REPLY_MS = 450

/** The position to begin with, once it is known. @type {string | null} */
let awaited = null

export function startPractising() {
  const best = Number(remembered(BEST))
  if (best > 0) store.update((state) => ({ ...state, score: { ...state.score, best } }))
  store.subscribe((state, before) => {
    if (state.score.best !== before.score.best) remember(BEST, String(state.score.best))
    if (state.answer === before.answer && state.asking === before.asking && state.practice === before.practice) return
    if (awaited !== null && awaited === currentFen(state) && isCurrent(state)) {
      awaited = null
      store.update(startPractice)
    }
    store.update(conclude)
    if (state.mode === 'practice') replySoon()
  })
}

function replySoon() {
  const fen = currentFen(store.state)
  if (!replyOf(store.state)) return
  setTimeout(() => {
    const reply = replyOf(store.state)
    if (reply && currentFen(store.state) === fen) store.update(play, [reply])
  }, REPLY_MS)
}

/**
 * Begins with a win of the class, at random.
 * @param {string} name
 * @param {{from: number, to: number}} depth  moves to mate
 */
export async function practiseClass(name, depth) {
  navigate(BOARD)
  store.update(setMode, 'practice')
  const found = await randomPosition(name, { outcome: 'win', ...pliesOf(depth) })
  if (store.state.mode !== 'practice') return
  if (!found.ok) return void store.update(notify, found.error.code === 'none' ? `${name} has no win of that length.` : found.error.message)
  begin(found.value)
}

/**
 * Begins with a position.
 * @param {string} fen
 */
export function begin(fen) {
  awaited = fen
  store.update(enter, fen)
  if (isCurrent(store.state)) {
    awaited = null
    store.update(startPractice)
  }
}
