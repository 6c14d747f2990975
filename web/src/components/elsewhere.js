import { html, nothing } from 'lit'
import { inQuery } from '../state/address.js'
import { piecesOf } from '../state/position.js'

const MOST_MEN = 7

/**
 * Where else larger endings are told, on the net.
 * @param {string} fen
 */
export function elsewhere(fen) {
  if (piecesOf(fen).size > MOST_MEN) return nothing
  return html`<p class="hint">Who wins, online and by the fifty-move rule: <a href="https://syzygy-tables.info/?fen=${inQuery(fen)}"
    target="_blank" rel="noopener">syzygy-tables.info</a></p>`
}
