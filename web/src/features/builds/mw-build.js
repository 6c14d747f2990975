import { html, nothing } from 'lit'
import { inOneText } from '../../engine/problems.js'
import { store } from '../../shell/app.js'
import {
  build as startBuild,
  cancelAll,
  cancelBuild,
  describe,
  numberOf,
  offer,
  pauseBuilds,
  rebuild,
  resumeBuilds,
  stopNow,
} from './build.effects.js'
import { loadFilms } from '../film/lazy.effects.js'
import { isFramed } from '../../shell/framed.js'
import { say } from '../../language.js'
import { TABLES } from '../../shell/address.js'
import { awaitsPractice, isAnswering, isHelpingSearch, isPreparingSet, isReadying } from './autobuild.js'
import { dismissEnd } from './build.js'
import { filledOf, progressOf } from './progress.js'
import { isImporting } from '../imports/imports.js'
import { emptyQueue } from './queue.js'
import { chooseMemory, lessMemory } from './workers.js'
import { list, sentence, size } from '../../words.js'
import { accident } from '../../ui/accident.js'
import { bar, figures, finishedOf, kept } from './build-progress.view.js'
import { alertIcon, checkIcon, clockIcon, closeIcon } from '../../ui/icons.js'
import { link } from '../../ui/link.js'
import { moreMemory, moreStorage } from './more-room.view.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('./build.js').Build} Build
 * @typedef {import('./build.js').BuildEnd} BuildEnd
 * @typedef {import('./build.js').Failure} Failure
 * @typedef {import('./queue.js').Queue} Queue
 */

// The running build, or the end of the last one, and the queue if it is held.
class BuildCard extends View {
  static uses = uses(
    'build',
    'buildEnd',
    'queue',
    'workers',
    'memory',
    'imports',
    'syzygyWriting',
    'answer',
    'place',
    'tables',
    'kept',
    'training',
    'mode',
    'puzzle',
  )

  render() {
    const { build, buildEnd, queue } = this.state
    const isShownElsewhere = [isAnswering, isHelpingSearch, isPreparingSet, isReadying].some((is) => is(this.state))
    if (build && !isShownElsewhere) return this.#progress(build)
    // The end of a build without a click, or for practice, is only shown after a failure.
    const isSilent = buildEnd?.how === 'done' && (buildEnd.atOnce || awaitsPractice(this.state))
    const end = build || isSilent ? null : buildEnd
    const isHeld = !build && queue.held && queue.waiting.length
    return html`${end ? this.#end(end) : nothing}${isHeld ? heldBack(queue, this.state.kept) : nothing}`
  }

  /** @type {number | undefined} */
  #passing

  // A success is shown for a short time.
  updated() {
    clearTimeout(this.#passing)
    const { buildEnd } = this.state
    if (buildEnd?.how === 'done' && !buildEnd.atOnce)
      this.#passing = window.setTimeout(() => store.update(dismissEnd), PASSING_MS)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.#passing)
  }

  /** @param {Build} build */
  #progress(build) {
    const jobs = html`<ul class="jobs" aria-label=${say('build.jobs')}>${build.jobs.map(jobLine)}</ul>`
    return html`<section class="build card" aria-label=${say('build.label')}>
      <header><h2>${say('build.building', { tables: inWords(build) })}</h2>
        <b class="percent">${say('build.percent', { percent: progressOf(build).percent })}</b></header>
      ${bar(build)}
      <p class="doing">${doing(build, this.state)}</p>
      ${build.jobs.length ? jobs : nothing}
      ${build.failures.length ? html`<p class="failing" role="alert">${failing(build)}</p>` : nothing}
      ${build.paused && !build.failures.length ? html`<p role="status">${say('build.paused')}</p>` : nothing}
      ${figures(build, this.state.memory)}
      ${build.jobs.length ? watching : nothing}
      <footer>${this.#controls(build)}${next(this.state.queue)}</footer>
    </section>`
  }

  /** @param {Build} build */
  #controls({ paused, failures }) {
    if (failures.length) return html`<button @click=${cancelBuild}>${say('build.stopNow')}</button>`
    const cancel = this.state.queue.waiting.length ? say('build.cancelAll') : say('build.cancel')
    return html`${
      paused
        ? html`<button class="primary" @click=${resumeBuilds}>${say('build.resume')}</button>
        <button @click=${stopNow}>${say('build.stopNow')}</button>`
        : html`<button @click=${pauseBuilds}>${say('build.pause')}</button>`
    }
      <button @click=${cancelAll}>${cancel}</button>`
  }

  /** @param {BuildEnd} end */
  #end(end) {
    const dismiss = () => store.update(dismissEnd)
    const first = end.failures[0]
    return html`<section class="build-end card ${end.how} ${first?.error.code ?? ''}"
    role=${first ? 'alert' : 'status'}>
      ${first ? alertIcon : checkIcon}
      <div><h2>${title(end)}</h2>${first ? accident(first.error) : nothing}
        <p>${kept(end, this.state)} ${first ? this.#advice(end, first) : nothing}</p>
        ${first ? this.#remedy(end, first) : nothing}</div>
      <button class="quiet icon-button" aria-label=${say('common.dismiss')} @click=${dismiss}>${closeIcon}</button>
    </section>`
  }

  /** @param {BuildEnd} end @param {Failure} failure */
  #remedy({ wanted, memory }, { error }) {
    const name = error.code === 'damaged' ? error.class : undefined
    if (name) return html`<button @click=${() => rebuild(name)}>${say('common.rebuild', { name })}</button>`
    const less = error.code === 'memory' ? lessMemory(memory) : null
    if (!less) return html`<button @click=${() => startBuild(wanted)}>${say('common.tryAgain')}</button>`
    const withLess = () => {
      store.update(chooseMemory, less)
      offer(wanted)
    }
    return html`<button @click=${withLess}>${say('build.tryAgainIn', { size: size(less) })}</button>`
  }

  /** @param {BuildEnd} end @param {Failure} failure */
  #advice({ memory }, { error }) {
    const processors = this.state.workers > 1 ? 'many' : 'one'
    switch (error.code) {
      case 'full':
        return moreStorage
      case 'budget':
        return moreMemory
      case 'memory':
        return say('build.advice.memory', { less: lessMemory(memory) ? 'yes' : 'no', processors })
      case 'died':
        return say('build.advice.died', { processors })
      case 'damaged':
        return say('build.advice.damaged', { name: error.class })
      default:
        return nothing
    }
  }
}

