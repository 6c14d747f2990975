// The missing tables of a set's positions: their build without a click, or their costs and a button that builds them.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { hammerIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { uses } from '../../ui/view.js'
import { list, roundly, size } from '../../words.js'
import { isPreparingSet, isSetDue } from '../builds/autobuild.js'
import { quietly } from '../builds/build-progress.view.js'
import { forecast } from '../builds/forecast.js'
import { buildNeeds } from './survey.effects.js'
import { readyIn, surveyOf } from './survey.js'

/** The parts of the state that `tablesOf` reads, some of them in order to see whether a build is due. */
export const TABLES_USE = uses(
  'survey',
  'build',
  'place',
  'training',
  'autobuild',
  'queue',
  'imports',
  'exporting',
  'answer',
  'asking',
  'forecasting',
  'outlook',
  'leftAlone',
  'tables',
  'game',
  'mode',
)

/** More tables are only counted. */
const MOST_NAMED = 8

/**
 * @typedef {import('./survey.js').Needs} Needs
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 */

/**
 * Returns the build of the tables of the set in view in one line, or its missing tables.
 * @param {PracticeSet} set
 * @param {import('../../shell/state.js').State} state
 */
export function tablesOf(set, state) {
  const survey = surveyOf(state, set)
  if (!survey) return nothing
  const preparing = say('setNeeds.preparing', { ready: readyIn(survey, set), count: set.positions.length })
  if (state.build && isPreparingSet(state)) return region(quietly(state.build, preparing))
  if (isSetDue(state)) return region(html`<p class="looking"><span class="spinner"></span>${preparing}</p>`)
  return needsCard(survey, set.positions, state)
}

/** @param {unknown} content */
const region = (content) =>
  html`<section class="card set-needs" aria-label=${say('setNeeds.title')}>${content}</section>`

/**
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
  return region(
    html`${
      missing.length
        ? html`<p>${missingWords(missing)} ${state.build ? nothing : costs(needs, state)}</p>
    ${
      state.build
        ? nothing
        : html`<button @click=${() => buildNeeds(needs)}>${hammerIcon}${say('setNeeds.build')}</button>`
    }`
        : nothing
    }${bad}`,
  )
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
