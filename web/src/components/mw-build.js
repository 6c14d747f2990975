import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { build as startBuild, cancelAll, cancelBuild, describe, offer, pauseBuilds, rebuild, resumeBuilds, stopNow } from '../app/building.js'
import { TABLES } from '../state/address.js'
import { dismissEnd, elapsed, filledOf, fraction, memoryOf, positionsDone, positionsTotal, secondsLeft, shareOfEach } from '../state/build.js'
import { isImporting } from '../state/imports.js'
import { emptyQueue } from '../state/queue.js'
import { chooseMemory, lessMemory } from '../state/workers.js'
import { duration, list, plural, roughly, sentence, size } from '../words.js'
import { accident } from './accident.js'
import { alertIcon, checkIcon, clockIcon, closeIcon } from './icons.js'
import { link } from './link.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../state/build.js').Build} Build
 * @typedef {import('../state/build.js').BuildEnd} BuildEnd
 * @typedef {import('../state/build.js').Failure} Failure
 * @typedef {import('../state/queue.js').Queue} Queue
 */

// The build under way, or how the last one ended, and whether something waits.
class BuildCard extends View {
  static uses = uses('build', 'buildEnd', 'queue', 'workers', 'memory', 'imports')

  render() {
    const { build, buildEnd, queue } = this.state
    if (build) return this.#progress(build)
    return html`${buildEnd ? this.#end(buildEnd) : nothing}${queue.held && queue.waiting.length ? heldBack(queue) : nothing}`
  }

  /** @param {Build} build */
  #progress(build) {
    const percent = Math.floor(100 * fraction(build))
    return html`<section class="build card" aria-label="Build">
      <header><h2>Building ${describe(build.wanted)}</h2><b class="percent">${percent}%</b></header>
      <div class="bar" role="progressbar" aria-label="Positions solved" aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"
        data-waiting=${build.stage === 'waiting'}>${segments(build)}</div>
      <p class="doing">${doing(build, isImporting(this.state))}</p>
      ${build.jobs.length ? html`<ul class="jobs" aria-label="Being built">${build.jobs.map(jobLine)}</ul>` : nothing}
      ${build.failures.length ? html`<p class="failing" role="alert">${failing(build)}</p>` : nothing}
      ${build.paused && !build.failures.length ? html`<p role="status">${PAUSED}</p>` : nothing}
      ${build.stage === 'building' ? html`<dl class="figures">
        <div><dt>Positions</dt><dd>${roughly(positionsDone(build))} <small>of ${roughly(positionsTotal(build))}</small></dd></div>
        <div><dt>Elapsed</dt><dd>${duration(elapsed(build))}</dd></div>
        <div><dt>Left</dt><dd>${left(build)}</dd></div>
        <div><dt>Memory</dt><dd>${memoryOf(build) ? size(memoryOf(build)) : '–'} <small>of ${size(this.state.memory)}</small></dd></div>
      </dl>` : nothing}
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
        <p>${kept(end)} ${first ? this.#advice(end, first) : nothing}</p>
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
    const choose = html`How much memory a build may take is chosen on the <a href="#/tables">Tables</a> page.`
    switch (error.code) {
      case 'full': return html`Delete tables you don't need on the <a href="#/tables">Tables</a> page, or free space on this device.`
      case 'budget': return choose
      case 'memory': return `${lessMemory(memory) ? 'In less memory the same tables are built in another way, and take longer. ' : ''}${fewer} The page goes on working.`
      case 'died': return `It may have run out of memory. ${fewer} The page goes on working.`
      case 'damaged': return `It leans on ${error.class}, which has to be built again first.`
      default: return nothing
    }
  }
}

const PAUSED = 'Paused. Nothing new is begun, and what is under way goes on to its end. To stop now loses only what that has done so far: it will be begun again.'

/** What comes after the build under way. @param {Queue} queue */
function next({ waiting, held }) {
  if (!waiting.length) return nothing
  const more = waiting.length - 1
  return html`<p class="next">${held ? 'Held back' : 'Then'}: ${describe(waiting[0])}${more ? ` and ${plural(more, 'more build')}` : ''}. ${link(TABLES, 'Queue')}</p>`
}

