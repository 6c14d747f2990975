import { html, nothing } from 'lit'
import { say } from '../language.js'

/**
 * The message of an error, with its technical details folded below. These are in English.
 * @param {import('../engine/types.js').EngineError} error
 */
export const accident = ({ message, detail }) => html`<p>${message}</p>${technical(detail)}`

/** Technical details for a report of an error, folded. @param {string | undefined} detail */
export const technical = (detail) =>
  detail
    ? html`<details class="detail"><summary>${say('problem.detail')}</summary><p lang="en">${detail}</p></details>`
    : nothing
