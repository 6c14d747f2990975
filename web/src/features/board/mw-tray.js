import { html } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { dropTool, pickTool, sameTool } from './tools.js'
import { pieceName } from '../../words.js'
import { eraseIcon } from '../../ui/icons.js'
import { pieceImage } from '../../ui/pieces.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('../../shell/state.js').Piece} Piece
 * @typedef {import('./mw-board.js').Board} Board
 */

/** @type {import('../../shell/state.js').Role[]} */
const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn']
/** A press that moves less than this is a tap. */
const TAP_PX = 6

// Spare pieces: the user drags them onto the board, or taps one and then squares.
class Tray extends View {
  static uses = uses('tool')

  render() {
    return html`<div class="tray" role="group" aria-label=${say('tray.title')}>
      ${ROLES.map((role) => this.#spare({ color: 'white', role }))}
      <button class="spare tool" aria-pressed=${this.state.tool === 'erase'}
        aria-label=${say('tray.eraser')} title=${say('tray.eraserHint')}
        @click=${() => store.update(pickTool, 'erase')}>${eraseIcon}</button>
      ${ROLES.map((role) => this.#spare({ color: 'black', role }))}
    </div>`
  }

  /** @param {Piece} piece */
  #spare(piece) {
    const name = pieceName(piece.color, piece.role)
    // Pointer events come before the mouse and touch events that chessground uses for drags.
    /** @param {Event} event */
    const drag = (event) => this.#drag(piece, /** @type {MouseEvent} */ (event))
    return html`<button class="spare" aria-pressed=${sameTool(this.state.tool, piece)} aria-label=${name}
      title=${say('tray.spare', { piece: name })}
      @pointerdown=${this.#press} @pointerup=${(/** @type {PointerEvent} */ event) => this.#release(event, piece)}
      @mousedown=${drag} @touchstart=${drag}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, piece)}>${pieceImage(piece)}</button>`
  }

  /** @type {[number, number] | null} */
  #pressed = null

  /** @param {PointerEvent} event */
  #press = ({ clientX, clientY }) => {
    this.#pressed = [clientX, clientY]
  }

  /** @param {PointerEvent} event @param {Piece} piece */
  #release({ clientX, clientY }, piece) {
    if (this.#pressed && Math.hypot(clientX - this.#pressed[0], clientY - this.#pressed[1]) < TAP_PX)
      store.update(pickTool, piece)
    this.#pressed = null
  }

  /** @param {KeyboardEvent} event @param {Piece} piece */
  #key(event, piece) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    store.update(pickTool, piece)
  }

  /** @param {Piece} piece @param {MouseEvent | TouchEvent} event */
  #drag(piece, event) {
    if (event instanceof MouseEvent && event.button) return
    const board = /** @type {Board | null} */ (document.querySelector('mw-board'))
    board?.ground?.dragNewPiece(piece, /** @type {any} */ (event), true)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    store.update(dropTool)
  }
}

customElements.define('mw-tray', Tray)
