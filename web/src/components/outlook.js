import { html, nothing } from 'lit'
import { isFramed } from '../app/framed.js'
import { forecast, isHeavy } from '../state/forecast.js'
import { freeOf } from '../state/storage.js'
import { list, plural, roundly, size } from '../words.js'
import { elsewhere, moreStorage } from './more-room.js'

/**
 * @typedef {import('../state/forecast.js').Proposal} Proposal
 * @typedef {import('../state/forecast.js').Forecast} Forecast
 * @typedef {import('../state/state.js').State} State
 * @typedef {import('../engine/types.js').Step} Step
 */

/**
 * What a build takes: time, memory, storage, and by which method if that matters. What stands against it comes first.
 * @param {Proposal} proposal
 * @param {State} state
 * @param {unknown} [where]  what is lacking can be changed, if that is not on the same page
 */
export function outlookOf({ steps }, state, where = elsewhere) {
  const expected = forecast(steps, state)
  const { seconds, memory, storage, passing, longer, tooLarge, slowed } = expected
  const free = freeOf(state.storage)
  return html`${tooLarge.length ? html`<p class="caution"><b>More memory is needed.</b> ${names(tooLarge)} ${tooLarge.length === 1 ? 'takes' : 'take'} more than the ${size(state.memory)} that a build may take. It can be allowed more. ${where}</p>` : nothing}
    ${roomWords(expected, free, where)}
    <dl class="figures outlook" aria-label="What it takes">
      <div><dt>Time</dt><dd>${tooLarge.length ? '–' : `about ${roundly(seconds)}`}</dd></div>
      <div><dt>Memory</dt><dd>${tooLarge.length ? size(Math.max(...tooLarge.map((step) => step.memory))) : size(memory)} <small>of ${size(state.memory)}</small></dd></div>
      <div><dt>Storage</dt><dd>${size(storage)}${free < Infinity ? html` <small>of ${size(free)} free</small>` : nothing}</dd></div>
      ${isHeavy(expected) && passing ? html`<div><dt>While it is built</dt><dd>${size(passing)} <small>more storage${longer ? `, and ${size(longer)} for very long lines, if there are any` : nothing}</small></dd></div>` : nothing}
    </dl>
    ${slowed.length ? html`<p class="caution"><b>Slower, for lack of memory.</b> ${names(slowed)} ${slowed.length === 1 ? 'is' : 'are'} built by ${methods(slowed)}. A build can be allowed more memory. ${where}</p>` : nothing}`
}

/**
 * What is to be said where storage may not do.
 * @param {Forecast} expected
 * @param {number} free
 * @param {unknown} where
 */
function roomWords({ room, storage, passing }, free, where) {
  if (room === 'enough') return nothing
  const takes = `It takes up to ${size(storage + passing)} of storage${passing ? ` while it is built, of which ${size(storage)} stay` : ''}`
  if (room === 'short') return html`<p class="caution"><b>Storage is short.</b> ${takes}, and ${size(free)} are free. ${isFramed ? moreStorage : html`Tables that you don't need can be deleted. ${where}`}</p>`
  return html`<p class="caution"><b>It may not fit.</b> ${takes}. This browser says that ${size(free)} are free, and it never says more than that: there may be enough. If there is not, the build ends and says so.</p>`
}

/** @param {Step[]} steps */
const names = (steps) => (steps.length > 3 ? plural(steps.length, 'table') : list(steps.map((step) => step.class)))

/** @param {Step[]} steps */
const methods = (steps) => list([...new Set(steps.map((step) => step.slower))])
