// FENs from outside: the engine reads them, repairs some faults, and writes them in its own form.

import { settled } from '../game/game.js'
import { candidatesIn, repairsInWords } from './pasted.js'
import { notify } from '../../shell/view.js'
import { prober, store } from '../../shell/app.js'

/**
 * Returns the engine's readings of the boards of a text, with the text after them.
 * @param {string} text
 * @returns {Promise<import('./pasted.js').Readings>}
 */
export async function readFens(text) {
  const candidates = candidatesIn(text)
  if (!candidates.length) return new Map()
  const result = await prober.read(candidates)
  return new Map(
    candidates.map((candidate, i) => [
      candidate,
      result.ok ? result.value[i] : { error: /** @type {any} */ (result.error) },
    ]),
  )
}

/**
 * Replaces a FEN on the board, as it was written, by the engine's reading. A notice lists repairs. A refused FEN stays,
 * with the reason beside it.
 * @param {string} written
 */
export async function settle(written) {
  const result = await prober.read([written])
  const { fen, warnings = [] } = (result.ok && result.value[0]) || {}
  if (!fen || store.state.game.start !== written) return
  store.update(settled, written, fen)
  if (warnings.length) store.update(notify, repairsInWords(warnings))
}
