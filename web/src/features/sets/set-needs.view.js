// The missing tables of a set's positions, with their costs, and a button that builds them.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { hammerIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { list, roundly, size } from '../../words.js'
import { forecast } from '../builds/forecast.js'
import { buildNeeds } from './survey.effects.js'

/** More tables are only counted. */
const MOST_NAMED = 8

/**
 * @typedef {import('./survey.js').Needs} Needs
 *
 * @param {Needs | null} needs
 * @param {{fen: string}[]} positions
 * @param {import('../../shell/state.js').State} state
 */
export function needsCard(needs, positions, state) {
  if (!needs) return nothing
  const { missing, problems } = needs
  const bad = positions.flatMap(({ fen }, i) => {
    const problem = problems[fen]
    return problem ? html`<p class="hint">${say('setNeeds.problem', { at: i + 1, problem })}</p>` : []
  })
  if (!missing.length && !bad.length) return nothing
  return html`<section class="card set-needs" aria-label=${say('setNeeds.title')}>
    ${
      missing.length
        ? html`<p>${missingWords(missing)} ${state.build ? nothing : costs(needs, state)}</p>
    ${
      state.build
        ? nothing
        : html`<button @click=${() => buildNeeds(needs)}>${hammerIcon}${say('setNeeds.build')}</button>`
    }`
        : nothing
    }${bad}</section>`
}

/** @param {string[]} names */
const missingWords = (names) =>
  rich('setNeeds.missing', { count: names.length, named: names.length <= MOST_NAMED, tables: list(names) })

/** @param {Needs} needs @param {import('../../shell/state.js').State} state */
function costs({ steps }, state) {
  if (!steps) return nothing
  const { seconds, storage } = forecast(steps, state)
  return say('setNeeds.costs', { time: roundly(seconds), size: size(storage) })
}
