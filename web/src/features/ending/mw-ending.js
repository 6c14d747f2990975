import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { accident } from '../../ui/accident.js'
import { clearIcon, hammerIcon, pauseIcon, playIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import { duration, other, roughly, roundly, size } from '../../words.js'
import { onlyTag } from '../answer/only-tag.view.js'
import { turnOf } from '../board/position.js'
import { open } from '../board/open.effects.js'
import { currentFen } from '../game/game.js'
import { isSettled, says } from '../proof/proof.js'
import { bound, provenMoves, verdictOf } from '../proof/proven.view.js'
import { sureToDelete } from './delete.view.js'
import { lookUpAgain, pause, removeEnding, solve } from './ending.effects.js'
import {
  boundsOf,
  doneOf,
  failureOf,
  isAllKnown,
  knownOf,
  lacksMate,
  onlyProven,
  ownOf,
  paceOf,
  planOf,
  showsEnding,
  solvingOf,
} from './ending.js'

/**
 * @typedef {import('./ending.js').Bounds} Bounds
 * @typedef {import('./ending.js').Solving} Solving
 * @typedef {import('../../engine/types.js').EndingPlan} EndingPlan
 * @typedef {import('../../engine/types.js').StoredEnding} StoredEnding
 * @typedef {Pick<StoredEnding, 'name' | 'fen' | 'bytes'>} Own
 */

const PACES = {
  seconds: say('ending.seconds'),
  minutes: say('ending.minutes'),
  hour: say('ending.hour'),
  hours: say('ending.hours'),
}

// The ending of the position on the board: the proven bounds, the run under way, and the plan of one.
class EndingView extends View {
  static uses = uses('solving', 'known', 'endingOutlook', 'answer', 'asking', 'proving')
  static properties = { asked: { state: true } }

  constructor() {
    super()
    /** @type {string | null} the name of the ending that the user may want to delete */
    this.asked = null
  }

  render() {
    const solving = solvingOf(this.state)
    return html`<div class="ending" aria-busy=${!!solving?.running}>${this.#bounds()}${
      solving?.running ? working(solving) : html`${this.#elsewhere()}${this.#rest(solving)}`
    }</div>`
  }

  /** The run about another position: the user may walk on meanwhile. */
  #elsewhere() {
    const { solving } = this.state
    if (!solving?.running || solvingOf(this.state)) return nothing
    return html`<p class="hint kept-ending">${say('ending.elsewhere')}
      <button class="quiet" @click=${() => open(solving.fen)}>${say('ending.first')}</button>
      <button class="quiet" @click=${pause}>${say('ending.pauseNow')}</button></p>`
  }

  #bounds() {
    const bounds = boundsOf(this.state)
    if (!bounds || !showsEnding(this.state)) return nothing
    const only = onlyProven(bounds)
    const besides = only ? html`<p class="besides">${onlyTag(shownMove(only.san), bounds.low === 'win')}</p>` : nothing
    const isListed = isSettled(bounds) || bounds.moves.some(says)
    return html`<div role="status" aria-live="polite">${
      isSettled(bounds) ? verdictOf(bounds, reasonOf(bounds), besides) : bound(bounds)
    }</div>${isListed ? provenMoves(currentFen(this.state), bounds.moves) : nothing}`
  }

  /** The stored ending or the plan, while nothing is solved. @param {Solving | null} solving */
  #rest(solving) {
    const known = knownOf(this.state)
    const own = ownOf(this.state)
    const failure = solving?.error ? problem(solving.error) : nothing
    const unread = failureOf(this.state)
    if (unread) return html`${notRead(unread)}${failure}`
    if (own) return html`${failure}${this.#stored(own, solving)}`
    if (known && isAllKnown(known)) return inside(known.from[0])
    const plan = planOf(this.state)
    const from = known ? inside(known.from[0]) : nothing
    return html`${from}${failure}${plan ? offer(plan, currentFen(this.state)) : nothing}`
  }

  /** The ending of this position, which is stored. @param {Own} own @param {Solving | null} solving */
  #stored(own, solving) {
    const known = boundsOf(this.state)
    const remove = this.#remove(own)
    if (known && isAllKnown(known)) {
      const mates = () => solve(currentFen(this.state), false, true)
      const find = lacksMate(known, solving)
        ? html`<button class="quiet" @click=${mates}>${say('ending.findMates')}</button>`
        : nothing
      return html`<p class="hint kept-ending">${say('ending.solved', { size: size(own.bytes) })} ${find}${remove}</p>`
    }
    const done = doneOf(this.state)
    const words = {
      all: say('ending.beyond'),
      hold: say('ending.answered'),
      begun: say('ending.begun', { size: size(own.bytes) }),
    }
    const go = () => solve(currentFen(this.state), !done && !!solving?.hold)
    const more = html`<button class="primary" @click=${go}>${playIcon}${
      done ? say('ending.solveRest') : say('ending.continue')
    }</button>`
    return html`<section class="missing card">
      <h1>${done ? say('ending.partly') : say('ending.paused')}</h1>
      <p>${words[done ?? 'begun']}</p>
      <p class="choices">${done === 'all' ? nothing : more}${remove}</p>
    </section>`
  }

  /** @param {Own} own */
  #remove(own) {
    const keep = () => (this.asked = null)
    if (this.asked === own.name) return sureToDelete(keep, () => (keep(), removeEnding(own)))
    return html`<button class="quiet" @click=${() => (this.asked = own.name)}>${clearIcon}${say(
      'ending.delete',
    )}</button>`
  }
}

