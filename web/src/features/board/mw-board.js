import { Chessground } from '@lichess-org/chessground'
import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { bestShown } from '../answer/answer.js'
import { namedRights, rightInWords } from './castling.js'
import { asked, paintOf } from '../held/held.js'
import { arrange, currentFen, lastPly, place } from '../game/game.js'
import { menOf, piecesOf, rightsOf, shownPlacement, turnOf } from './position.js'
import { isUsersTurn } from '../practice/practice.js'
import { checkedColor, destinations, makeMove, movesBetween } from './moves.js'
import { legalMoves } from './moves.js'
import { isNull } from '../game/variations.js'
import { list } from '../../words.js'
import { BoardKeys } from './board-keys.view.js'
import { Holding } from './holding.view.js'
import { pieceImage } from '../../ui/pieces.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 * @typedef {import('@lichess-org/chessground/config').Config} Config
 * @typedef {import('../../engine/types.js').Ply} Ply
 */

/** @type {Record<string, {role: import('../../shell/state.js').Role, name: string}>} */
const PROMOTIONS = {
  q: { role: 'queen', name: say('board.queen') },
  r: { role: 'rook', name: say('board.rook') },
  b: { role: 'bishop', name: say('board.bishop') },
  n: { role: 'knight', name: say('board.knight') },
}

const ARROW = { key: 'hint', color: '#123c29', opacity: 1, lineWidth: 8 }
const BEST = { key: 'best', color: '#c2841a', opacity: 0.75, lineWidth: 8 }
/** chessground requires four brushes; the page draws with two. */
const BRUSHES = { green: ARROW, red: ARROW, blue: ARROW, yellow: ARROW, hint: ARROW, best: BEST }

const calm = matchMedia('(prefers-reduced-motion: reduce)')

export class Board extends View {
  static first = true
  static uses = uses('game', 'mode', 'practice', 'orientation', 'tool', 'hovered', 'asking', 'answer', 'rules', 'held')
  static properties = { promoting: { state: true }, cursor: { state: true }, spoken: { state: true } }

  constructor() {
    super()
    /** @type {Ply[]} the promotions to choose from */
    this.promoting = []
    /** @type {Key | null} the square that the keyboard is on */
    this.cursor = null
    this.spoken = ''
    this.keys = new BoardKeys(this)
    this.holding = new Holding(this)
    /** @type {import('@lichess-org/chessground/api').Api | null} */
    this.ground = null
  }

  render() {
    return html`<div class="board" tabindex="0" role="application" aria-label=${this.#label()}
        aria-describedby="board-help" @keydown=${this.keys} @focus=${this.keys} @blur=${this.keys}>
        <div class="ground"></div>
        ${this.promoting.length ? this.#promotion() : nothing}
      </div>
      <p id="board-help" class="unseen">${say('board.help')}</p>
      <p class="unseen" aria-live="assertive">${this.spoken}</p>`
  }

