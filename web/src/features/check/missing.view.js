// The missing tables of a check: their costs before a build, and its progress.

import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { roundly } from '../../words.js'
import { cancelBuild, describe } from '../builds/build.effects.js'
import { bar, finishedOf, leftOf } from '../builds/build-progress.view.js'
import { forecast } from '../builds/forecast.js'
import { putAside } from './check.js'
import { buildMissing, checkAgain } from './check.effects.js'
import { soon, stepsOf, tablesIn } from './missing.js'

/**
 * @typedef {import('./check.js').Checking} Checking
 * @typedef {import('./missing.js').Wanted} Wanted
 * @typedef {import('../builds/build.js').Build} Build
 * @typedef {import('../../shell/state.js').State} State
 */

/** The number of classes that are shown before the user wants all. */
const MOST_SHOWN = 4

/** @param {string} words */
const waiting = (words) => html`<span class="looking"><span class="spinner"></span>${words}</span>`

export const preparing = waiting(say('check.preparing'))

/** Whether tables are built, and nothing is judged without them. @param {Checking} checking */
export const isPreparing = ({ building, positions }) => building && !positions

/**
 * Returns the missing tables, with buttons that build them, or the progress of the build.
 * @param {Checking} checking
 * @param {State} state
 */
export function missingTables(checking, state) {
  const { missing, building } = checking
  if (building && state.build) return underWay(checking, state.build)
  const names = Object.keys(missing).sort((one, another) => missing[another] - missing[one])
  if (!names.length) return nothing
  const positions = names.reduce((sum, name) => sum + missing[name], 0)
  const ranking = building ? [] : (checking.ranking ?? [])
  const words =
    ranking.length > 1
      ? say('check.ranked', { positions })
      : say('check.missing', { positions, tables: someOf(names, missing) })
  return html`<div class="missing-tables"><p>${words}</p>
    ${building ? begun(checking) : choices(checking, names, ranking, state)}</div>`
}

/** @param {string} name @param {number} positions */
const named = (name, positions) => say('check.missingOf', { positions, name })

/** @param {Checking} checking  whose build begins */
const begun = (checking) => (isPreparing(checking) ? nothing : html`<p>${preparing}</p>`)

/** The first names, and the number of the others. @param {string[]} names @param {Record<string, number>} missing */
function someOf(names, missing) {
  const count = names.length - MOST_SHOWN
  const shown = names.slice(0, MOST_SHOWN).map((name) => named(name, missing[name]))
  return [...shown, ...(count > 0 ? [say('yourEndings.others', { count })] : [])].join(', ')
}

/** @param {Checking} checking @param {string[]} names @param {Wanted[]} ranking @param {State} state */
function choices({ how, planning, ranking: planned }, names, ranking, state) {
  const disabled = how === 'checking'
  const first = soon(ranking, state)
  const shown = ranking.length > 1 ? ranking.slice(0, MOST_SHOWN) : []
  const more = ranking.slice(shown.length)
  return html`${planning ? html`<p>${waiting(say('check.estimating'))}</p>` : nothing}
    ${shown.length ? rows(shown, state) : nothing}
    ${
      shown.length && more.length
        ? html`<details><summary>${say('yourEndings.others', { count: more.length })}</summary>
      ${rows(more, state)}</details>`
        : nothing
    }
    <div class="actions">
      ${ranking.length === 1 ? single(ranking[0], state) : nothing}
      ${first.length > 1 && first.length < ranking.length ? several(first, ranking, state) : nothing}
      ${ranking.length > 1 ? several(ranking, ranking, state) : nothing}
      ${planned || planning ? nothing : unplanned(names)}
      <button class="quiet" ?disabled=${disabled} @click=${checkAgain}>${say('check.again')}</button></div>`
}

/** @param {Wanted[]} some @param {State} state */
const rows = (some, state) =>
  html`<ul class="wanted">${some.map(
    (each) => html`<li><span id="wanted-${each.name}">${named(each.name, each.positions)}</span>
      ${single(each, state, `wanted-${each.name}`)}</li>`,
  )}</ul>`

/** @param {Wanted} one @param {State} state @param {string} [about]  the id of its description */
const single = (one, state, about) =>
  html`<button class=${about ? 'small' : nothing} aria-describedby=${about ?? nothing}
    @click=${() => buildMissing([one.name])}>${say('check.build', costs([one], state))}</button>`

/** The button of a build whose plan failed, so its costs are not known. @param {string[]} names */
const unplanned = (names) =>
  html`<button @click=${() => buildMissing(names)}>${say('check.build', {
    tables: names.length,
    timed: 'no',
    time: '',
  })}</button>`

/** @param {Wanted[]} some @param {Wanted[]} all @param {State} state */
const several = (some, all, state) =>
  html`<button @click=${() => buildMissing(some.map(({ name }) => name))}>${say('check.buildSeveral', {
    ...costs(some, state),
    classes: some.length,
    all: some.length === all.length ? 'yes' : 'no',
  })}</button>`

/** @param {Wanted[]} some @param {State} state */
function costs(some, state) {
  const steps = stepsOf(some)
  const { seconds, tooLarge } = forecast(steps, state)
  return { tables: tablesIn(steps), timed: tooLarge.length ? 'no' : 'yes', time: roundly(seconds) }
}

/**
 * Returns the progress of the build of missing tables, or of the build before it.
 * @param {Checking} checking
 * @param {Build} build
 */
function underWay({ missing }, build) {
  const left = leftOf(build)
  const ours = build.wanted.some((name) => name in missing)
  const words = say('check.building', {
    ours: ours ? 'yes' : 'no',
    tables: describe(build.wanted),
    begun: build.steps.length ? 'yes' : 'no',
    finished: finishedOf(build),
    timed: left ? 'yes' : 'no',
    left,
  })
  return html`<div class="missing-tables">${bar(build)}
    <p role="status">${words}</p>
    <div class="actions">
      <button @click=${() => store.update(putAside, true)}>${say('check.meanwhile')}</button>
      ${ours ? html`<button @click=${cancelBuild}>${say('common.stop')}</button>` : nothing}</div></div>`
}
