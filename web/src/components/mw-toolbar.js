import { html } from 'lit'
import { store } from '../app/app.js'
import { currentFen, giveTurn } from '../state/game.js'
import { turnOf } from '../state/position.js'
import { flip, setMode } from '../state/view.js'
import { nameOf } from '../words.js'
import { flipIcon } from './icons.js'
import { uses, View } from './view.js'
import './mw-examples.js'

class Toolbar extends View {
  static uses = uses('mode', 'game')

  render() {
    return html`<div class="toolbar">
      <div class="segments" role="group" aria-label="Mode">${this.#mode('edit', 'Set up')}${this.#mode('play', 'Play')}</div>
      <div class="segments" role="group" aria-label="Side to move">${this.#turn('white')}${this.#turn('black')}</div>
      <span class="gap"></span>
      <mw-examples></mw-examples>
      <button class="quiet icon-button" aria-label="Flip the board" title="Flip the board (f)" @click=${() => store.update(flip)}>${flipIcon}</button>
    </div>`
  }

  /** @param {import('../state/state.js').Mode} mode @param {string} label */
  #mode(mode, label) {
    return html`<button aria-pressed=${this.state.mode === mode} @click=${() => store.update(setMode, mode)}>${label}</button>`
  }

  /** @param {import('../state/state.js').Color} color */
  #turn(color) {
    const label = `${nameOf(color)} to move`
    const on = turnOf(currentFen(this.state)) === color
    return html`<button class="turn" aria-pressed=${on} aria-label=${label} title=${label} @click=${() => store.update(giveTurn, color)}>
      <i class="disc ${color}"></i><span class="wide-only">${nameOf(color)}</span></button>`
  }
}

customElements.define('mw-toolbar', Toolbar)
