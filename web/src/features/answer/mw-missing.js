import { html, nothing } from 'lit'
import { cancelBuild, offer } from '../builds/build.effects.js'
import { isPosition } from '../../engine/tasks.js'
import { say } from '../../language.js'
import { isAnswering, isBeingSetUp, whyLeftAlone } from '../builds/autobuild.js'
import { forecast, isHeavy, isImpossible, isQuick } from '../builds/forecast.js'
import { USUAL_MEN } from '../tables/large.js'
import { findTable } from '../tables/library.js'
import { piecesOf } from '../board/position.js'
import { makesMissing, wantedFor, wantedOf } from '../builds/wanted.js'
import { list, materialInWords, roughly } from '../../words.js'
import { bar, figures, finishedOf, leftOf } from '../builds/build-progress.view.js'
import { elsewhere } from './elsewhere.view.js'
import { checkIcon, hammerIcon } from '../../ui/icons.js'
import { outlookOf } from '../builds/outlook.view.js'
import { material } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('../../engine/types.js').Step} Step
 * @typedef {import('../builds/build.js').Build} Build
 * @typedef {import('../builds/forecast.js').Proposal} Proposal
 */

/** How a build without a click ended. It does not begin again without a click. */
const ENDED = {
  cancelled: say('missing.wasStopped'),
  failed: say('missing.hasFailed'),
  done: '',
}

// For a position without its table: the cost of the table and one button that builds it. If it is built without a
// click, the progress instead.
class Missing extends View {
  static uses = uses(
    'answer',
    'asking',
    'tables',
    'build',
    'queue',
    'outlook',
    'forecasting',
    'speed',
    'storage',
    'place',
    'mode',
    'game',
    'autobuild',
    'leftAlone',
  )

  static properties = { apart: { attribute: false } }

  constructor() {
    super()
    /** Whether it is a card with a title and buttons of its own. */
    this.apart = true
  }

