import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { goTo } from '../state/game.js'
import { turnOf } from '../state/position.js'
import { backIcon, firstIcon, forwardIcon, lastIcon } from './icons.js'
import { numbered } from './numbered.js'
import { uses, View } from './view.js'

// The moves played, and the way back and forth through them.
class History extends View {
  static uses = uses('game', 'answer', 'asking')

  render() {
    const { at, plies, start } = this.state.game
    return html`<div class="history" role="group" aria-label="Moves played">
      ${step('Start', firstIcon, 0, at > 0)}${step('Back', backIcon, at - 1, at > 0)}
      <ol class="played">${plies.length
        ? numbered(plies, turnOf(start), (ply, i) => this.#ply(ply, i))
        : html`<li class="hint">${this.state.answer?.probe ? 'Move a piece or choose a move' : 'No moves are known here'}</li>`}</ol>
      ${step('Forward', forwardIcon, at + 1, at < plies.length)}${step('End', lastIcon, plies.length, at < plies.length)}
    </div>`
  }

  /** @param {import('../state/state.js').Ply} ply @param {number} i */
  #ply({ san }, i) {
    const current = i + 1 === this.state.game.at ? 'step' : nothing
    return html`<button class="ply" aria-current=${current} @click=${() => store.update(goTo, i + 1)}>${san}</button>`
  }

  connectedCallback() {
    super.connectedCallback()
    addEventListener('keydown', this.#keys)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    removeEventListener('keydown', this.#keys)
  }

  updated() {
    this.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  // Arrows step through the moves unless something else has use for them.
  /** @param {KeyboardEvent} event */
  #keys = (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest('input, textarea, .board, dialog'))) return
    const { at } = this.state.game
    if (key === 'ArrowLeft') store.update(goTo, at - 1)
    else if (key === 'ArrowRight') store.update(goTo, at + 1)
    else return
    event.preventDefault()
  }
}

/**
 * @param {string} label
 * @param {unknown} icon
 * @param {number} at
 * @param {boolean} enabled
 */
const step = (label, icon, at, enabled) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${label} ?disabled=${!enabled} @click=${() => store.update(goTo, at)}>${icon}</button>`

customElements.define('mw-history', History)
