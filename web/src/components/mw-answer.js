import { html, nothing } from 'lit'
import { currentFen } from '../state/game.js'
import { turnOf } from '../state/position.js'
import { explanation, verdict, winnerOf } from '../words.js'
import { material, pieceImage } from './pieces.js'
import { uses, View } from './view.js'
import './mw-line.js'
import './mw-missing.js'
import './mw-moves.js'
import './mw-problem.js'

/** @typedef {import('../engine/types.js').Probe} Probe */

// What is known about the position on the board.
class Answer extends View {
  static uses = uses('answer', 'asking', 'slow')

  render() {
    const { answer, asking, slow } = this.state
    return html`
      <div class="live unseen" role="status" aria-live="polite">${asking ? nothing : this.#spoken()}</div>
      ${slow ? html`<p class="looking"><span class="spinner"></span>Looking the position up…</p>` : nothing}
      <div class="answer" aria-busy=${asking} data-asking=${asking}>${answer ? this.#answer(answer) : nothing}</div>`
  }

  #spoken() {
    const { answer } = this.state
    return answer?.probe ? verdict(answer.probe, this.#mover) : answer?.error?.message
  }

  /** @param {import('../state/state.js').Answer} answer */
  #answer({ probe, error }) {
    if (probe) return html`${this.#verdict(probe)}<mw-line></mw-line><mw-moves></mw-moves>`
    return error?.code === 'missing' ? html`<mw-missing></mw-missing>` : html`<mw-problem></mw-problem>`
  }

  /** @param {Probe} probe */
  #verdict(probe) {
    const mover = this.#mover
    const winner = winnerOf(probe, mover)
    return html`<div class="verdict ${winner ?? 'drawn'}">
      <span class="kings">${winner
        ? pieceImage({ color: winner, role: 'king' })
        : [pieceImage({ color: 'white', role: 'king' }), pieceImage({ color: 'black', role: 'king' })]}</span>
      <div><h1>${verdict(probe, mover)}</h1><p>${explanation(probe, mover)}</p></div>
      <span class="class-name" title=${probe.class}>${material(probe.class)}<span>${probe.class}</span></span>
    </div>`
  }

  // The answer lags behind the board while the next is asked for.
  get #mover() {
    return turnOf(this.state.answer?.fen ?? currentFen(this.state))
  }
}

customElements.define('mw-answer', Answer)
