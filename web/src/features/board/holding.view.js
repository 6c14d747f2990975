// A man is held if the pointer is pressed on it for a while without moving. While setting up, the pointer may also drag
// the man.

import { store } from '../../shell/app.js'
import { isFramed } from '../../shell/framed.js'
import { asked, hold, letGo, point } from '../held/held.js'

/** How long a man is pressed until it counts as held. */
const HOLD_MS = 350
/** Pixels by which a still pointer may move. */
const STILL = 8

export class Holding {
  /** @param {import('./mw-board.js').Board} board */
  constructor(board) {
    this.board = board
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** The event of the press. @type {PointerEvent | null} */
  #down = null
  /** The last event. @type {PointerEvent | null} */
  #at = null

  /** @param {HTMLElement} ground */
  watch(ground) {
    ground.addEventListener('pointerdown', this.#press, { capture: true })
    ground.addEventListener('pointermove', this.#move)
  }

  /** @param {{clientX: number, clientY: number}} place */
  #keyAt = ({ clientX, clientY }) => this.board.ground?.getKeyAtDomPos([clientX, clientY])

  /** @param {PointerEvent} event */
  #press = (event) => {
    this.#release()
    const key = this.#keyAt(event)
    const held = asked(store.state)
    // A finger cannot point without a tap.
    if (held && event.pointerType !== 'mouse' && held.placed.some(({ square }) => square === key)) {
      return store.update(point, key ?? null)
    }
    if (held) store.update(letGo)
    if (isFramed || !key || event.button || this.board.state.tool) return
    this.#down = this.#at = event
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, this.#release, { once: true })
    this.#timer = setTimeout(() => this.#hold(key), HOLD_MS)
  }

  /** @param {import('@lichess-org/chessground/types').Key} key */
  #hold(key) {
    store.update(hold, key)
    if (this.#at) store.update(point, this.#keyAt(this.#at) ?? null)
  }

  /** @param {PointerEvent} event */
  #move = (event) => {
    this.#at = event
    const down = this.#down
    const far = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > STILL
    if (far && this.board.state.mode !== 'edit') this.#release()
    if (asked(store.state)) store.update(point, this.#keyAt(event) ?? null)
  }

  #release = () => {
    clearTimeout(this.#timer)
    this.#down = null
    // Otherwise the tap on a square that follows would move the man there.
    if (asked(store.state)) this.board.ground?.selectSquare(null)
  }
}
