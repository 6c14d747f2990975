import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { begin, practiseClass } from '../app/practising.js'
import { probeOf } from '../state/answer.js'
import { currentFen } from '../state/game.js'
import { canPractise, DEPTHS, DRAW_MOVES, giveHint, hasRandomWins, isUsersTurn, takeBack } from '../state/practice.js'
import { turnOf } from '../state/position.js'
import { setMode } from '../state/view.js'
import { movesOf, nameOf, plural } from '../words.js'
import { pieceImage } from './pieces.js'
import { uses, View } from './view.js'
import './mw-answer.js'

/** @typedef {import('../state/practice.js').Practice} Practice */

// Playing against perfect play: what is to be done, and how it goes.
class PracticeCard extends View {
  static uses = uses('practice', 'game', 'answer', 'asking', 'tables', 'score')
  static properties = { name: { state: true }, depth: { state: true } }

  constructor() {
    super()
    /** The class that random positions come from; '' is the one on the board. */
    this.name = ''
    this.depth = 0
  }

  render() {
    const { practice, score, answer, asking } = this.state
    return html`<section class="practice card" aria-label="Practice">
        <p class="score">${score.streak ? `${score.streak} in a row` : 'Practice against perfect play'}${score.best ? html` <small>best ${score.best}</small>` : nothing}</p>
        <div role="status">${practice ? this.#stage(practice) : this.#invitation()}</div>
        ${practice ? this.#tools(practice) : nothing}
        ${this.#random()}
      </section>
      ${answer?.error && !asking ? html`<mw-answer></mw-answer>` : nothing}`
  }

  /** @param {Practice} practice */
  #stage(practice) {
    if (practice.stage === 'thrown') return this.#thrown(practice)
    return practice.stage === 'done' ? this.#done(practice) : this.#playing(practice)
  }

  /** @param {Practice} practice */
  #playing({ side, goal, remark }) {
    const probe = probeOf(this.state)
    const own = isUsersTurn(this.state)
    return html`<h1>${pieceImage({ color: side, role: 'king' })} ${nameOf(side)} to play and ${goal}</h1>
      <p>${remark ? words(remark, goal) : goal === 'draw' ? `Hold it for ${DRAW_MOVES} moves, or until nobody can win.` : 'Every move that keeps the win is good; the quickest is best.'}</p>
      ${goal === 'win' && own && probe?.dtm ? html`<p class="hint">Mate in ${movesOf(probe.dtm)}.</p>` : nothing}`
  }

  /** @param {Practice} practice */
  #thrown({ goal, remark, side }) {
    if (!remark) return nothing
    return html`<h1>${remark.san} gives the ${goal} away</h1>
      <p>${remark.result === 'draw' ? 'It is a draw now.' : `${nameOf(side)} loses now.`} ${remark.best} would have kept it.</p>`
  }

  /** @param {Practice} practice */
  #done({ goal, helped }) {
    const moves = Math.ceil(this.state.game.at / 2)
    return html`<h1>${goal === 'win' ? 'Mate' : 'Held'}</h1>
      <p>${goal === 'win' ? `In ${plural(moves, 'move')}.` : 'The draw is safe.'} ${helped ? 'With help it does not count.' : ''}</p>`
  }

  #invitation() {
    const probe = probeOf(this.state)
    const fen = currentFen(this.state)
    if (this.state.metric !== 'dtm') {
      return html`<h1>Play it out</h1><p>Practice goes by moves to mate. Choose them in the settings, and what you play is judged by these tables.</p>`
    }
    return html`<h1>Play it out</h1>
      <p>You play the side that has something to keep, and are told at once when a move gives it away. The other side makes no mistakes.</p>
      ${probe && !canPractise(probe) ? html`<p class="hint">The position on the board is over already.</p>` : nothing}
      <div class="actions"><button class="primary" ?disabled=${!probe || !canPractise(probe)} @click=${() => begin(fen)}>Practise this position</button></div>`
  }

  /** @param {Practice} practice */
  #tools({ stage }) {
    const { game } = this.state
    const canTakeBack = game.at > (turnOf(game.start) === this.state.practice?.side ? 0 : 1)
    return html`<div class="actions">
      ${stage === 'playing' ? html`<button ?disabled=${!isUsersTurn(this.state)} @click=${() => store.update(giveHint)}>Hint</button>` : nothing}
      ${stage === 'done' ? html`<button @click=${() => begin(game.start)}>Again</button>` : html`<button ?disabled=${!canTakeBack} @click=${() => store.update(takeBack)}>Take back</button>`}
      <button @click=${() => store.update(setMode, 'play')}>${stage === 'playing' ? 'Show the verdict' : 'Look at it'}</button>
    </div>`
  }

  #random() {
    if (this.state.metric !== 'dtm') return nothing
    const classes = (this.state.tables ?? []).filter(hasRandomWins).map(({ name }) => name)
    const onBoard = probeOf(this.state)?.class
    const name = this.name || (onBoard && classes.includes(onBoard) ? onBoard : classes[0])
    if (!name) return nothing
    const chooseClass = (/** @type {Event} */ event) => (this.name = /** @type {HTMLSelectElement} */ (event.target).value)
    const chooseDepth = (/** @type {Event} */ event) => (this.depth = /** @type {HTMLSelectElement} */ (event.target).selectedIndex)
    return html`<div class="random"><label>Another win of
        <select aria-label="Class" @change=${chooseClass}>${classes.map((each) => html`<option .selected=${each === name}>${each}</option>`)}</select></label>
      <select aria-label="Length" @change=${chooseDepth}>${DEPTHS.map((depth, i) => html`<option .selected=${i === this.depth}>${depth.name}</option>`)}</select>
      <button @click=${() => practiseClass(name, DEPTHS[this.depth])}>Start</button></div>`
  }
}

/** @param {import('../state/practice.js').Remark} remark @param {'win' | 'draw'} goal */
function words({ san, slower, best }, goal) {
  if (slower <= 0) return goal === 'win' ? `${san}: the quickest.` : `${san} holds.`
  return `${san} keeps the win; ${best} was ${plural(slower, 'move')} quicker.`
}

customElements.define('mw-practice', PracticeCard)
