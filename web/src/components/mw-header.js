import { html, nothing } from 'lit'
import { navigate } from '../app/address.js'
import { store } from '../app/app.js'
import { takeUpdate } from '../app/offline.js'
import { nextTheme } from '../state/view.js'
import { autoIcon, mark, moonIcon, networkIcon, offlineIcon, sunIcon } from './icons.js'
import { uses, View } from './view.js'

const THEMES = {
  auto: { icon: autoIcon, name: 'as the system' },
  light: { icon: sunIcon, name: 'light' },
  dark: { icon: moonIcon, name: 'dark' },
}

class Header extends View {
  static uses = uses('page', 'tables', 'build', 'theme', 'online', 'offlineReady', 'updateReady')

  render() {
    return html`<header class="top">
      <a class="brand" href="./" @click=${go('board')}>${mark}<span>Matewright</span></a>
      <nav aria-label="Pages">${this.#tab('board', 'Board')}${this.#tab('tables', 'Tables', this.#count())}</nav>
      <div class="top-end">${this.#update()}${this.#connection()}${this.#theme()}</div>
    </header>`
  }

  /**
   * @param {import('../state/state.js').Page} page
   * @param {string} label
   * @param {unknown} [extra]
   */
  #tab(page, label, extra) {
    const current = this.state.page === page ? 'page' : nothing
    return html`<a href=${page === 'board' ? '#/' : '#/tables'} aria-current=${current} @click=${go(page)}>${label}${extra}</a>`
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

  #theme() {
    const { icon, name } = THEMES[this.state.theme]
    const label = `Colours: ${name}`
    return html`<button class="quiet icon-button" aria-label=${label} title=${label} @click=${() => store.update(nextTheme)}>${icon}</button>`
  }
}

/** @param {import('../state/state.js').Page} page */
const go = (page) => (/** @type {Event} */ event) => {
  event.preventDefault()
  navigate(page)
}

customElements.define('mw-header', Header)
