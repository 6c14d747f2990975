import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { begin, practiseClass } from '../app/practising.js'
import { isTraining } from '../state/address.js'
import { probeOf } from '../state/answer.js'
import { currentFen, played } from '../state/game.js'
import { canPractise, DEPTHS, DRAW_MOVES, giveHint, goesByRule, hasRandomWins, isSecret, isUsersTurn, movesToHold, RULE_PLIES, takeBack } from '../state/practice.js'
import { clockOf, turnOf } from '../state/position.js'
import { restsOn } from '../state/unproven.js'
import { setMode } from '../state/view.js'
import { mateIn, nameOf, plural } from '../words.js'
import { pieceImage } from './pieces.js'
import { unchecked } from './unchecked.js'
import { uses, View } from './view.js'
import './mw-answer.js'

/** @typedef {import('../state/practice.js').Practice} Practice */

// Playing against perfect play: what is to be done, and how it goes.
class PracticeCard extends View {
  static uses = uses('practice', 'game', 'answer', 'asking', 'tables', 'score', 'place')
  static properties = { name: { state: true }, depth: { state: true } }

  constructor() {
    super()
    /** The class that random positions come from; '' is the one on the board. */
    this.name = ''
    this.depth = 0
  }

  render() {
    const { practice, score, answer, asking, place } = this.state
    const error = asking ? undefined : answer?.error
    const training = isTraining(place)
    return html`<section class="practice card" aria-label="Practice">
        ${training ? nothing : html`<p class="score">${score.streak ? `${score.streak} in a row` : 'Practice against perfect play'}${score.best ? html` <small>best ${score.best}</small>` : nothing}</p>`}
        ${unchecked(restsOn(probeOf(this.state)))}
        <div role="status">${practice ? this.#stage(practice) : training ? this.#awaited() : this.#invitation()}</div>
        ${practice ? this.#tools(practice) : nothing}
        ${training ? nothing : this.#random()}
      </section>
      ${!error ? nothing : !training ? html`<mw-answer></mw-answer>` : error.code === 'missing' ? html`<mw-missing></mw-missing>` : html`<mw-problem></mw-problem>`}`
  }

