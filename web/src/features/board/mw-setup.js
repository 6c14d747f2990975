import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { probeOf } from '../answer/answer.js'
import { isPossible, namedRights, rightInWords, RIGHTS } from './castling.js'
import {
  allowCastling,
  allowEnPassant,
  back,
  canGoBack,
  clear,
  currentFen,
  giveTurn,
  mirror,
  swapColours,
} from '../game/game.js'
import { enPassantOf, piecesOf, rightsOf, turnOf } from './position.js'
import { nameOf, toMove } from '../../words.js'
import { clearIcon, mirrorIcon, swapIcon, undoIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import './mw-tray.js'

// The tools that set up a position.
class Setup extends View {
  static uses = uses('game', 'past', 'answer', 'asking')

  render() {
    return html`<mw-tray></mw-tray>
      <div class="setup-tools">
        <div class="segments" role="group" aria-label=${say('common.sideToMove')}>${this.#turn(
          'white',
        )}${this.#turn('black')}</div>
        ${tool(say('common.undo'), undoIcon, back, !canGoBack(this.state))}
        ${tool(say('setup.mirror'), mirrorIcon, mirror)}
        ${tool(say('setup.swap'), swapIcon, swapColours)}
        ${tool(say('setup.clear'), clearIcon, clear)}
        ${this.#enPassant()}
      </div>
      ${this.#castling()}`
  }

  /** @param {import('../../shell/state.js').Color} color */
  #turn(color) {
    const label = toMove(color)
    const on = turnOf(currentFen(this.state)) === color
    return html`<button class="turn" aria-pressed=${on} aria-label=${label} title=${label}
      @click=${() => store.update(giveTurn, color)}>
      <i class="disc ${color}"></i><span class="wide-only">${nameOf(color)}</span></button>`
  }

  // Shown only if a pawn can just have jumped past another.
  #enPassant() {
    const squares = probeOf(this.state)?.en_passant ?? []
    if (!squares.length) return nothing
    const chosen = enPassantOf(currentFen(this.state))
    const choose = (/** @type {Event} */ event) =>
      store.update(allowEnPassant, /** @type {HTMLSelectElement} */ (event.target).value)
    return html`<label class="en-passant" title=${say('setup.enPassantHint')}><span>${say('setup.enPassant')}</span>
      <select @change=${choose}>${['-', ...squares].map(
        (square) =>
          html`<option value=${square} .selected=${square === chosen}>${
            square === '-' ? say('setup.noEnPassant') : say('setup.enPassantOn', { square })
          }</option>`,
      )}</select></label>`
  }

  // Shown only for a side with king and rook on their original squares, or with rights of Chess960.
  #castling() {
    const fen = currentFen(this.state)
    const pieces = piecesOf(fen)
    const named = namedRights(pieces, rightsOf(fen)).filter((right) => !RIGHTS.includes(right))
    const offered = [...RIGHTS, ...named]
    const sides = COLORS.map((color) => offered.filter((right) => right.color === color)).filter((rights) =>
      rights.some((right) => isPossible(pieces, right)),
    )
    if (!sides.length) return nothing
    const label = say('setup.castling')
    const box = (/** @type {typeof RIGHTS[number]} */ right) =>
      mayCastle(right, isPossible(pieces, right), rightsOf(fen))
    return html`<div class="castling" role="group" aria-label=${label}><span aria-hidden="true">${label}</span>
      ${sides.map((rights) => html`<div>${rights.map(box)}</div>`)}</div>`
  }
}

/** @type {import('../../shell/state.js').Color[]} */
const COLORS = ['white', 'black']

/** @param {import('./castling.js').Right} right @param {boolean} possible @param {string} chosen */
function mayCastle(right, possible, chosen) {
  const { letter, color, move, king, rook } = right
  const choose = (/** @type {Event} */ event) =>
    store.update(allowCastling, letter, /** @type {HTMLInputElement} */ (event.target).checked)
  const usual = RIGHTS.includes(right) ? say('setup.mayCastle', { color, move }) : rightInWords(right)
  const title = possible ? usual : say('setup.castlingNeeds', { king, rook })
  return html`<label title=${title}>
    <input type="checkbox" aria-label=${rightInWords(right)} ?disabled=${!possible}
      .checked=${possible && chosen.includes(letter)} @change=${choose} />
    <i class="disc ${color}"></i>${move}${RIGHTS.includes(right) ? nothing : ` ${rook}`}</label>`
}

/**
 * @param {string} label
 * @param {unknown} icon
 * @param {(state: import('../../shell/state.js').State) => import('../../shell/state.js').State} change
 * @param {boolean} [disabled]
 */
const tool = (label, icon, change, disabled = false) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${label}
    ?disabled=${disabled} @click=${() => store.update(change)}>${icon}</button>`

customElements.define('mw-setup', Setup)
