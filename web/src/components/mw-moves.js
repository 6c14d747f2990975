import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { groupMoves } from '../state/answer.js'
import { play } from '../state/game.js'
import { hover } from '../state/view.js'
import { outcome, plural } from '../words.js'
import { uses, View } from './view.js'

/** @typedef {import('../engine/types.js').Move} Move */

const GROUPS = /** @type {const} */ ([
  ['winning', 'Winning'],
  ['drawn', 'Drawn'],
  ['losing', 'Losing'],
])

// Every legal move by what it leads to, for the side that plays it.
class Moves extends View {
  static uses = uses('answer')

  render() {
    const moves = this.state.answer?.probe?.moves ?? []
    if (!moves.length) return nothing
    const groups = groupMoves(moves)
    return html`<div class="moves" @mouseleave=${() => store.update(hover, null)}>
      ${GROUPS.map(([key, title]) => (groups[key].length ? this.#group(key, title, groups[key], moves[0]) : nothing))}
    </div>`
  }

  /** @param {string} key @param {string} title @param {Move[]} moves @param {Move} best */
  #group(key, title, moves, best) {
    return html`<section class="move-group ${key}" aria-labelledby="group-${key}">
      <h2 id="group-${key}"><i></i>${title} <small>${plural(moves.length, 'move')}</small></h2>
      <ul>${moves.map((move) => html`<li>${this.#move(move, move.category === best.category && move.dtm === best.dtm)}</li>`)}</ul>
    </section>`
  }

  /** @param {Move} move @param {boolean} best */
  #move(move, best) {
    const point = () => store.update(hover, move)
    // While the next answer is awaited these are the moves of another position.
    const choose = () => this.state.asking || store.update(play, [move])
    const result = outcome(move)
    return html`<button class="move" data-uci=${move.uci} data-best=${best && move.dtm !== null} aria-label="${move.san}, ${result}"
      @click=${choose} @mouseenter=${point} @focus=${point} @blur=${() => store.update(hover, null)}>
      <b>${move.san}</b>${result === 'draw' ? nothing : html`<span>${result}</span>`}</button>`
  }
}

customElements.define('mw-moves', Moves)
