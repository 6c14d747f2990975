import { html } from 'lit'
import { say } from '../../language.js'

/**
 * The question before an ending is deleted, which took work to solve.
 * @param {() => void} keep @param {() => void} remove
 */
export const sureToDelete = (keep, remove) => html`<button class="small" @click=${keep}>${say('endings.keep')}</button>
  <button class="small danger" @click=${remove}>${say('endings.deleteNow')}</button>`
