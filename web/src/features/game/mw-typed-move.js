import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { currentFen } from './game.js'
import { isPracticeOver } from '../practice/practice.js'
import { makeMove } from '../board/moves.js'
import { legalMoves } from '../board/moves.js'
import { readMove } from './typed-move.js'
import { uses, View } from '../../ui/view.js'

// A field to type a move.
class TypedMove extends View {
  static uses = uses('answer', 'asking', 'game', 'mode', 'practice', 'rules')
  static properties = { problem: { state: true } }

  constructor() {
    super()
    this.problem = ''
    /** The position of the problem. */
    this.fen = ''
  }

  willUpdate() {
    if (this.fen === currentFen(this.state)) return
    this.fen = currentFen(this.state)
    this.problem = ''
  }

  render() {
    const moves = isPracticeOver(this.state) ? [] : legalMoves(this.state)
    const isIdle = this.state.mode === 'practice' && !this.state.practice // before its begin
    return html`<form class="typed-move" @submit=${this.#played}>
      <label for="typed-move">${say('typedMove.label')}</label>
      <input id="typed-move" type="text" placeholder=${say('typedMove.example')}
        autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"
        ?disabled=${isIdle || (!this.state.asking && !moves.length)} aria-invalid=${!!this.problem}
        aria-describedby="typed-move-problem" @input=${this.#forgive} @blur=${this.#forgive} />
      <p id="typed-move-problem" role="status">${this.problem || nothing}</p>
    </form>`
  }

  #forgive = () => (this.problem = '')

  /** @param {Event} event */
  #played = (event) => {
    event.preventDefault()
    const input = /** @type {HTMLInputElement} */ (this.querySelector('input'))
    const moves = legalMoves(this.state)
    if (!moves.length || !input.value.trim()) return
    const result = readMove(moves, input.value)
    if ('problem' in result) this.problem = result.problem
    else {
      input.value = ''
      store.update(makeMove, result.move)
    }
  }
}

customElements.define('mw-typed-move', TypedMove)
