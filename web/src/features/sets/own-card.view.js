// A set of the page itself, on the page of sets.

import { html } from 'lit'
import { playIcon } from '../../ui/icons.js'
import { going, link } from '../../ui/link.js'
import { thumbnail } from '../../ui/pieces.js'

/**
 * @param {object} card
 * @param {string} card.id  of the element with the name
 * @param {import('../../shell/state.js').Place} card.place  that plays the set
 * @param {string} card.name
 * @param {string} card.fen  of the position to play next
 * @param {string} card.about
 * @param {string} card.play  the label of the button
 * @param {unknown} [card.more]  buttons
 */
export const ownCard = ({ id, place, name, fen, about, play, more }) =>
  html`<section class="card own-set" aria-labelledby=${id}>${thumbnail(fen)}
    <div><h2 id=${id}>${link(place, name)}</h2>
      <p>${about}</p>
      <div class="actions"><button class="primary" @click=${going(place)}>${playIcon}${play}</button>
        ${more}</div></div></section>`