/** The words for a proven result. @param {Bounds} bounds */
function reasonOf({ fen, low, plies, mate }) {
  const mover = turnOf(fen)
  const reason = plies
    ? say('ending.measured', { mover, plies })
    : say('ending.proven', { mover, draw: low === 'draw' })
  return mate ? html`<b>${mateIn(mate)}</b> ${reason}` : reason
}

/** @param {NonNullable<Bounds['mate']>} mate */
const mateIn = ({ least, most }) => say('ending.mate', { exact: least === most, moves: Math.ceil(most / 2) })

/** @param {EndingPlan} plan @param {string} fen */
function offer(plan, fen) {
  const stronger = plan.stronger === 'w' ? 'white' : 'black'
  const sizes = {
    more: plan.more,
    slices: plan.slices,
    positions: roughly(plan.positions),
    time: roundly(plan.seconds),
  }
  return html`<section class="missing card">
    <h1>${say('ending.title')}</h1>
    <p>${say('ending.lead')}</p>
    <p class="pace"><b>${PACES[paceOf(plan)]}</b> ${say('ending.pause')}</p>
    <p class="choices"><button class="primary" @click=${() => solve(fen, false)}>${hammerIcon}${say(
      'ending.solve',
    )}</button>
      <button @click=${() => solve(fen, true)}>${say('ending.hold', { side: other(stronger) })}</button></p>
    <p class="hint">${say('ending.holdHint', { side: stronger })}</p>
    <details><summary>${say('ending.figures')}</summary><p class="hint">${say('ending.plan', sizes)}</p></details>
  </section>`
}

/** @param {Solving} solving */
const working = ({ found, hold, mate }) => html`<section class="missing working card">
    <h1>${titleOf(found, hold, mate)}</h1>
    <div class="under-bar"><p class="looking"><span class="spinner"></span><span>${
      found ? doing(found) : say('ending.opening')
    }</span></p>
      <button @click=${pause}>${pauseIcon}${say('ending.pauseNow')}</button></div>
    <p class="hint">${say('ending.walkOn')}</p>
  </section>`

/** @param {Solving['found']} found @param {boolean} hold @param {boolean} mate */
function titleOf(found, hold, mate) {
  if (mate) return say('ending.mating')
  if (found && isAllKnown(found)) return say('ending.updating') // the last round improves other positions
  return hold ? say('ending.workingHold') : say('ending.working')
}

/** @param {import('../../engine/types.js').Ending} found */
function doing({ slices, todo, bytes, seconds }) {
  const done = say('ending.done', { slices, size: size(bytes), time: duration(seconds) })
  return html`${say('ending.doing', { todo })} <small>${done}</small>`
}

/** A position of an ending that begins elsewhere. @param {StoredEnding} from */
const inside = (from) => html`<p class="hint kept-ending">${say('ending.inside')}
    <button class="quiet" @click=${() => open(from.fen)}>${say('ending.first')}</button></p>`

/** @param {import('../../engine/types.js').EngineError} error */
const problem = (error) => {
  if (error.code === 'busy') return html`<p class="caution">${say('ending.inUse')}</p>`
  if (error.code === 'full') return html`<p class="caution">${say('ending.full')}</p>`
  return html`<div class="card problem"><div>${accident(error)}</div></div>`
}

/**
 * The stored endings could not be read, and may answer the position.
 * @param {import('../../engine/types.js').EngineError} error
 */
const notRead = (error) => html`<div class="card problem"><div role="alert"><p>${say('ending.notRead')}</p>
    ${accident(error)}<button @click=${lookUpAgain}>${say('common.tryAgain')}</button></div></div>`

customElements.define('mw-ending', EndingView)