  render() {
    const { answer, build: underWay } = this.state
    const error = answer?.error
    // The answer may change before the parent removes this element.
    if (error?.code !== 'missing') return nothing
    const name = error.class ?? ''
    const missing = error.missing ?? [name]
    const classes = error.classes ?? missing
    const wanted = wantedFor(this.state)
    const inPart = wanted.some(isPosition)
    const requested = inPart ? (missing.includes(name) ? [name] : missing) : wanted
    const outlook = this.#outlook(wanted)
    const answering = isAnswering(this.state)
    const isLess = inPart || missing.some((each) => findTable(this.state.tables, each)?.present) // than whole tables
    const explanation = this.#explain(
      missing,
      classes,
      isLess ? ((underWay?.wanted.join() === wanted.join() ? underWay : outlook)?.steps ?? null) : [],
    )
    const needs = tablesNeeded(classes, missing)
    const head = html`<span class="class-name"
      >${material(name)}<span>${materialInWords(name)}</span> <span>${name}</span></span>`
    if (underWay && answering)
      return html`<section class="missing working card" aria-label=${say('missing.build')}>${
        head
      }${this.#working(underWay)}
      <details><summary>${say('missing.steps')}</summary><p>${explanation}</p>${needs}${figures(
        underWay,
        this.state.memory,
      )}</details></section>`
    const onItsWay = !!underWay && makesMissing(this.state, wantedOf(this.state))
    return html`<section class="missing card">${head}
      ${this.apart ? html`<h1>${this.#title(requested, onItsWay)}</h1>` : nothing}
      <p>${explanation} ${onItsWay ? nothing : this.#byItself(outlook)}</p>
      ${needs}
      ${
        outlook
          ? outlookOf(outlook, this.state)
          : this.state.forecasting && !underWay
            ? html`<p class="looking"><span class="spinner"></span>${say('missing.looking')}</p>`
            : nothing
      }
      ${onItsWay || !this.apart ? nothing : this.#buttons(wanted, inPart, requested, missing, outlook)}
      ${answer && piecesOf(answer.fen).size > USUAL_MEN ? elsewhere(answer.fen) : nothing}
    </section>`
  }

  /** If a table exists, its part with castling is missing. @param {string} name */
  #named(name) {
    return findTable(this.state.tables, name)?.present ? say('missing.withCastling', { name }) : name
  }

  /** @param {string[]} requested @param {boolean} onItsWay */
  #title(requested, onItsWay) {
    const values = { count: requested.length, names: list(requested.map((each) => this.#named(each))) }
    if (!onItsWay) return say('missing.notBuilt', values)
    return this.state.queue.held ? say('missing.held', values) : say('missing.onItsWay', values)
  }

  /** @param {Build} build */
  #working(build) {
    return html`<h1>${say('missing.working')}</h1>${bar(build)}
      <div class="under-bar"><p class="doing">${leftOf(build) ?? say('missing.moment')}${
        build.steps.length ? html`<small>${finishedOf(build)}</small>` : nothing
      }</p>
        <button @click=${cancelBuild}>${say('common.stop')}</button></div>`
  }

  /** A sentence about the builds without a click. @param {Proposal | null} outlook */
  #byItself(outlook) {
    const { autobuild } = this.state
    const why = whyLeftAlone(this.state)
    if (why) return ENDED[why]
    const quick = autobuild && outlook && isBeingSetUp(this.state) && isQuick(forecast(outlook.steps, this.state))
    return quick ? say('missing.quick') : ''
  }

  /**
   * @param {string[]} wanted
   * @param {boolean} inPart
   * @param {string[]} requested
   * @param {string[]} missing
   * @param {Proposal | null} outlook
   */
  #buttons(wanted, inPart, requested, missing, outlook) {
    if (this.state.build) return html`<button @click=${() => offer(wanted)}>${say('missing.queue')}</button>`
    const impossible = !!outlook && isImpossible(forecast(outlook.steps, this.state))
    const all = { count: missing.length, name: this.#named(missing[0] ?? '') }
    return html`<button class="primary" ?disabled=${impossible} @click=${() => offer(wanted, isHeavy)}>${hammerIcon}
      ${inPart ? say('missing.buildNeeded') : say('missing.buildMissing', all)}</button>
      ${
        inPart
          ? html`<button class="quiet"
        @click=${() => offer(requested)}>${say('missing.buildAll', { names: list(requested) })}</button>`
          : nothing
      }`
  }

  /**
   * @param {string[]} missing
   * @param {string[]} classes
   * @param {Step[] | null} steps null while they are not known, and may be parts of tables
   */
  #explain(missing, classes, steps) {
    const whole = missing.reduce((sum, needed) => sum + (findTable(this.state.tables, needed)?.positions ?? 0), 0)
    const positions = steps && (steps.reduce((sum, step) => sum + step.positions, 0) || whole)
    const work = positions ? [this.#work(positions, steps ?? [])] : []
    const rest = classes.length - 1
    if (!rest) {
      const { present } = findTable(this.state.tables, classes[0]) ?? {}
      return [present ? say('missing.standsOnPlain') : say('missing.standsOnNone'), ...work].join(' ')
    }
    const { name, saved } = findTable(this.state.tables, classes.at(-1) ?? '') ?? {}
    const resumes = saved ? [say('missing.goesOn', { name, ply: saved.ply })] : []
    return [say('missing.standsOn', { rest, here: classes.length - missing.length }), ...work, ...resumes].join(' ')
  }

  /** @param {number} count  of positions @param {Step[]} steps */
  #work(count, steps) {
    const positions = roughly(count)
    const parts = inParts(steps, this.state.tables)
    return parts ? say('missing.workInParts', { positions, parts }) : say('missing.work', { positions })
  }

  // The plan of the build, once it has arrived.
  #outlook(/** @type {string[]} */ wanted) {
    const { outlook, build } = this.state
    return build || outlook?.wanted.join() !== wanted.join() ? null : outlook
  }
}

/**
 * Lists the tables that are built in part, for the positions that play can reach. It is empty if every step builds
 * whole tables.
 * @param {Step[]} steps
 * @param {import('../../shell/state.js').ClassInfo[] | null} tables
 */
function inParts(steps, tables) {
  const parts = steps
    .filter((step) => !step.whole)
    .map(({ class: name, units: [first, ...others] }) =>
      first.slices
        ? say('missing.smallParts', { count: first.slices.length, name })
        : say('missing.parts', {
            count: [first, ...others].filter((unit) => !unit.bytes).length,
            all: findTable(tables, name)?.units ?? 0,
            name,
          }),
    )
  return parts.length > 3 ? say('missing.partsOfMany', { count: parts.length }) : list(parts)
}

/** More tables than this are listed on demand. */
const MOST_LISTED = 24

/** @param {string[]} classes @param {string[]} missing  those that are not built */
function tablesNeeded(classes, missing) {
  const each = (/** @type {string} */ name) => need(name, missing.includes(name))
  const list = html`<ul class="needs" aria-label=${say('missing.needed')}>${classes.map(each)}</ul>`
  if (classes.length <= MOST_LISTED) return list
  const built = classes.length - missing.length
  const summary = say('missing.neededOf', { count: classes.length, built })
  return html`<details class="all-needs"><summary>${summary}</summary>${BY_MEN.map(([count, men]) => {
    const some = classes.filter((name) => menOf(name) === count)
    if (!some.length) return nothing
    return html`<h3>${men}</h3><ul class="needs" aria-label=${say('missing.neededWith', { men })}>${some.map(
      each,
    )}</ul>`
  })}</details>`
}

/** @type {[number, string][]} */
const BY_MEN = [
  [3, say('missing.threeMen')],
  [4, say('missing.fourMen')],
  [5, say('missing.fiveMen')],
  [6, say('missing.sixMen')],
]

/** @param {string} name */
const menOf = (name) => name.split('-')[0].length - 1

/** @param {string} name @param {boolean} absent */
const need = (name, absent) =>
  html`<li class=${absent ? 'absent' : 'present'}>${absent ? nothing : checkIcon}${rich('missing.need', {
    name,
    absent,
    unseen,
  })}</li>`

/** Text for screen readers only. @param {unknown[]} parts */
const unseen = (parts) => html`<span class="unseen">${parts}</span>`

customElements.define('mw-missing', Missing)