/** What waits for the user to say so. @param {Queue} queue */
function heldBack({ waiting, held }) {
  const [first] = waiting
  const more = waiting.length - 1
  const interrupted = held === 'interrupted'
  return html`<section class="held card" aria-labelledby="held-title">${clockIcon}
    <div><h2 id="held-title">${interrupted ? `The build of ${describe(first)} was interrupted` : held === 'failed' ? 'What comes after it waits' : 'Building is paused'}</h2>
      <p>${interrupted
        ? `What was finished is kept, and it goes on from there.${more ? ` After it ${more === 1 ? 'comes' : 'come'} ${plural(more, 'more build')}.` : ''}`
        : `Next ${first.length === 1 ? 'is' : 'are'} ${describe(first)}${more ? `, and then ${plural(more, 'more build')}` : ''}. What was finished is kept.`}</p>
      <p class="acts"><button class="primary" @click=${resumeBuilds}>Go on</button>
        <button @click=${() => store.update(emptyQueue)}>${interrupted ? 'Dismiss' : 'Cancel'}</button></p></div>
  </section>`
}

/**
 * The bar's piece for each class is as wide as its share of the work, or else just wide enough to be seen.
 * @param {Build} build
 */
function segments(build) {
  if (!build.steps.length) return html`<span></span>`
  const least = positionsTotal(build) / (4 * build.steps.length)
  return shareOfEach(build).map((share) => html`<span style="flex-grow:${Math.max(share.positions, least)}" title=${share.class}><i style="width:${100 * share.filled}%"></i></span>`)
}

/** @param {Build} build @param {boolean} importing */
function doing({ stage, steps, built }, importing) {
  if (stage === 'starting') return 'Starting the engine'
  if (stage === 'waiting' && importing) return 'This build begins when the import is done.'
  if (stage === 'waiting') return 'Another tab is building. This build begins when that one is done.'
  return `${built.length} of ${plural(steps.length, 'table')} finished`
}

/** @param {import('../state/build.js').Job} job */
function jobLine(job) {
  const percent = Math.floor(100 * filledOf(job))
  const name = job.task.class
  return html`<li><b>${name}</b><span class="step">${step(job)}</span>
    <span class="thin" role="progressbar" aria-label=${name} aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span></li>`
}

/** @param {import('../state/build.js').Job} job */
function step({ progress }) {
  if (!progress) return 'Starting'
  const { step, slice, slices, ply } = progress
  const verb = step === 'storing' ? 'Storing' : 'Solving'
  if (slices > 1) return `${verb}, slice ${Math.min(slice + 1, slices)} of ${slices}`
  return step === 'solving' && ply ? `${verb}, ply ${ply}` : verb
}

/** @param {Build} build */
function failing({ failures, jobs }) {
  const { class: name, error } = failures[0]
  const names = list([...new Set(jobs.map(({ task }) => task.class))])
  const rest = jobs.length ? ` Nothing new is begun; what is under way of ${names} will still be finished.` : ''
  return `${name} could not be built: ${error.message}${rest}`
}

/** @param {Build} build */
function left(build) {
  const seconds = secondsLeft(build)
  return seconds === null ? '–' : `about ${duration(Math.max(1, seconds))}`
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

/** @param {BuildEnd} end */
function kept({ how, built, parts, failures, seconds }) {
  const names = built.map((table) => table.class)
  const tables = names.length > 4 ? plural(names.length, 'table') : list(names)
  const bytes = [...built, ...Object.values(parts)].reduce((sum, { bytes }) => sum + bytes, 0)
  const begun = Object.entries(parts).filter(([, part]) => part.finished)
  if (how === 'done') {
    const made = [...(names.length ? [tables] : []), ...begun.map(([name, part]) => `${plural(part.finished, 'part')} of ${name}`)]
    return made.length ? `Built ${list(made)} in ${duration(seconds)}, ${size(bytes)} in all.` : 'Everything was here already.'
  }
  const failed = list([...new Set(failures.flatMap((failure) => failure.class ?? []))])
  const sound = names.length ? `Finished and kept: ${tables}.` : 'Nothing was lost.'
  const going = begun.map(([name, part]) => ` Of ${name}, ${part.finished} of ${part.of} parts are kept: building it again goes on from there.`)
  return (failed ? `Not built: ${failed}. ${sound}` : sound) + going.join('')
}

customElements.define('mw-build', BuildCard)
