import { html, nothing } from 'lit'

/**
 * What happened, and under it the rest for those who want to know.
 * @param {import('../engine/types.js').EngineError} error
 */
export const accident = ({ message, detail }) =>
  html`<p>${message}</p>${detail ? html`<p class="detail">${detail}</p>` : nothing}`
