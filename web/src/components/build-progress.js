// How far a build is, and what it has made, in the same words and numbers wherever the page says it.

import { html, nothing } from 'lit'
import { memoryOf, positionsTotal, progressOf, shareOfEach } from '../state/build.js'
import { areLost, LOST } from '../state/storage.js'
import { duration, list, plural, roughly, roundly, size } from '../words.js'

/**
 * @typedef {import('../state/build.js').Build} Build
 * @typedef {import('../state/build.js').BuildEnd} BuildEnd
 * @typedef {import('../state/build.js').Count} Count
 */

/** @param {Build} build */
export const bar = (build) =>
  html`<div class="bar" role="progressbar" aria-label="Positions solved" aria-valuenow=${progressOf(build).percent} aria-valuemin="0" aria-valuemax="100"
    data-waiting=${build.stage === 'waiting'}>${segments(build)}</div>`

/**
 * The bar's piece for each class is as wide as its share of the work, or else just wide enough to be seen.
 * @param {Build} build
 */
function segments(build) {
  if (!build.steps.length) return html`<span></span>`
  const least = positionsTotal(build) / (4 * build.steps.length)
  return shareOfEach(build).map((share) => html`<span style="flex-grow:${Math.max(share.positions, least)}" title=${share.class}><i style="width:${100 * share.filled}%"></i></span>`)
}

/** @param {Build} build @param {number} allowed  bytes */
export function figures(build, allowed) {
  if (build.stage !== 'building') return nothing
  const { positions, elapsed } = progressOf(build)
  const memory = memoryOf(build)
  return html`<dl class="figures">
    <div><dt>Positions</dt><dd>${roughly(positions.done)} <small>of ${roughly(positions.of)}</small></dd></div>
    <div><dt>Elapsed</dt><dd>${duration(elapsed)}</dd></div>
    <div><dt>Left</dt><dd>${leftOf(build) ?? '–'}</dd></div>
    <div><dt>Memory</dt><dd>${memory ? size(memory) : '–'} <small>of ${size(allowed)}</small></dd></div>
  </dl>`
}

/** @param {Build} build */
export function leftOf(build) {
  const { left } = progressOf(build)
  return left === null ? null : `about ${roundly(left)}`
}

/** Such as "12 of 19 tables and 0 of 1 part". @param {Build} build */
export function finishedOf(build) {
  const { tables, parts } = progressOf(build)
  return list([...counted(tables, 'table'), ...counted(parts, 'part')])
}

/** @param {Count} count @param {string} what */
const counted = ({ done, of }, what) => (of ? [`${done} of ${plural(of, what)}`] : [])

/** What is there now. @param {BuildEnd} end @param {Pick<import('../state/state.js').State, 'kept' | 'tables'>} state */
export function kept({ how, wanted, built, parts, failures, seconds }, state) {
  const names = built.map((table) => table.class)
  const tables = names.length > 4 ? plural(names.length, 'table') : list(names)
  const bytes = [...built, ...Object.values(parts)].reduce((sum, { bytes }) => sum + bytes, 0)
  const begun = Object.entries(parts).filter(([, part]) => part.finished)
  if (how === 'done') {
    const made = [...(names.length ? [tables] : []), ...begun.map(([name, part]) => `${plural(part.finished, 'part')} of ${name}`)]
    return made.length ? `Built ${list(made)} in ${duration(seconds)}, ${size(bytes)} in all.` : 'Everything was here already.'
  }
  const failed = list([...new Set(failures.flatMap((failure) => failure.class ?? []))])
  if (failures.some(({ error }) => areLost(state.kept, error))) return `${failed ? `Not built: ${failed}. ` : ''}${LOST}`
  const sound = names.length ? `Finished and kept: ${tables}.` : 'Nothing was lost.'
  const going = begun.map(([name, part]) => ` Of ${name}, ${part.finished} of ${part.of} parts are kept: building it again goes on from there.`)
  const saved = (state.tables ?? []).filter((table) => table.saved && wanted.includes(table.name)).map(({ name, saved }) =>
    ` Of ${name}, what is solved up to ply ${saved?.ply} is kept, ${size(saved?.bytes ?? 0)}: building it again goes on from there, deleting it frees them.`)
  return (failed ? `Not built: ${failed}. ${sound}` : sound) + going.join('') + saved.join('')
}
