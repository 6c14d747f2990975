import { html, nothing } from 'lit'
import { cancelBuild, offer } from '../app/building.js'
import { isPosition } from '../engine/tasks.js'
import { isAnswering, isBeingSetUp, whyLeftAlone } from '../state/at-once.js'
import { forecast, isHeavy, isImpossible, isQuick } from '../state/forecast.js'
import { USUAL_MEN } from '../state/large.js'
import { findTable } from '../state/library.js'
import { piecesOf } from '../state/position.js'
import { coming, wantedFor, wantedOf } from '../state/wanted.js'
import { list, materialInWords, plural, roughly } from '../words.js'
import { bar, figures, finishedOf, leftOf } from './build-progress.js'
import { elsewhere } from './elsewhere.js'
import { checkIcon, hammerIcon } from './icons.js'
import { outlookOf } from './outlook.js'
import { material } from './pieces.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../engine/types.js').Step} Step
 * @typedef {import('../state/build.js').Build} Build
 * @typedef {import('../state/forecast.js').Proposal} Proposal
 */

/** How it ended when it was begun without a click: it is not begun so again. */
const ENDED = {
  cancelled: 'It was stopped, so it is not begun again without a click.',
  failed: 'It could not be built, so it is not begun again without a click.',
  done: '',
}

// The position's table is not here yet: what it takes, and one button that builds it; or how far that is, where it is
// built without a click.
class Missing extends View {
  static uses = uses('answer', 'asking', 'tables', 'build', 'queue', 'outlook', 'foreseeing', 'speed', 'storage', 'place', 'mode', 'game', 'buildAtOnce', 'leftAlone')

  render() {
    const { answer, build: underWay } = this.state
    const error = answer?.error
    // The answer may have changed before the parent takes this away.
    if (error?.code !== 'missing') return nothing
    const name = error.class ?? ''
    const missing = error.missing ?? [name]
    const classes = error.classes ?? missing
    const wanted = wantedFor(this.state)
    const inPart = wanted.some(isPosition)
    const asked = inPart ? (missing.includes(name) ? [name] : missing) : wanted
    const outlook = this.#outlook(wanted)
    const answering = isAnswering(this.state)
    const isLess = inPart || missing.some((each) => findTable(this.state.tables, each)?.present) // than whole tables
    const explanation = this.#explain(missing, classes, isLess ? ((underWay?.wanted.join() === wanted.join() ? underWay : outlook)?.steps ?? null) : [])
    const needs = tablesNeeded(classes, missing)
    const head = html`<span class="class-name">${material(name)}<span>${materialInWords(name)}</span> <span>${name}</span></span>`
    if (underWay && answering) return html`<section class="missing working card" aria-label="Build">${head}${this.#working(underWay)}
      <details><summary>What is being built</summary><p>${explanation}</p>${needs}${figures(underWay, this.state.memory)}</details></section>`
    const onItsWay = !!underWay && (wantedOf(this.state).flat().includes(wanted[0]) || asked.every((each) => coming(this.state).has(each)))
    return html`<section class="missing card">${head}
      <h1>${asked.length > 2 ? plural(asked.length, 'table') : list(asked.map((each) => this.#named(each)))} ${asked.length > 1 ? 'are' : 'is'} ${onItsWay ? this.#where(asked) : 'not built yet'}</h1>
      <p>${explanation} ${onItsWay ? nothing : this.#byItself(outlook)}</p>
      ${needs}
      ${outlook ? outlookOf(outlook, this.state) : this.state.foreseeing && !underWay ? html`<p class="looking"><span class="spinner"></span>Finding out how long that takes…</p>` : nothing}
      ${onItsWay ? nothing : this.#buttons(wanted, inPart, asked, missing, outlook)}
      ${answer && piecesOf(answer.fen).size > USUAL_MEN ? elsewhere(answer.fen) : nothing}
    </section>`
  }