const PASSING_MS = 15_000

// The slice that is being solved, as a picture. Its code is loaded when the user wants it.
const watching = html`<details class="watching" @toggle=${loadFilms}><summary>${say('build.watch')}</summary>
  <mw-filling></mw-filling></details>`

/** Returns the next build of the queue. @param {Queue} queue */
function next({ waiting, held }) {
  if (!waiting.length) return nothing
  const words = { held: held ? 'yes' : 'no', tables: describe(waiting[0]), more: waiting.length - 1 }
  return html`<p class="next">${say('build.next', words)} ${isFramed ? nothing : link(TABLES, say('build.queue'))}</p>`
}

/** Returns the held queue, which waits for the user. @param {Queue} queue @param {boolean} kept  tables are stored */
function heldBack({ waiting, held }, kept) {
  const interrupted = held === 'interrupted'
  const drop = say('build.held.drop', { interrupted: interrupted ? 'yes' : 'no' })
  return html`<section class="held card" aria-labelledby="held-title">${clockIcon}
    <div><h2 id="held-title">${heldTitle(waiting[0], held)}</h2>
      <p>${interrupted ? say('build.held.interruptedText', { more: waiting.length - 1 }) : heldNext(waiting, kept)}</p>
      <p class="acts"><button class="primary" @click=${resumeBuilds}>${say('build.held.goOn')}</button>
        <button @click=${() => store.update(emptyQueue)}>${drop}</button></p></div>
  </section>`
}

/** @param {string[]} first @param {Queue['held']} held */
function heldTitle(first, held) {
  if (held === 'interrupted') return say('build.held.interrupted', { tables: describe(first) })
  return held === 'failed' ? say('build.held.failed') : say('build.held.paused')
}

/** @param {Queue['waiting']} waiting @param {boolean} kept */
function heldNext(waiting, kept) {
  const [first] = waiting
  const words = { count: numberOf(first), tables: describe(first), more: waiting.length - 1, kept: kept ? 'yes' : 'no' }
  return say('build.held.next', words)
}

/** @param {Build} build @param {import('../../shell/state.js').State} state */
function doing(build, state) {
  const { stage } = build
  if (stage === 'starting') return say('build.doing.starting')
  if (stage === 'waiting' && isImporting(state)) return say('build.doing.waitingForImport')
  if (stage === 'waiting' && state.syzygyWriting?.at) return say('build.doing.waitingForExport')
  if (stage === 'waiting') return say('build.doing.waitingForBuild')
  if (!build.steps.length) return say('build.doing.here')
  return say('build.doing.finished', { counts: finishedOf(build) })
}

/** @param {import('./build.js').Job} job */
function jobLine(job) {
  const percent = Math.floor(100 * filledOf(job))
  const name = job.task.class
  return html`<li><b>${name}</b><span class="step">${step(job)}</span>
    <span class="thin" role="progressbar" aria-label=${name} aria-valuenow=${percent} aria-valuemin="0"
    aria-valuemax="100"><i style="width:${percent}%"></i></span></li>`
}

/** Bytes of disk traffic from which on it is shown. */
const MUCH = 1e8

/** @param {import('./build.js').Job} job */
function step({ progress }) {
  if (!progress) return say('build.step.starting')
  const { step, slice, slices, table = 0, tables, ply, scratchRead = 0, scratchWritten = 0 } = progress
  if (step === 'preparing') return say('build.step.preparing', { table: table + 1, tables })
  if (slices > 1) return say('build.step.slice', { step, slice: Math.min(slice + 1, slices), slices })
  return say('build.step.whole', {
    step,
    ply: step === 'solving' ? (ply ?? 0) : 0,
    disk: scratchRead + scratchWritten > MUCH ? 'yes' : 'no',
    written: size(scratchWritten),
    read: size(scratchRead),
  })
}

/** @param {Build} build */
function failing({ failures, jobs }) {
  const { class: name, error } = failures[0]
  const words = { name, message: inOneText(error) }
  if (!jobs.length) return say('build.failing', words)
  return say('build.failingOthers', { ...words, names: list([...new Set(jobs.map(({ task }) => task.class))]) })
}

/** Names the tables of a build. @param {Build | BuildEnd} build */
function inWords({ wanted, ofSet }) {
  const { training, place } = store.state
  return describe(wanted, ofSet && (!!training || (place.page === 'sets' && !!place.subject)))
}

/** @param {BuildEnd} end */
function title(end) {
  const { how, wanted, failures } = end
  if (how === 'done') return say('build.ended.ready', { tables: sentence(inWords(end)), count: numberOf(wanted) })
  if (how === 'cancelled') return say('build.ended.cancelled')
  const code = failures[0]?.error.code
  if (code === 'full') return say('build.ended.full')
  if (code === 'memory') return say('build.ended.memory')
  if (code === 'budget') return say('build.ended.budget')
  return code === 'died' ? say('build.ended.died') : say('build.ended.stopped')
}

customElements.define('mw-build', BuildCard)
