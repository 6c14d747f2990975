import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { menIn } from '../board/position.js'
import { MOST_MEN } from './most-men.js'
import { showComparison } from './lazy.effects.js'

/** @param {string} fen */
export const compareButton = (fen) =>
  menIn(fen) > MOST_MEN
    ? nothing
    : html`<p class="compare"><button class="small" @click=${() => showComparison(fen)}>${say(
        'compare.open',
      )}</button></p>`
