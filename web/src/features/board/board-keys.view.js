// The board by keyboard: a cursor square, and the actions of Enter, Delete and letters there.

import { store } from '../../shell/app.js'
import { isFramed } from '../../shell/framed.js'
import { say } from '../../language.js'
import { asked, hold, letGo, point } from '../held/held.js'
import { inWords, titleOf } from '../held/held-words.view.js'
import { currentFen, place } from '../game/game.js'
import { piecesOf } from './position.js'
import { pieceName } from '../../words.js'

/**
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 * @typedef {import('./mw-board.js').Board} Board
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/** @type {Record<string, import('../../shell/state.js').Role>} */
const ROLES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }

export class BoardKeys {
  /** @param {Board} board */
  constructor(board) {
    this.board = board
    /** @type {Key} where the cursor is, or was when the board lost the focus */
    this.square = 'e4'
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'blur') this.board.cursor = null
    // A click also focuses the board, but needs no cursor.
    else if (event.type === 'focus') this.#focus(event)
    else if (event instanceof KeyboardEvent && this.#key(event)) event.preventDefault()
  }

  /** @param {Event} event */
  #focus({ target }) {
    if (target instanceof HTMLElement && target.matches(':focus-visible')) this.#moveTo(this.square)
  }

  /** @param {KeyboardEvent} event */
  #key({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (ctrlKey || metaKey || altKey) return false
    const { board, square } = this
    if (key in STEPS) return this.#step(square, STEPS[key])
    if (key === 'Escape') return this.#select(null)
    if (key === 'w' && !isFramed) return this.#hold()
    if (key === 'Enter' || key === ' ') return this.#select(square)
    if (board.state.mode !== 'edit') return false
    if (key === 'Delete' || key === 'Backspace') return this.#place(square, null)
    const role = ROLES[key.toLowerCase()]
    return role ? this.#place(square, { role, color: shiftKey ? 'black' : 'white' }) : false
  }

  /** @param {Key} square @param {[number, number]} step */
  #step(square, [right, up]) {
    const way = this.board.state.orientation === 'white' ? 1 : -1
    const file = clamp(square.charCodeAt(0) - 97 + way * right)
    const rank = clamp(Number(square[1]) - 1 + way * up)
    return this.#moveTo(/** @type {Key} */ (`${'abcdefgh'[file]}${rank + 1}`))
  }

  /** @param {Key} square */
  #moveTo(square) {
    this.square = square
    this.board.cursor = square
    const piece = piecesOf(currentFen(this.board.state)).get(square)
    store.update(point, square)
    const held = asked(store.state)
    if (held && (!piece || square === held.square)) this.board.spoken = inWords(held)
    else
      this.board.spoken = piece ? say('boardKeys.piece', { square, piece: pieceName(piece.color, piece.role) }) : square
    return true
  }

  // Arrow keys then speak the result on each square.
  #hold() {
    store.update(hold, this.square)
    const held = asked(store.state)
    if (held) this.board.spoken = titleOf(held)
    return true
  }

  /** @param {Key | null} square */
  #select(square) {
    store.update(letGo)
    const { state, ground } = this.board
    if (square && state.tool) return this.#place(square, state.tool === 'erase' ? null : state.tool)
    ground?.selectSquare(square)
    return true
  }

  /** @param {Key} square @param {import('../../shell/state.js').Piece | null} piece */
  #place(square, piece) {
    store.update(place, square, piece)
    this.board.spoken = piece
      ? say('boardKeys.placed', { piece: pieceName(piece.color, piece.role), square })
      : say('boardKeys.empty', { square })
    return true
  }
}

/** @param {number} n */
const clamp = (n) => Math.max(0, Math.min(7, n))
