// Proven bounds of a position and its moves: from a search, or from an ending.

import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { store } from '../../shell/app.js'
import { pieceImage } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { other, proven } from '../../words.js'
import { turnOf } from '../board/position.js'
import { hover } from '../board/tools.js'
import { playFrom } from '../game/game.js'
import { groupProven, safeSide } from './proof.js'

/**
 * @typedef {import('./proof.js').ProvenMove & {plies?: number}} Move  plies: to the next pawn move, capture or mate
 * @typedef {Pick<import('../../engine/types.js').Proof, 'fen' | 'low' | 'high'>} Bounds
 */

const GROUPS = /** @type {const} */ ([
  ['winning', say('proof.winning')],
  ['drawn', say('proof.drawn')],
  ['holding', say('proof.holding')],
  ['open', say('proof.open')],
  ['hoping', say('proof.hoping')],
  ['losing', say('proof.losing')],
])

/**
 * The result, once it is proven.
 * @param {Bounds} bounds @param {unknown} explanation @param {unknown} [tags]
 */
export function verdictOf(bounds, explanation, tags = nothing) {
  const mover = turnOf(bounds.fen)
  const tone = bounds.low === 'draw' ? 'drawn' : bounds.low === 'win' ? mover : other(mover)
  return html`<div class="verdict ${tone}">
    <span class="kings">${
      tone === 'drawn'
        ? [pieceImage({ color: 'white', role: 'king' }), pieceImage({ color: 'black', role: 'king' })]
        : pieceImage({ color: tone, role: 'king' })
    }</span>
    <div><h1>${proven(bounds, mover)}</h1><p>${explanation}</p>${tags}</div>
  </div>`
}

/**
 * A half of the proof. It looks like a note, because the result is still open.
 * @param {Bounds} bounds
 */
export function bound(bounds) {
  const safe = safeSide(bounds, turnOf(bounds.fen))
  return (
    safe &&
    html`<div class="bound"><p>${rich('proof.bound', { safe })}</p>
    <p class="still-open">${say('proof.stillOpen', { safe })}</p></div>`
  )
}

/** @param {string} fen  of the position on the board @param {Move[]} moves */
export function provenMoves(fen, moves) {
  const groups = groupProven(moves)
  return html`<div class="moves" @mouseleave=${() => store.update(hover, null)}>
    ${GROUPS.map(([key, title]) => (groups[key].length ? group(key, title, fen, groups[key]) : nothing))}
  </div>`
}

/** @param {string} key @param {string} title @param {string} fen @param {Move[]} moves */
const group = (key, title, fen, moves) => html`<section class="move-group ${key} ${
  moves.some(({ plies }) => plies) ? '' : 'plain'
}" aria-labelledby="proven-${key}">
    <h2 id="proven-${key}"><i></i>${title} <small>${say('common.moves', { count: moves.length })}</small></h2>
    <ul>${repeat(
      moves,
      ({ uci }) => uci,
      (move) => html`<li>${choice(fen, move)}</li>`,
    )}</ul>
  </section>`

/** @param {string} fen @param {Move} move */
function choice(fen, move) {
  const point = () => store.update(hover, move)
  return html`<button class="move" data-uci=${move.uci} @click=${() => store.update(playFrom, fen, [move])}
    @mouseenter=${point} @focus=${point} @blur=${() => store.update(hover, null)}><b>${shownMove(move.san)}</b>${
      move.plies ? html` <span>${say('proof.plies', { count: move.plies })}</span>` : nothing
    }</button>`
}