  #label() {
    const fen = currentFen(this.state)
    const rights = namedRights(piecesOf(fen), rightsOf(fen))
    const words = { men: menOf(fen) || say('board.empty'), color: turnOf(fen) }
    if (!rights.length) return say('board.label', words)
    const named = rights.map(rightInWords)
    return say('board.labelCastling', { ...words, rights: list(named) })
  }

  #promotion() {
    const { color } = this.#promotionSquare()
    return html`<div class="promotion-cover" @click=${this.#dismiss}></div>
    <div class="promotion" style=${this.#promotionPlace()} role="group" aria-label=${say('board.promoteTo')}
      @keydown=${this.#choosing}>
      ${this.promoting.map((move) => {
        const { role, name } = PROMOTIONS[move.uci[4]]
        const choose = () => store.update(makeMove, move)
        return html`<button aria-label=${name} title=${name} @click=${choose}>${pieceImage({ color, role })}</button>`
      })}
    </div>`
  }

  /** @type {import('../../shell/state.js').Game | null} */
  #promotingIn = null
  #choosesByKey = false

  #dismiss = () => {
    this.promoting = []
  }

  // Here the keys belong to the buttons, not to the board.
  /** @param {KeyboardEvent} event */
  #choosing = (event) => {
    event.stopPropagation()
    if (event.key === 'Escape') this.#dismiss()
  }

  #promotionSquare() {
    const key = this.promoting[0].uci.slice(2, 4)
    /** @type {import('../../shell/state.js').Color} */
    const color = key[1] === '8' ? 'white' : 'black'
    return { key, color }
  }

  // The choice opens from the promotion square into the board.
  #promotionPlace() {
    const { key } = this.#promotionSquare()
    const white = this.state.orientation === 'white'
    const file = key.charCodeAt(0) - 97
    const atTop = (key[1] === '8') === white
    return `left:${12.5 * (white ? file : 7 - file)}%;${atTop ? 'top:0' : 'bottom:0;flex-direction:column-reverse'}`
  }

  firstUpdated() {
    const element = /** @type {HTMLElement} */ (this.querySelector('.ground'))
    this.ground = Chessground(element, {
      ...this.#config(),
      highlight: { lastMove: true, check: true },
      drawable: { enabled: false, visible: true, brushes: BRUSHES },
      premovable: { enabled: false },
      coordinates: true,
      disableContextMenu: true,
    })
    element.addEventListener('pointerdown', this.#applyTool, { capture: true })
    this.holding.watch(element)
    element.addEventListener('mousedown', this.#stopWithTool, { capture: true })
    element.addEventListener('touchstart', this.#stopWithTool, { capture: true, passive: false })
  }

  willUpdate() {
    // Another position cancels a promotion that waits for its piece; an answer about this position does not.
    const { game, mode } = this.state
    if (this.promoting.length && (game !== this.#promotingIn || mode === 'edit')) this.promoting = []
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    this.ground?.set(this.#config())
    this.ground?.setAutoShapes(this.#arrows())
    if (changed.has('promoting')) this.#followPromotion()
  }

  // After a move by keyboard the focus follows: into the choice, and back to the board after it.
  #followPromotion() {
    const choice = /** @type {HTMLElement | null} */ (this.querySelector('.promotion button'))
    if (!choice && this.#choosesByKey) /** @type {HTMLElement | null} */ (this.querySelector('.board'))?.focus()
    this.#choosesByKey = !!choice && !!this.cursor
    if (this.#choosesByKey) choice?.focus()
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    document.removeEventListener('pointerdown', this.#measure, { capture: true })
    this.ground?.destroy()
    this.ground = null
  }

  connectedCallback() {
    super.connectedCallback()
    document.addEventListener('pointerdown', this.#measure, { capture: true })
    if (this.hasUpdated) this.firstUpdated()
  }

  // chessground remembers the place of the board until the page scrolls or the window changes, but content above the
  // board can move it too.
  #measure = () => this.ground?.state.dom.bounds.clear()

  /** @returns {Config} */
  #config() {
    const { state } = this
    const fen = currentFen(state)
    const last = lastPly(state)
    return {
      ...this.#newPlacement(shownPlacement(fen)),
      turnColor: turnOf(fen),
      orientation: state.orientation,
      lastMove: last && !isNull(last) ? /** @type {Key[]} */ ([last.uci.slice(0, 2), last.uci.slice(2, 4)]) : undefined,
      check: checkedColor(state) ?? false,
      animation: { enabled: !calm.matches, duration: 180 },
      highlight: { custom: this.#highlighted() },
      ...(state.mode === 'edit' ? this.#editing() : this.#playing()),
    }
  }

  /** The classes of squares: the cursor, and results with the held man there. */
  #highlighted() {
    const classes = paintOf(asked(this.state))
    const { cursor } = this
    if (cursor) classes.set(cursor, `cursor ${classes.get(cursor) ?? ''}`.trim())
    return classes
  }

  /** The placement that the board got last, or has reported. */
  #placement = ''

  /**
   * Returns a new placement once. chessground reports a change by the user a moment later. Another update in between
   * would undo it with the old placement. A placement that the board already has is left out: it would remove a piece
   * during a drag.
   * @param {string} placement
   * @returns {Config}
   */
  #newPlacement(placement) {
    if (this.ground && this.#placement === placement) return {}
    this.#placement = placement
    return this.ground?.getFen() === placement ? {} : { fen: placement }
  }

  /** @returns {Config} */
  #editing() {
    const handsFree = this.state.tool === null
    return {
      autoCastle: false, // a rook stays on its square
      movable: {
        free: true,
        color: handsFree ? 'both' : undefined,
        dests: undefined,
        showDests: false,
        events: { after: undefined },
      },
      draggable: { enabled: handsFree, deleteOnDropOff: true },
      selectable: { enabled: handsFree },
      events: { change: () => this.#arranged() },
    }
  }

  /** @returns {Config} */
  #playing() {
    const { state } = this
    const mayMove = state.mode === 'play' || isUsersTurn(state)
    const dests = /** @type {Map<Key, Key[]>} */ (destinations(legalMoves(state), rightsOf(currentFen(state))))
    return {
      autoCastle: true,
      movable: {
        free: false,
        color: mayMove ? turnOf(currentFen(state)) : undefined,
        dests,
        showDests: true,
        events: { after: (from, to) => this.#moved(from, to) },
      },
      draggable: { enabled: true, deleteOnDropOff: false },
      selectable: { enabled: true },
      events: { change: undefined },
    }
  }

  #arrows() {
    const { hovered } = this.state
    const best = asked(this.state) ? undefined : bestShown(this.state)
    return [
      ...(best && best.uci !== hovered?.uci ? [arrow(best, 'best')] : []),
      ...(hovered ? [arrow(hovered, 'hint')] : []),
    ]
  }

  #arranged() {
    if (!this.ground) return
    this.#placement = this.ground.getFen()
    store.update(arrange, this.#placement)
  }

  /** @param {Key} from @param {Key} to */
  #moved(from, to) {
    const moves = movesBetween(legalMoves(this.state), from, to, rightsOf(currentFen(this.state)))
    this.#placement = '' // the pawn goes back until the user chooses its promotion
    if (moves.length === 1) store.update(makeMove, moves[0])
    else {
      this.promoting = moves
      this.#promotingIn = this.state.game
    }
  }

  /** @param {PointerEvent} event */
  #applyTool = (event) => {
    const { tool } = this.state
    if (!tool || event.button) return
    const key = this.ground?.getKeyAtDomPos([event.clientX, event.clientY])
    if (key) store.update(place, key, tool === 'erase' ? null : tool)
  }

  /** @param {Event} event */
  #stopWithTool = (event) => {
    if (!this.state.tool) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }
}

/** @param {Pick<Ply, 'uci'>} move @param {string} brush */
const arrow = ({ uci }, brush) => ({
  orig: /** @type {Key} */ (uci.slice(0, 2)),
  dest: /** @type {Key} */ (uci.slice(2, 4)),
  brush,
})

customElements.define('mw-board', Board)
