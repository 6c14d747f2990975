import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { copy, savePgn } from '../../shell/share.effects.js'
import { followMetric } from '../tables/metric.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { hasLine, isCurrent } from './answer.js'
import { currentFen, play, playFrom } from '../game/game.js'
import { movesInWords, pgnOf } from '../game/pgn.js'
import { numberOf, turnOf } from '../board/position.js'
import { restsOn } from '../imports/unproven.js'
import { added } from '../game/variations.js'
import { notify } from '../../shell/view.js'
import { hover } from '../board/tools.js'
import { COUNTS, uncheckedWords } from '../../words.js'
import { copyIcon, downloadIcon, pauseIcon, playIcon, stepIcon } from '../../ui/icons.js'
import { numbered } from '../game/numbered.view.js'
import { makeOneStop, moveInside } from '../../ui/one-stop.js'
import { uses, View } from '../../ui/view.js'

const METRICS = /** @type {import('../../engine/metrics.js').Metric[]} */ (Object.keys(COUNTS))

/** How long playback shows a move. */
const SPEEDS = [
  { label: say('line.slow'), ms: 1800 },
  { label: say('line.steady'), ms: 900 },
  { label: say('line.fast'), ms: 300 },
]

// Best play to mate: the user can jump to each move, and watch, copy or save the whole line.
class Line extends View {
  static uses = uses('answer', 'asking')
  static properties = { running: { state: true }, ms: { state: true }, tree: { state: true } }

  constructor() {
    super()
    /** @type {number | undefined} the timer, while the line is being watched */
    this.running = undefined
    this.ms = SPEEDS[1].ms
    this.tree = false
    /** The FEN of the position whose next move is to be played as soon as it arrives. */
    this.wanted = ''
  }

  render() {
    const { answer } = this.state
    const coming = isComing(answer)
    if (!answer || (!coming && !answer.line?.length)) return nothing
    const { line = [], fen, probe } = answer
    const unproven = restsOn(probe, answer)
    const note = unproven.length ? uncheckedWords(unproven) : ''
    return html`<section class="line" aria-labelledby="line-title" data-coming=${coming}>
      <header><h2 id="line-title">${say('line.title')}</h2>
        <button class="small" aria-pressed=${!!this.running} @click=${this.#toggle}>${
          this.running ? html`${pauseIcon}${say('line.pause')}` : html`${playIcon}${say('line.play')}`
        }</button>
        <select class="small" aria-label=${say('line.speed')} @change=${this.#setSpeed}>${SPEEDS.map(
          ({ label, ms }) => html`<option value=${ms} .selected=${ms === this.ms}>${label}</option>`,
        )}</select>
        ${tool(say('line.step'), stepIcon, this.#playNext)}
        ${tool(say('line.copy'), copyIcon, () => copy(inWords(fen, line, note), say('line.copied')), coming)}
        ${tool(say('line.savePgn'), downloadIcon, () => savePgn('best-play.pgn', this.#game(fen, line, note)), coming)}
      </header>
      ${probe && probe.metrics.length > 1 ? choice(probe) : nothing}
      <ol @mouseleave=${() => store.update(hover, null)} @keydown=${moveInside}>${
        coming && probe
          ? roomFor(probe)
          : numbered(
              line,
              turnOf(fen),
              (ply, i) => html`<button class="ply"
        @click=${() => store.update(playFrom, fen, line.slice(0, i + 1))}>${shownMove(ply.san)}</button>`,
              numberOf(fen),
            )
      }</ol>
      <details class="tree" ?open=${this.tree} @toggle=${this.#toggleTree}><summary>${say('line.tree')}</summary>${
        this.tree && !coming ? html`<mw-tree .fen=${fen} .line=${line} .by=${probe?.by}></mw-tree>` : nothing
      }</details>
    </section>`
  }