  /** Of a table that is here it is the castling that is missing. @param {string} name */
  #named(name) {
    return findTable(this.state.tables, name)?.present ? `${name} with castling` : name
  }

  /** @param {Build} build */
  #working(build) {
    return html`<h1>Working it out</h1>${bar(build)}
      <div class="under-bar"><p class="doing">${leftOf(build) ?? 'A moment'}${build.steps.length ? html`<small>${finishedOf(build)}</small>` : nothing}</p>
        <button @click=${cancelBuild}>Stop</button></div>`
  }

  /** What happens, or has happened, without a click. @param {Proposal | null} outlook */
  #byItself(outlook) {
    const { buildAtOnce } = this.state
    const why = whyLeftAlone(this.state)
    if (why) return ENDED[why]
    return buildAtOnce && outlook && isBeingSetUp(this.state) && isQuick(forecast(outlook.steps, this.state)) ? 'It is quick: choose Play when you are done, and it is built at once.' : ''
  }

  /** @param {string[]} wanted @param {boolean} inPart @param {string[]} asked @param {string[]} missing @param {Proposal | null} outlook */
  #buttons(wanted, inPart, asked, missing, outlook) {
    if (this.state.build) return html`<button @click=${() => offer(wanted)}>Add to queue</button>`
    const impossible = !!outlook && isImpossible(forecast(outlook.steps, this.state))
    return html`<button class="primary" ?disabled=${impossible} @click=${() => offer(wanted, isHeavy)}>${hammerIcon}
      ${inPart ? 'Build what this position needs' : missing.length === 1 ? `Build ${this.#named(missing[0])}` : `Build ${missing.length} tables`}</button>
      ${inPart ? html`<button class="quiet" @click=${() => offer(asked)}>Build all of ${list(asked)}</button>` : nothing}`
  }

  /** @param {string[]} wanted */
  #where(wanted) {
    if (this.state.queue.held) return 'in the queue, which is paused'
    return wanted.length > 1 ? 'on their way' : 'on its way'
  }

  /** @param {string[]} missing @param {string[]} classes @param {Step[] | null} steps  null while they are not known, and may be parts of tables */
  #explain(missing, classes, steps) {
    const whole = missing.reduce((sum, needed) => sum + (findTable(this.state.tables, needed)?.positions ?? 0), 0)
    const positions = steps && (steps.reduce((sum, step) => sum + step.positions, 0) || whole)
    const work = positions ? ` That is ${roughly(positions)} positions to solve, here in your browser${inParts(steps ?? [], this.state.tables)}.` : ''
    const rest = classes.length - 1
    if (!rest) return `${findTable(this.state.tables, classes[0])?.present ? 'It stands on the table without castling, which is here' : 'It stands on no other table'}.${work}`
    const here = classes.length - missing.length
    const { name, saved } = findTable(this.state.tables, classes.at(-1) ?? '') ?? {}
    const goesOn = saved ? ` ${name} is solved up to ply ${saved.ply}, and goes on from there.` : ''
    return `Captures and promotions lead into ${plural(rest, 'smaller table')}; ${here ? `${here} of them ${here === 1 ? 'is' : 'are'} here already` : 'none is here yet'}.${work}${goesOn}`
  }

  // How it would be built, once that is known.
  #outlook(/** @type {string[]} */ wanted) {
    const { outlook, build } = this.state
    return build || outlook?.wanted.join() !== wanted.join() ? null : outlook
  }
}

/**
 * What is built of tables in part: what play can reach.
 * @param {Step[]} steps
 * @param {import('../state/state.js').ClassInfo[] | null} tables
 */
function inParts(steps, tables) {
  const parts = steps.filter((step) => !step.whole).map(({ class: name, units: [first, ...others] }) =>
    first.slices ? `${plural(first.slices.length, 'small part')} of ${name}` :
      `${[first, ...others].filter((unit) => !unit.bytes).length} of the ${findTable(tables, name)?.units ?? 0} parts of ${name}`)
  if (!parts.length) return ''
  return `, with only ${parts.length > 3 ? `those parts of ${parts.length} tables that play can reach` : list(parts)}`
}

/** More tables than this are listed on demand. */
const MOST_LISTED = 24

/** @param {string[]} classes @param {string[]} missing  those that are not built */
function tablesNeeded(classes, missing) {
  const list = html`<ul class="needs" aria-label="Tables needed">${classes.map((needed) => need(needed, missing.includes(needed)))}</ul>`
  if (classes.length <= MOST_LISTED) return list
  const built = classes.length - missing.length
  return html`<details class="all-needs"><summary>${plural(classes.length, 'table')} needed, ${built ? `${built} of them built` : 'none of them built'}</summary>${BY_MEN.map(([men, title]) => {
    const some = classes.filter((name) => menOf(name) === men)
    return some.length ? html`<h3>${title}</h3><ul class="needs" aria-label="Tables needed with ${title}">${some.map((needed) => need(needed, missing.includes(needed)))}</ul>` : nothing
  })}</details>`
}

/** @type {[number, string][]} */
const BY_MEN = [[3, 'three men'], [4, 'four men'], [5, 'five men'], [6, 'six men']]

/** @param {string} name */
const menOf = (name) => name.split('-')[0].length - 1

/** @param {string} name @param {boolean} absent */
const need = (name, absent) =>
  html`<li class=${absent ? 'absent' : 'present'}>${absent ? nothing : checkIcon}${name}<span class="unseen">${absent ? ', to be built' : ', here'}</span></li>`

customElements.define('mw-missing', Missing)
