import { html } from 'lit'
import { piecesOf } from '../features/board/position.js'
import { other } from '../words.js'

/** @typedef {import('../shell/state.js').Piece} Piece */

/** @type {Record<string, import('../shell/state.js').Role>} */
export const ROLES = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' }

/** @param {Piece} piece */
export const pieceImage = ({ color, role }) =>
  html`<span class="man cg-wrap" aria-hidden="true"><piece class="${color} ${role}"></piece></span>`

/**
 * The men of a class such as KRPvKR as pictures.
 * @param {string} name
 * @param {import('../shell/state.js').Color} [stronger]  the colour of those named first
 */
export function material(name, stronger = 'white') {
  const [first, second] = name.split('-')[0].split('v')
  /** @param {string} men @param {'white' | 'black'} color */
  const side = (men, color) => [...men].map((letter) => pieceImage({ color, role: ROLES[letter] }))
  return html`<span class="material" aria-hidden="true"
    >${side(first, stronger)}<i></i>${side(second, other(stronger))}</span>`
}

/**
 * A small picture of a position.
 * @param {string} fen
 */
export function thumbnail(fen) {
  const men = [...piecesOf(fen)].map(([key, { color, role }]) => {
    const style = `left:${12.5 * (key.charCodeAt(0) - 97)}%;top:${12.5 * (8 - Number(key[1]))}%`
    return html`<piece class="${color} ${role}" style=${style}></piece>`
  })
  return html`<span class="thumbnail cg-wrap" aria-hidden="true">${men}</span>`
}
