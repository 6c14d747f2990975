import { html } from 'lit'
import { say } from '../../language.js'

/**
 * The label of a move that alone keeps the result.
 * @param {string} move @param {boolean} wins  or it keeps the draw
 */
export const onlyTag = (move, wins) => html`<span class="tag"
  title=${say('answer.onlyMoveHint', { win: wins ? 'yes' : 'no' })}>${say('answer.onlyMove', { move })}</span>`
