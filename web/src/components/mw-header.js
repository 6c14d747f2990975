import { html, nothing } from 'lit'
import { takeUpdate } from '../app/offline.js'
import { ABOUT, BOARD, SETS, TABLES } from '../state/address.js'
import { mark, networkIcon, offlineIcon } from './icons.js'
import { going, link } from './link.js'
import { uses, View } from './view.js'
import './mw-settings.js'

class Header extends View {
  static uses = uses('place', 'tables', 'build', 'online', 'offlineReady', 'updateReady')

  render() {
    return html`<header class="top">
      <a class="brand" href="./" aria-label="Matewright" @click=${going(BOARD)}>${mark}<span>Matewright</span></a>
      <nav aria-label="Pages">${this.#tab(BOARD, 'Board')}${this.#tab(TABLES, html`Tables${this.#count()}`)}${this.#tab(SETS, 'Sets')}${this.#tab(ABOUT, 'About')}</nav>
      <div class="top-end">${this.#update()}${this.#connection()}<mw-settings></mw-settings></div>
    </header>`
  }

  /** @param {import('../state/state.js').Place} place @param {unknown} label */
  #tab(place, label) {
    const { page } = this.state.place
    const current = page === place.page ? 'page' : page === 'class' && place === TABLES ? 'true' : nothing
    return link(place, label, current)
  }

  #count() {
    const present = this.state.tables?.filter((table) => table.present).length
    return present ? html` <span class="badge" aria-label="${present} built">${present}</span>` : nothing
  }

  #update() {
    const { updateReady, build } = this.state
    if (!updateReady || build) return nothing
    return html`<button class="pill" @click=${takeUpdate}>New version: reload</button>`
  }

  #connection() {
    const { online, offlineReady } = this.state
    if (!online) return html`<span class="connection" title="No network. Everything here works without one.">${networkIcon}<span>Offline</span></span>`
    if (!offlineReady) return nothing
    return html`<span class="connection" title="The page and its tables are stored on this device and need no network.">${offlineIcon}<span>Works offline</span></span>`
  }
}

customElements.define('mw-header', Header)
