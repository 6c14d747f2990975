import { html, nothing } from 'lit'
import { inQuery } from '../../shell/address.js'
import { piecesOf } from '../board/position.js'
import { rich } from '../../ui/rich.js'

const MOST_MEN = 7

/**
 * Links a larger ending to its tables online.
 * @param {string} fen
 */
export function elsewhere(fen) {
  if (piecesOf(fen).size > MOST_MEN) return nothing
  const a = (/** @type {unknown[]} */ parts) =>
    html`<a href="https://syzygy-tables.info/?fen=${inQuery(fen)}" target="_blank" rel="noopener">${parts}</a>`
  return html`<p class="hint">${rich('elsewhere.syzygy', { a })}</p>`
}
