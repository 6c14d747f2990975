import { html, nothing } from 'lit'

/**
 * The message of an error, with its details below.
 * @param {import('../engine/types.js').EngineError} error
 */
export const accident = ({ message, detail }) =>
  html`<p>${message}</p>${detail ? html`<p class="detail">${detail}</p>` : nothing}`
