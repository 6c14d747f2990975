import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { build as startBuild, cancelBuild, describe, rebuild } from '../app/building.js'
import { dismissEnd, elapsed, fraction, secondsLeft } from '../state/build.js'
import { duration, list, plural, roughly, size } from '../words.js'
import { accident } from './accident.js'
import { alertIcon, checkIcon, closeIcon } from './icons.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../state/build.js').Build} Build
 * @typedef {import('../state/build.js').BuildEnd} BuildEnd
 */

// The build under way, or how the last one ended.
class BuildCard extends View {
  static uses = uses('build', 'buildEnd')

  render() {
    const { build, buildEnd } = this.state
    if (build) return this.#progress(build)
    return buildEnd ? this.#end(buildEnd) : nothing
  }

  /** @param {Build} build */
  #progress(build) {
    const percent = Math.floor(100 * fraction(build))
    return html`<section class="build card" aria-label="Build">
      <header><h2>Building ${describe(build.wanted)}</h2><b class="percent">${percent}%</b></header>
      <div class="bar" role="progressbar" aria-label="Positions solved" aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"
        data-waiting=${build.step === 'waiting'}>${build.steps.map((step) => segment(build, step))}</div>
      <p class="doing">${doing(build)}</p>
      ${build.step === 'waiting' ? nothing : html`<dl class="figures">
        <div><dt>Positions</dt><dd>${roughly(build.positions)} <small>of ${roughly(build.total)}</small></dd></div>
        <div><dt>Elapsed</dt><dd>${duration(elapsed(build))}</dd></div>
        <div><dt>Left</dt><dd>${left(build)}</dd></div>
        <div><dt>Memory</dt><dd>${build.wasmBytes ? size(build.wasmBytes) : '–'}</dd></div>
      </dl>`}
      <button @click=${cancelBuild}>Cancel</button>
    </section>`
  }

  /** @param {BuildEnd} end */
  #end(end) {
    const dismiss = () => store.update(dismissEnd)
    const failed = end.how === 'failed'
    return html`<section class="build-end card ${end.how} ${end.error?.code ?? ''}" role=${failed ? 'alert' : 'status'}>
      ${failed ? alertIcon : checkIcon}
      <div><h2>${title(end)}</h2>${failed ? failure(end) : html`<p>${kept(end)}</p>`}
        ${failed ? remedy(end) : nothing}</div>
      <button class="quiet icon-button" aria-label="Dismiss" @click=${dismiss}>${closeIcon}</button>
    </section>`
  }
}

/**
 * The bar's piece for one class: as wide as its share of the work.
 * @param {Build} build
 * @param {import('../engine/types.js').Step} step
 */
function segment(build, step) {
  const index = build.steps.indexOf(step)
  const before = build.steps.slice(0, index).reduce((sum, { positions }) => sum + positions, 0)
  const filled = step.positions ? Math.max(0, Math.min(1, (build.positions - before) / step.positions)) : 1
  return html`<span style="flex-grow:${Math.max(step.positions, build.total / 100)}" title=${step.class}><i style="width:${100 * filled}%"></i></span>`
}

/** @param {Build} build */
function doing(build) {
  if (build.step === 'starting') return 'Starting the engine'
  if (build.step === 'waiting') return 'Another tab is building. This build begins when that one is done.'
  const place = build.done.length + 1
  const verb = build.step === 'storing' ? 'Compressing and storing' : 'Solving'
  const where = build.slices > 1 ? `, slice ${Math.min(build.slice + 1, build.slices)} of ${build.slices}`
    : build.step === 'solving' && build.ply ? `, ply ${build.ply}`
    : ''
  return html`${verb} <b>${build.class}</b>, table ${Math.min(place, build.steps.length)} of ${build.steps.length}${where}`
}

/** @param {Build} build */
function left(build) {
  const seconds = secondsLeft(build)
  return seconds === null ? '–' : `about ${duration(Math.max(1, seconds))}`
}

/** @param {BuildEnd} end */
function title({ how, wanted, error }) {
  if (how === 'done') return `${describe(wanted)} ${wanted.length > 1 ? 'are' : 'is'} ready`
  if (how === 'cancelled') return 'The build was cancelled'
  if (error?.code === 'full') return 'Storage is full'
  return error?.code === 'died' ? 'The builder died' : 'The build stopped'
}

/** @param {BuildEnd} end */
const kept = ({ how, done, built, seconds }) => {
  const tables = done.length > 4 ? plural(done.length, 'table') : list(done)
  const bytes = built?.built.reduce((sum, table) => sum + table.bytes, 0) ?? 0
  if (how === 'done') return done.length ? `Built ${tables} in ${duration(seconds)}, ${size(bytes)} in all.` : 'Everything was here already.'
  return done.length ? `Finished before that, and kept: ${tables}.` : 'Nothing was lost.'
}

/** @param {BuildEnd} end */
function failure(end) {
  const { error } = end
  const advice =
    error?.code === 'full' ? html`Delete tables you don't need on the <a href="#/tables">Tables</a> page, or free space on this device.`
    : error?.code === 'died' ? 'It may have run out of memory: closing other tabs can help. The page goes on working.'
    : error?.code === 'damaged' ? `It leans on ${error.class}, which has to be built again first.`
    : nothing
  return html`${error ? accident(error) : nothing}<p>${kept(end)} ${advice}</p>`
}

/** @param {BuildEnd} end */
function remedy({ error, wanted }) {
  const name = error?.code === 'damaged' ? error.class : undefined
  if (name) return html`<button @click=${() => rebuild(name)}>Rebuild ${name}</button>`
  return html`<button @click=${() => startBuild(wanted)}>Try again</button>`
}

customElements.define('mw-build', BuildCard)
