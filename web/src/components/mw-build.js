import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { build as startBuild, cancelAll, cancelBuild, describe, offer, pauseBuilds, rebuild, resumeBuilds, stopNow } from '../app/building.js'
import { isFramed } from '../app/framed.js'
import { TABLES } from '../state/address.js'
import { isAnswering, isHelpingSearch } from '../state/at-once.js'
import { dismissEnd, filledOf, progressOf } from '../state/build.js'
import { isImporting } from '../state/imports.js'
import { emptyQueue } from '../state/queue.js'
import { chooseMemory, lessMemory } from '../state/workers.js'
import { list, plural, sentence, size } from '../words.js'
import { accident } from './accident.js'
import { bar, figures, finishedOf, kept } from './build-progress.js'
import { alertIcon, checkIcon, clockIcon, closeIcon } from './icons.js'
import { link } from './link.js'
import { moreMemory, moreStorage } from './more-room.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../state/build.js').Build} Build
 * @typedef {import('../state/build.js').BuildEnd} BuildEnd
 * @typedef {import('../state/build.js').Failure} Failure
 * @typedef {import('../state/queue.js').Queue} Queue
 */

// The build under way, or how the last one ended, and whether something waits.
class BuildCard extends View {
  static uses = uses('build', 'buildEnd', 'queue', 'workers', 'memory', 'imports', 'answer', 'place', 'tables', 'kept')

  render() {
    const { build, buildEnd, queue } = this.state
    if (build && !isAnswering(this.state) && !isHelpingSearch(this.state)) return this.#progress(build)
    const end = build || (buildEnd?.atOnce && buildEnd.how === 'done') ? null : buildEnd // nobody has asked for that
    return html`${end ? this.#end(end) : nothing}${!build && queue.held && queue.waiting.length ? heldBack(queue, this.state.kept) : nothing}`
  }

  /** @type {number | undefined} */
  #passing

  // What went well is told in passing.
  updated() {
    clearTimeout(this.#passing)
    const { buildEnd } = this.state
    if (buildEnd?.how === 'done' && !buildEnd.atOnce) this.#passing = window.setTimeout(() => store.update(dismissEnd), PASSING_MS)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.#passing)
  }

  /** @param {Build} build */
  #progress(build) {
    return html`<section class="build card" aria-label="Build">
      <header><h2>Building ${describe(build.wanted)}</h2><b class="percent">${progressOf(build).percent}%</b></header>
      ${bar(build)}
      <p class="doing">${doing(build, isImporting(this.state))}</p>
      ${build.jobs.length ? html`<ul class="jobs" aria-label="Being built">${build.jobs.map(jobLine)}</ul>` : nothing}
      ${build.failures.length ? html`<p class="failing" role="alert">${failing(build)}</p>` : nothing}
      ${build.paused && !build.failures.length ? html`<p role="status">${PAUSED}</p>` : nothing}
      ${figures(build, this.state.memory)}
      <footer>${this.#controls(build)}${next(this.state.queue)}</footer>
    </section>`
  }

  /** @param {Build} build */
  #controls({ paused, failures }) {
    if (failures.length) return html`<button @click=${cancelBuild}>Stop now</button>`
    return html`${paused
      ? html`<button class="primary" @click=${resumeBuilds}>Resume</button><button @click=${stopNow}>Stop now</button>`
      : html`<button @click=${pauseBuilds}>Pause</button>`}
      <button @click=${cancelAll}>${this.state.queue.waiting.length ? 'Cancel all' : 'Cancel'}</button>`
  }

  /** @param {BuildEnd} end */
  #end(end) {
    const dismiss = () => store.update(dismissEnd)
    const first = end.failures[0]
    return html`<section class="build-end card ${end.how} ${first?.error.code ?? ''}" role=${first ? 'alert' : 'status'}>
      ${first ? alertIcon : checkIcon}
      <div><h2>${title(end)}</h2>${first ? accident(first.error) : nothing}
        <p>${kept(end, this.state)} ${first ? this.#advice(end, first) : nothing}</p>
        ${first ? this.#remedy(end, first) : nothing}</div>
      <button class="quiet icon-button" aria-label="Dismiss" @click=${dismiss}>${closeIcon}</button>
    </section>`
  }

  /** @param {BuildEnd} end @param {Failure} failure */
  #remedy({ wanted, memory }, { error }) {
    const name = error.code === 'damaged' ? error.class : undefined
    if (name) return html`<button @click=${() => rebuild(name)}>Rebuild ${name}</button>`
    const less = error.code === 'memory' ? lessMemory(memory) : null
    if (!less) return html`<button @click=${() => startBuild(wanted)}>Try again</button>`
    const withLess = () => {
      store.update(chooseMemory, less)
      offer(wanted)
    }
    return html`<button @click=${withLess}>Try again in ${size(less)}</button>`
  }

  /** @param {BuildEnd} end @param {Failure} failure */
  #advice({ memory }, { error }) {
    const fewer = this.state.workers > 1 ? 'To build on fewer processors, or to close other tabs, can help.' : 'Closing other tabs can help.'
    switch (error.code) {
      case 'full': return moreStorage
      case 'budget': return moreMemory
      case 'memory': return `${lessMemory(memory) ? 'In less memory the same tables are built in another way, and take longer. ' : ''}${fewer} The page goes on working.`
      case 'died': return `It may have run out of memory. ${fewer} The page goes on working.`
      case 'damaged': return `It leans on ${error.class}, which has to be built again first.`
      default: return nothing
    }
  }
}

