import { html, LitElement, nothing } from 'lit'
import { say } from '../../language.js'
import { pieceImage, thumbnail } from '../../ui/pieces.js'
import { KINGS } from './film.js'
import { paintBoard } from './paint.js'
import './film.css'

/** @typedef {import('./film.js').Boards} Boards */

/** The size of a board in pixels of the canvas: enough for screens with two pixels in one. */
const SIZE = 480

// Two boards, with the squares of each king filled by how much is decided. Men that stand still are on both.
class Kings extends LitElement {
  static properties = { boards: { attribute: false }, still: { attribute: false }, label: { attribute: false } }

  constructor() {
    super()
    /** @type {Boards | null} */
    this.boards = null
    /** The placement of the men that stand still, as the first field of a FEN. */
    this.still = ''
    /** The text for those who do not see the boards. */
    this.label = ''
  }

  createRenderRoot() {
    return this
  }

  render() {
    return html`<div class="film-kings" role="img" aria-label=${this.label}>${KINGS.map(
      (color) => html`<figure><div class="film-board"><canvas width=${SIZE} height=${SIZE}></canvas>${
        this.still ? thumbnail(this.still) : nothing
      }</div>
        <figcaption>${pieceImage({ color, role: 'king' })} ${say('film.king', { color })}</figcaption></figure>`,
    )}</div>`
  }

  updated() {
    this.querySelectorAll('canvas').forEach((canvas, king) => {
      const context = canvas.getContext('2d')
      if (context && this.boards) paintBoard(context, this.boards[king], 0, 0, SIZE)
    })
  }
}

customElements.define('mw-kings', Kings)
