import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { currentFen, play } from '../state/game.js'
import { turnOf } from '../state/position.js'
import { hover } from '../state/view.js'
import { pauseIcon, playIcon } from './icons.js'
import { numbered } from './numbered.js'
import { uses, View } from './view.js'

const STEP_MS = 900

// Best play to mate: each move can be jumped to, or the whole watched.
class Line extends View {
  static uses = uses('answer', 'asking')
  static properties = { running: { state: true } }

  constructor() {
    super()
    /** @type {number | undefined} the timer, while the line is being watched */
    this.running = undefined
  }

  render() {
    const { answer } = this.state
    if (!answer?.line?.length) return nothing
    const { line } = answer
    const label = this.running ? 'Pause' : 'Play it'
    return html`<section class="line" aria-labelledby="line-title">
      <h2 id="line-title">Best play <button class="small" aria-pressed=${!!this.running} @click=${this.#toggle}>
        ${this.running ? pauseIcon : playIcon}${label}</button></h2>
      <ol @mouseleave=${() => store.update(hover, null)}>${numbered(line, turnOf(answer.fen), (ply, i) => html`<button class="ply"
        @click=${() => this.state.asking || store.update(play, line.slice(0, i + 1))}>${ply.san}</button>`)}</ol>
    </section>`
  }

  #toggle = () => {
    if (this.running) return this.#stop()
    this.#step()
    this.running = window.setInterval(this.#step, STEP_MS)
  }

  // Every move played is answered by a new line, so the first move is always the next.
  #step = () => {
    const { answer, asking } = this.state
    if (asking || (answer?.probe && !answer.line && !answer.probe.checkmate)) return
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

customElements.define('mw-line', Line)