  /** @param {Practice} practice */
  #stage(practice) {
    if (practice.stage === 'thrown') return this.#thrown(practice)
    return practice.stage === 'done' ? this.#done(practice) : this.#playing(practice)
  }

  /** @param {Practice} practice */
  #playing({ side, goal, rule, remark }) {
    if (isSecret(this.state)) return html`<h1>${pieceImage({ color: side, role: 'king' })} ${nameOf(side)} to play</h1>
      <p>Win it if it is won, and hold it if it is not. You are told at once when a move gives something away.</p>`
    const probe = probeOf(this.state)
    const own = isUsersTurn(this.state)
    const left = goal === 'draw' && remark ? movesToHold(this.state) : 0
    return html`<h1>${pieceImage({ color: side, role: 'king' })} ${nameOf(side)} to play and ${goal}</h1>
      <p>${remark ? words(remark, goal) : task(goal, rule)}</p>
      ${goal === 'win' && own && probe ? html`<p class="hint">${distance(probe)}</p>` : nothing}
      ${left > 0 ? html`<p class="hint">${plural(left, 'more move', 'more moves')} to hold, or until nobody can win.</p>` : nothing}
      ${rule ? counter(clockOf(currentFen(this.state))) : nothing}`
  }

  /** @param {Practice} practice */
  #thrown({ goal, remark, side }) {
    if (!remark) return nothing
    return html`<h1>${remark.san} gives the ${goal} away</h1>
      <p>${remark.result === 'loss' ? `${nameOf(side)} loses now.` : remark.result === 'cursed-win' ? 'The win comes too late now: it is a draw by the fifty-move rule.' : 'It is a draw now.'} ${remark.best} would have kept it.</p>`
  }

  /** @param {Practice} practice */
  #done({ goal, helped }) {
    const moves = Math.ceil(played(this.state.game).length / 2)
    const byRule = clockOf(currentFen(this.state)) >= RULE_PLIES
    return html`<h1>${goal === 'win' ? 'Mate' : 'Held'}</h1>
      <p>${goal === 'win' ? `In ${plural(moves, 'move')}.` : byRule ? 'It is a draw by the fifty-move rule.' : 'The draw is safe.'} ${helped ? 'With help it does not count.' : ''}</p>`
  }

  // What a position of a set is worth is not said before it is played.
  #awaited() {
    const probe = probeOf(this.state)
    const fen = currentFen(this.state)
    if (probe && !canPractise(probe, fen)) return html`<h1>It is over already</h1><p>In this position there is nothing to play for.</p>`
    return html`<h1>${nameOf(turnOf(fen))} to move</h1><p>It begins as soon as its tables are here.</p>`
  }

  #invitation() {
    const probe = probeOf(this.state)
    const fen = currentFen(this.state)
    const can = !!probe && canPractise(probe, fen)
    return html`<h1>Play it out</h1>
      <p>You play the side that has something to keep, and are told at once when a move gives it away. The other side makes no mistakes.</p>
      ${probe && !can ? html`<p class="hint">The position on the board is over already.</p>` : can && goesByRule(probe) ? html`<p class="hint">By the fifty-move rule, and the count of the position goes on.</p>` : nothing}
      <div class="actions"><button class="primary" ?disabled=${!can} @click=${() => begin(fen)}>Practise this position</button></div>`
  }

  /** @param {Practice} practice */
  #tools({ stage }) {
    const { game } = this.state
    const canTakeBack = played(game).length > (turnOf(game.start) === this.state.practice?.side ? 0 : 1)
    return html`<div class="actions">
      ${stage === 'playing' ? html`<button ?disabled=${!isUsersTurn(this.state)} @click=${() => store.update(giveHint)}>Hint</button>` : nothing}
      ${stage === 'done' ? html`<button @click=${() => begin(game.start)}>Again</button>` : html`<button ?disabled=${!canTakeBack} @click=${() => store.update(takeBack)}>Take back</button>`}
      <button @click=${() => store.update(setMode, 'play')}>${stage === 'playing' ? 'Show the verdict' : 'Look at it'}</button>
    </div>`
  }

  #random() {
    const classes = (this.state.tables ?? []).filter(hasRandomWins).map(({ name }) => name)
    const onBoard = probeOf(this.state)?.class
    const name = this.name || (onBoard && classes.includes(onBoard) ? onBoard : classes[0])
    if (!name) return nothing
    const chooseClass = (/** @type {Event} */ event) => (this.name = /** @type {HTMLSelectElement} */ (event.target).value)
    const chooseDepth = (/** @type {Event} */ event) => (this.depth = /** @type {HTMLSelectElement} */ (event.target).selectedIndex)
    return html`<div class="random"><label>Another win of
        <select aria-label="Class" @change=${chooseClass}>${classes.map((each) => html`<option .selected=${each === name}>${each}</option>`)}</select></label>
      ${this.state.metric === 'dtm' ? html`<select aria-label="Length" @change=${chooseDepth}>${DEPTHS.map((depth, i) => html`<option .selected=${i === this.depth}>${depth.name}</option>`)}</select>` : nothing}
      <button @click=${() => practiseClass(name, DEPTHS[this.depth])}>Start</button></div>`
  }
}

/** @param {import('../state/practice.js').Remark} remark @param {'win' | 'draw'} goal */
function words({ san, slower, by, best }, goal) {
  if (slower <= 0) return goal === 'win' ? `${san}: the quickest.` : `${san} holds.`
  return `${san} keeps the win; ${best} was ${by === 'dtm' ? plural(slower / 2, 'move') : plural(slower, 'ply', 'plies')} quicker.`
}

/** @param {'win' | 'draw'} goal @param {boolean} rule */
function task(goal, rule) {
  if (goal === 'draw') return `Hold it for ${DRAW_MOVES} moves, ${rule ? 'until the fifty-move rule makes it a draw, ' : ''}or until nobody can win.`
  return `Every move that keeps the win is good; the quickest is best.${rule ? ' The fifty-move rule counts: a win that comes too late is a draw.' : ''}`
}

/** How far it is, by what says which moves are best. @param {import('../engine/types.js').Probe} probe */
function distance({ by, dtm, dtm50, dtc, dtz }) {
  if (by === 'dtm') return `Mate in ${mateIn({ dtm, dtm50 })}.`
  return by === 'dtc' ? `A capture, promotion or mate within ${plural(dtc ?? 0, 'ply', 'plies')}.` : `A capture, pawn move or mate within ${plural(dtz ?? 0, 'ply', 'plies')}.`
}

/** @param {number} clock */
const counter = (clock) => html`<p class="hint">${clock} of ${RULE_PLIES} plies without a capture or a pawn move
  <span class="thin" aria-hidden="true"><i style="width:${Math.min(clock, RULE_PLIES)}%"></i></span></p>`

customElements.define('mw-practice', PracticeCard)
