import { html, nothing } from 'lit'
import { forecast } from '../state/forecast.js'
import { duration, list, plural, size } from '../words.js'

/**
 * @typedef {import('../state/forecast.js').Proposal} Proposal
 * @typedef {import('../state/state.js').State} State
 * @typedef {import('../engine/types.js').Step} Step
 */

/**
 * What a build takes: time, memory, storage, and by which method if that matters.
 * @param {Proposal} proposal
 * @param {State} state
 * @param {unknown} [where]  the memory can be chosen, if that is not beside it
 */
export function outlookOf({ steps }, state, where = elsewhere) {
  const { seconds, memory, storage, tooLarge, slowed } = forecast(steps, state)
  const free = state.storage ? state.storage.quota - state.storage.usage : Infinity
  return html`<dl class="figures outlook" aria-label="What it takes">
      <div><dt>Time</dt><dd>${tooLarge.length ? '–' : roundly(seconds)}</dd></div>
      <div><dt>Memory</dt><dd>${tooLarge.length ? size(Math.max(...tooLarge.map((step) => step.memory))) : size(memory)} <small>of ${size(state.memory)}</small></dd></div>
      <div><dt>Storage</dt><dd>${size(storage)}${free < Infinity ? html` <small>of ${size(free)} free</small>` : nothing}</dd></div>
    </dl>
    ${tooLarge.length ? html`<p class="caution"><b>More memory is needed.</b> ${names(tooLarge)} ${tooLarge.length === 1 ? 'takes' : 'take'} more than the ${size(state.memory)} that a build may take. ${where}</p>` : nothing}
    ${slowed.length ? html`<p class="caution"><b>Slower, for lack of memory.</b> ${names(slowed)} ${slowed.length === 1 ? 'is' : 'are'} built by ${methods(slowed)}. ${where}</p>` : nothing}
    ${storage > free ? html`<p class="caution"><b>Storage is short.</b> Tables that you don't need can be deleted on the <a href="#/tables">Tables</a> page.</p>` : nothing}`
}

const elsewhere = html`How much it may be is chosen on the <a href="#/tables">Tables</a> page.`

/** @param {Step[]} steps */
const names = (steps) => (steps.length > 3 ? plural(steps.length, 'table') : list(steps.map((step) => step.class)))

/** What each method is, for people. @type {Record<string, string>} */
export const METHODS = {
  grandfather: 'in memory',
  'out-count': 'in memory, counting moves',
  'grandfather-outside': 'partly on disk',
}

/** @type {Record<string, string>} */
const SLOWER = {
  'out-count': 'counting moves, which takes less memory',
  'grandfather-outside': 'keeping values on disk until they are put together',
}

/** @param {Step[]} steps */
const methods = (steps) => list([...new Set(steps.map((step) => SLOWER[step.method] ?? step.method))])

/** An estimate to as many digits as it deserves. @param {number} seconds */
export function roundly(seconds) {
  if (seconds < 1) return 'a second'
  const unit = seconds < 20 ? 1 : seconds < 120 ? 5 : seconds < 3600 ? 60 : 600
  return `about ${duration(Math.max(unit, Math.round(seconds / unit) * unit))}`
}
