import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { savePgn } from '../app/handing-out.js'
import { back, canGoBack, canGoForward, forward, goTo } from '../state/game.js'
import { pgnOf } from '../state/pgn.js'
import { turnOf } from '../state/position.js'
import { backIcon, downloadIcon, firstIcon, forwardIcon, lastIcon } from './icons.js'
import { numbered } from './numbered.js'
import { uses, View } from './view.js'

// The moves played, and the way back and forth through them.
class History extends View {
  static uses = uses('game', 'past', 'future', 'answer', 'asking')

  render() {
    const { at, plies, start } = this.state.game
    return html`<div class="history" role="group" aria-label="Moves played">
      ${step('Start', firstIcon, at > 0, (state) => goTo(state, 0))}${step('Back', backIcon, canGoBack(this.state), back)}
      <ol class="played">${plies.length
        ? numbered(plies, turnOf(start), (ply, i) => this.#ply(ply, i))
        : html`<li class="hint">${this.state.answer?.probe ? 'Move a piece or choose a move' : 'No moves are known here'}</li>`}</ol>
      ${step('Forward', forwardIcon, canGoForward(this.state), forward)}${step('End', lastIcon, at < plies.length, (state) => goTo(state, Infinity))}
      ${plies.length ? html`<button class="quiet icon-button" aria-label="Save the game as PGN" title="Save the game as PGN" @click=${save}>${downloadIcon}</button>` : nothing}
    </div>`
  }

  /** @param {import('../state/state.js').Ply} ply @param {number} i */
  #ply({ san }, i) {
    const current = i + 1 === this.state.game.at ? 'step' : nothing
    return html`<button class="ply" aria-current=${current} @click=${() => store.update(goTo, i + 1)}>${san}</button>`
  }

  updated() {
    this.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

function save() {
  const { start, plies } = store.state.game
  savePgn('game.pgn', pgnOf(start, plies, 'A game'))
}

/**
 * @param {string} label
 * @param {unknown} icon
 * @param {boolean} enabled
 * @param {(state: import('../state/state.js').State) => import('../state/state.js').State} change
 */
const step = (label, icon, enabled, change) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${label} ?disabled=${!enabled} @click=${() => store.update(change)}>${icon}</button>`

customElements.define('mw-history', History)
