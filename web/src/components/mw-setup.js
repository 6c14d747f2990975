import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { probeOf } from '../state/answer.js'
import { allowEnPassant, back, canGoBack, clear, currentFen, giveTurn, mirror, swapColours } from '../state/game.js'
import { enPassantOf, turnOf } from '../state/position.js'
import { nameOf } from '../words.js'
import { clearIcon, mirrorIcon, swapIcon, undoIcon } from './icons.js'
import { uses, View } from './view.js'
import './mw-tray.js'

// What a position is set up with.
class Setup extends View {
  static uses = uses('game', 'past', 'answer', 'asking')

  render() {
    return html`<mw-tray></mw-tray>
      <div class="setup-tools">
        <div class="segments" role="group" aria-label="Side to move">${this.#turn('white')}${this.#turn('black')}</div>
        ${tool('Undo', undoIcon, back, !canGoBack(this.state))}
        ${tool('Mirror left and right', mirrorIcon, mirror)}
        ${tool('Swap colours', swapIcon, swapColours)}
        ${tool('Clear the board', clearIcon, clear)}
        ${this.#enPassant()}
      </div>`
  }

  /** @param {import('../state/state.js').Color} color */
  #turn(color) {
    const label = `${nameOf(color)} to move`
    const on = turnOf(currentFen(this.state)) === color
    return html`<button class="turn" aria-pressed=${on} aria-label=${label} title=${label} @click=${() => store.update(giveTurn, color)}>
      <i class="disc ${color}"></i><span class="wide-only">${nameOf(color)}</span></button>`
  }

  // Only where a pawn can just have jumped past another.
  #enPassant() {
    const squares = probeOf(this.state)?.en_passant ?? []
    if (!squares.length) return nothing
    const chosen = enPassantOf(currentFen(this.state))
    const choose = (/** @type {Event} */ event) =>
      store.update(allowEnPassant, /** @type {HTMLSelectElement} */ (event.target).value)
    return html`<label class="en-passant" title="A pawn that has just jumped past another can be taken by it"><span>En passant</span>
      <select @change=${choose}>${['-', ...squares].map((square) =>
        html`<option value=${square} .selected=${square === chosen}>${square === '-' ? 'no' : `on ${square}`}</option>`)}</select></label>`
  }
}

/**
 * @param {string} label
 * @param {unknown} icon
 * @param {(state: import('../state/state.js').State) => import('../state/state.js').State} change
 * @param {boolean} [disabled]
 */
const tool = (label, icon, change, disabled = false) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${label} ?disabled=${disabled} @click=${() => store.update(change)}>${icon}</button>`

customElements.define('mw-setup', Setup)