  // Best play is appended to the game and does not replace it.
  /** @param {string} fen @param {import('../../engine/types.js').Ply[]} line @param {string} note */
  #game(fen, line, note) {
    const { game } = this.state
    if (!game.plies.length || fen !== currentFen(this.state)) return pgnOf(fen, line, undefined, { note })
    return pgnOf(game.start, added(game.plies, game.at, line).plies, say('line.event'), { note, tags: game.tags })
  }

  // Toggle events of inner elements do not bubble.
  /** @param {Event} event */
  #toggleTree = async ({ currentTarget }) => {
    const { open } = /** @type {HTMLDetailsElement} */ (currentTarget)
    try {
      if (open) await import('./mw-tree.js')
      this.tree = open
    } catch {
      store.update(notify, say('line.treeFailed'))
    }
  }

  #toggle = () => {
    if (this.running) return this.#stop()
    this.#step()
    this.running = window.setInterval(this.#step, this.ms)
  }

  /** @param {Event} event */
  #setSpeed = ({ target }) => {
    this.ms = Number(/** @type {HTMLSelectElement} */ (target).value)
    if (!this.running) return
    clearInterval(this.running)
    this.running = window.setInterval(this.#step, this.ms)
  }

  #playNext = () => {
    this.wanted = currentFen(this.state)
    this.#playWanted()
  }

  updated() {
    const list = this.querySelector('ol')
    if (list) makeOneStop(list)
    this.#playWanted()
  }

  // Plays the wanted move, once it is known.
  #playWanted() {
    if (!this.wanted) return
    if (this.wanted === currentFen(this.state)) {
      if (!isCurrent(this.state) || isComing(this.state.answer)) return
      this.#step()
    }
    this.wanted = ''
  }

  // Every move played gets a new line, so the first move is always the next.
  #step = () => {
    const { answer, asking } = this.state
    if (asking || isComing(answer)) return
    const next = answer?.line?.[0]
    if (next && answer.fen === currentFen(this.state)) store.update(play, [next])
    else this.#stop()
  }

  #stop() {
    clearInterval(this.running)
    this.running = undefined
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#stop()
  }
}

/**
 * The moves as text, with a note.
 * @param {string} fen
 * @param {import('../../engine/types.js').Ply[]} line
 * @param {string} note
 */
function inWords(fen, line, note) {
  const moves = movesInWords(fen, line, undefined, numberOf(fen))
  return note ? say('line.noted', { moves, note }) : moves
}

/** Whether best play is on its way. @param {import('./answer.js').Answer | null} answer */
const isComing = (answer) => !!answer?.probe && !answer.line && hasLine(answer.probe)

/**
 * A placeholder with the size of the line that is about to arrive, so that it moves nothing down.
 * @param {import('../../engine/types.js').Probe} probe
 */
const roomFor = ({ fen, dtm50, dtm, dtc, dtz }) =>
  numbered(
    Array(Math.abs(dtm50 ?? dtm ?? dtc ?? dtz ?? 0)).fill({}),
    turnOf(fen),
    () => html`<button class="ply">Kd4</button>`,
    numberOf(fen),
  )

/**
 * Buttons for the metric that the line follows, if more than one is available.
 * @param {import('../../engine/types.js').Probe} probe
 */
const choice = ({ metrics, by }) =>
  html`<div class="segments" role="group" aria-label=${say('line.goesBy')}>${METRICS.filter((each) =>
    metrics.includes(each),
  ).map(
    (each) => html`<button class="small"
    aria-pressed=${each === by} title=${COUNTS[each].note}
    @click=${() => followMetric(each)}>${COUNTS[each].line}</button>`,
  )}</div>`

/**
 * @param {string} label
 * @param {unknown} icon
 * @param {() => void} use
 * @param {boolean} [disabled]
 */
const tool = (label, icon, use, disabled = false) =>
  html`<button class="quiet icon-button small" aria-label=${label} title=${label}
    ?disabled=${disabled} @click=${use}>${icon}</button>`

customElements.define('mw-line', Line)
