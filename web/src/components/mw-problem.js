import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { askNow } from '../app/asking.js'
import { rebuild } from '../app/building.js'
import { currentFen, enter } from '../state/game.js'
import { turnOf } from '../state/position.js'
import { areLost, LOST } from '../state/storage.js'
import { nameOf } from '../words.js'
import { accident } from './accident.js'
import { elsewhere } from './elsewhere.js'
import { alertIcon, hammerIcon } from './icons.js'
import { uses, View } from './view.js'

/** @typedef {import('../engine/types.js').EngineError} EngineError */

const reload = () => location.reload()

// Why there is no verdict: what happened, what is safe, what to do.
class Problem extends View {
  static uses = uses('answer', 'build', 'game', 'kept', 'proving')

  render() {
    const error = this.state.answer?.error
    if (error?.code === 'men' && this.state.proving) return html`<p class="hint">${error.message} What looking ahead proves holds all the same.</p>${elsewhere(currentFen(this.state))}`
    return error ? html`<section class="problem card ${error.code}">${alertIcon}<div>${this.#words(error)}</div></section>` : nothing
  }

  /** @param {EngineError} error */
  #words(error) {
    if (error.code === 'fen') return html`<h1>Not a position yet</h1><p>${error.message}</p>${this.#turn()}`
    if (error.code === 'men') return html`<h1>Beyond six men</h1><p>${error.message} Looking ahead goes up to eight.</p>${elsewhere(currentFen(this.state))}`
    if (error.code === 'damaged') return this.#damaged(error)
    if (error.code === 'newer') return html`<h1>This page is out of date</h1><p>${error.message} Your tables are safe: they show again once the page is
      loaded anew.</p><button class="primary" @click=${reload}>Reload</button>`
    return html`<h1>No answer</h1>${accident(error)}<p>${areLost(this.state.kept, error) ? LOST : 'Your tables are safe.'}</p>
      <button @click=${askNow}>Try again</button>`
  }

  // Often only the wrong side is to move.
  #turn() {
    const { turned } = this.state.answer ?? {}
    return turned ? html`<button @click=${() => store.update(enter, turned)}>Let ${nameOf(turnOf(turned))} move</button>` : nothing
  }

  /** @param {EngineError} error */
  #damaged(error) {
    const name = error.class ?? ''
    return html`<h1>${name} is damaged</h1>${accident(error)}
      <p>Nothing is shown that could be wrong. The other tables are untouched; building this one again mends it.</p>
      ${this.state.build ? nothing : html`<button class="primary" @click=${() => rebuild(name)}>${hammerIcon}Rebuild ${name}</button>`}`
  }
}

customElements.define('mw-problem', Problem)
