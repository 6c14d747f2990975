// The progress and the result of a build, with the same texts and numbers on all pages.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { memoryOf, positionsTotal, progressOf, shareOfEach } from './progress.js'
import { areLost, LOST } from '../tables/storage.js'
import { cancelBuild } from './build.effects.js'
import { duration, list, roughly, roundly, size } from '../../words.js'
import { rich } from '../../ui/rich.js'

/**
 * @typedef {import('./build.js').Build} Build
 * @typedef {import('./build.js').BuildEnd} BuildEnd
 * @typedef {import('./progress.js').Count} Count
 */

/** @param {Build} build */
export const bar = (build) =>
  html`<div class="bar" role="progressbar" aria-label=${say('buildProgress.solved')}
    aria-valuenow=${progressOf(build).percent} aria-valuemin="0" aria-valuemax="100"
    data-waiting=${build.stage === 'waiting'}>${segments(build)}</div>`

/**
 * Returns the bar's segment of each class. It is as wide as its share of the work, and always wide enough to see.
 * @param {Build} build
 */
function segments(build) {
  if (!build.steps.length) return html`<span></span>`
  const least = positionsTotal(build) / (4 * build.steps.length)
  return shareOfEach(build).map(
    (share) =>
      html`<span style="flex-grow:${Math.max(share.positions, least)}" title=${share.class}><i
      style="width:${100 * share.filled}%"></i></span>`,
  )
}

/** @param {Build} build @param {number} allowed  bytes */
export function figures(build, allowed) {
  if (build.stage !== 'building') return nothing
  const { positions, elapsed } = progressOf(build)
  const memory = memoryOf(build)
  const solved = rich('buildProgress.positionsOf', { done: roughly(positions.done), count: roughly(positions.of) })
  const used = rich('buildProgress.memoryOf', { used: memory ? size(memory) : '–', allowed: size(allowed) })
  return html`<dl class="figures">
    <div><dt>${say('buildProgress.positions')}</dt><dd>${solved}</dd></div>
    <div><dt>${say('buildProgress.elapsed')}</dt><dd>${duration(elapsed)}</dd></div>
    <div><dt>${say('buildProgress.left')}</dt><dd>${leftOf(build) ?? '–'}</dd></div>
    <div><dt>${say('buildProgress.memory')}</dt><dd>${used}</dd></div>
  </dl>`
}

/** @param {Build} build */
export function leftOf(build) {
  const { left } = progressOf(build)
  return left === null ? null : say('buildProgress.about', { time: roundly(left) })
}

/** Returns a running build without a click in one line. @param {Build} build @param {string} words */
export const quietly = (build, words) => html`<div class="quiet-build"><p>${words}
    <small>${leftOf(build) ?? say('missing.moment')}</small></p><button class="small"
    @click=${cancelBuild}>${say('common.stop')}</button>${bar(build)}</div>`

/** Returns a text such as "12 of 19 tables and 0 of 1 part". @param {Build} build */
export function finishedOf(build) {
  const { tables, parts } = progressOf(build)
  return list([...counted('buildProgress.tablesOf', tables), ...counted('buildProgress.partsOf', parts)])
}

/** @param {import('../../language.js').Key} key @param {Count} count */
const counted = (key, { done, of }) => (of ? [say(key, { done, count: of })] : [])

/**
 * Returns the text about the stored tables after a build.
 * @param {BuildEnd} end
 * @param {Pick<import('../../shell/state.js').State, 'kept' | 'tables'>} state
 */
export function kept(end, state) {
  if (end.how === 'done') return made(end)
  const names = namesOf(end)
  const failed = list([...new Set(end.failures.flatMap((failure) => failure.class ?? []))])
  const notBuilt = failed ? [say('buildProgress.notBuilt', { names: failed })] : []
  if (end.failures.some(({ error }) => areLost(state.kept, error))) return [...notBuilt, LOST].join(' ')
  const sound = names ? say('buildProgress.finished', { tables: names }) : say('buildProgress.nothingLost')
  return [...notBuilt, sound, ...begun(end), ...saved(end, state)].join(' ')
}

/** @param {BuildEnd} end  of a build that went well */
function made(end) {
  const { built, parts, seconds } = end
  const names = namesOf(end)
  const some = partsOf(end).map(([name, { finished }]) => say('buildProgress.parts', { parts: finished, name }))
  const all = [...(names ? [names] : []), ...some]
  if (!all.length) return say('buildProgress.allHere')
  const bytes = [...built, ...Object.values(parts)].reduce((sum, { bytes }) => sum + bytes, 0)
  return say('buildProgress.built', { tables: list(all), time: duration(seconds), size: size(bytes) })
}

/** Returns the names of the finished tables, or their number. @param {BuildEnd} end */
function namesOf({ built }) {
  const names = built.map((table) => table.class)
  return names.length > 4 ? say('buildProgress.tables', { count: names.length }) : list(names)
}

/** Returns the tables with some finished parts. @param {BuildEnd} end */
const partsOf = ({ parts }) => Object.entries(parts).filter(([, part]) => part.finished)

/** Returns the texts about stored parts of tables. @param {BuildEnd} end */
const begun = (end) =>
  partsOf(end).map(([name, { finished, of }]) => say('buildProgress.partsKept', { name, finished, count: of }))

/**
 * Returns the texts about saved solving, from which a build resumes.
 * @param {BuildEnd} end
 * @param {Pick<import('../../shell/state.js').State, 'tables'>} state
 */
const saved = ({ wanted }, { tables }) =>
  (tables ?? []).flatMap(({ name, saved }) =>
    saved && wanted.includes(name)
      ? [say('buildProgress.saved', { name, ply: saved.ply, size: size(saved.bytes) })]
      : [],
  )
