import { html, nothing } from 'lit'
import { happened } from '../words.js'

/**
 * What happened, and under it the engine's own words if they say more.
 * @param {import('../engine/types.js').EngineError} error
 */
export function accident(error) {
  const words = happened(error)
  return html`<p>${words}</p>${words === error.message ? nothing : html`<p class="detail">${error.message}</p>`}`
}