const PASSING_MS = 15_000

const PAUSED = 'Paused. Nothing new is begun, and what is under way goes on to its end. To stop now loses at most what that has done so far: it will be begun again, unless it goes on from what is saved.'

/** What comes after the build under way. @param {Queue} queue */
function next({ waiting, held }) {
  if (!waiting.length) return nothing
  const more = waiting.length - 1
  return html`<p class="next">${held ? 'Held back' : 'Then'}: ${describe(waiting[0])}${more ? ` and ${plural(more, 'more build')}` : ''}. ${isFramed ? nothing : link(TABLES, 'Queue')}</p>`
}

/** What waits for the user to say so. @param {Queue} queue @param {boolean} kept  tables are stored */
function heldBack({ waiting, held }, kept) {
  const [first] = waiting
  const more = waiting.length - 1
  const interrupted = held === 'interrupted'
  return html`<section class="held card" aria-labelledby="held-title">${clockIcon}
    <div><h2 id="held-title">${interrupted ? `The build of ${describe(first)} was interrupted` : held === 'failed' ? 'What comes after it waits' : 'Building is paused'}</h2>
      <p>${interrupted
        ? `What was finished is kept, and it goes on from there.${more ? ` After it ${more === 1 ? 'comes' : 'come'} ${plural(more, 'more build')}.` : ''}`
        : `Next ${first.length === 1 ? 'is' : 'are'} ${describe(first)}${more ? `, and then ${plural(more, 'more build')}` : ''}.${kept ? ' What was finished is kept.' : ''}`}</p>
      <p class="acts"><button class="primary" @click=${resumeBuilds}>Go on</button>
        <button @click=${() => store.update(emptyQueue)}>${interrupted ? 'Dismiss' : 'Cancel'}</button></p></div>
  </section>`
}

/** @param {Build} build @param {boolean} importing */
function doing(build, importing) {
  const { stage } = build
  if (stage === 'starting') return 'Starting the engine'
  if (stage === 'waiting' && importing) return 'This build begins when the import is done.'
  if (stage === 'waiting') return 'Another tab is building. This build begins when that one is done.'
  return build.steps.length ? `${finishedOf(build)} finished` : 'Everything is here already'
}

/** @param {import('../state/build.js').Job} job */
function jobLine(job) {
  const percent = Math.floor(100 * filledOf(job))
  const name = job.task.class
  return html`<li><b>${name}</b><span class="step">${step(job)}</span>
    <span class="thin" role="progressbar" aria-label=${name} aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span></li>`
}

/** Bytes that go to disk and come from there, of which one would want to know. */
const MUCH = 1e8

/** @param {import('../state/build.js').Job} job */
function step({ progress }) {
  if (!progress) return 'Starting'
  const { step, slice, slices, table = 0, tables, ply, scratchRead = 0, scratchWritten = 0 } = progress
  if (step === 'preparing') return `Reading what promotions lead to, table ${table + 1} of ${tables}`
  const verb = step === 'storing' ? 'Storing' : 'Solving'
  if (slices > 1) return `${verb}, slice ${Math.min(slice + 1, slices)} of ${slices}`
  const disk = scratchRead + scratchWritten > MUCH ? `, ${size(scratchWritten)} written to disk, ${size(scratchRead)} read` : ''
  return `${verb}${step === 'solving' && ply ? `, ply ${ply}` : ''}${disk}`
}

/** @param {Build} build */
function failing({ failures, jobs }) {
  const { class: name, error } = failures[0]
  const names = list([...new Set(jobs.map(({ task }) => task.class))])
  const rest = jobs.length ? ` Nothing new is begun; what is under way of ${names} will still be finished.` : ''
  return `${name} could not be built: ${error.message}${rest}`
}

/** @param {BuildEnd} end */
function title({ how, wanted, failures }) {
  if (how === 'done') return `${sentence(describe(wanted))} ${wanted.length > 1 ? 'are' : 'is'} ready`
  if (how === 'cancelled') return 'The build was cancelled'
  const code = failures[0]?.error.code
  if (code === 'full') return 'Storage is full'
  if (code === 'memory') return 'The builder ran out of memory'
  if (code === 'budget') return 'More memory is needed'
  return code === 'died' ? 'The builder died' : 'The build stopped'
}

customElements.define('mw-build', BuildCard)
