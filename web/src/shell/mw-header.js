import { html, nothing } from 'lit'
import { takeUpdate } from './offline.effects.js'
import { say } from '../language.js'
import { ABOUT, BOARD, isSetPractice, SETS, TABLES } from './address.js'
import { mark, networkIcon, offlineIcon } from '../ui/icons.js'
import { going, link } from '../ui/link.js'
import { uses, View } from '../ui/view.js'
import './mw-settings.js'

class Header extends View {
  static first = true
  static uses = uses('place', 'tables', 'build', 'online', 'offlineReady', 'updateReady')

  render() {
    return html`<header class="top">
      <a class="brand" href="./" aria-label="Matewright" @click=${going(BOARD)}>${mark}<span>Matewright</span></a>
      ${isSetPractice(this.state.place) ? html`<span class="gap"></span>` : this.#pages()}
      <div class="top-end">${this.#update()}${this.#connection()}<mw-settings></mw-settings></div>
    </header>`
  }

  #pages() {
    return html`<nav aria-label=${say('header.pages')}>${this.#tab(BOARD, say('header.board'))}${this.#tab(
      TABLES,
      html`${say('header.tables')}${this.#count()}`,
    )}${this.#tab(SETS, say('header.sets'))}${this.#tab(ABOUT, say('header.about'))}</nav>`
  }

  /** @param {import('./state.js').Place} place @param {unknown} label */
  #tab(place, label) {
    const { page } = this.state.place
    const current = page === place.page ? 'page' : page === 'class' && place === TABLES ? 'true' : nothing
    return link(place, label, current)
  }

  #count() {
    const present = this.state.tables?.filter((table) => table.present).length
    if (!present) return nothing
    return html` <span class="badge" aria-label=${say('header.built', { count: present })}>${present}</span>`
  }

  #update() {
    const { updateReady, build } = this.state
    if (!updateReady || build) return nothing
    return html`<button class="pill" @click=${takeUpdate}>${say('header.update')}</button>`
  }

  #connection() {
    const { online, offlineReady } = this.state
    if (!online)
      return html`<span class="connection" title=${say('header.offlineHint')}>${networkIcon}<span>${say(
        'header.offline',
      )}</span></span>`
    if (!offlineReady) return nothing
    return html`<span class="connection" title=${say('header.worksOfflineHint')}>${offlineIcon}<span>${say(
      'header.worksOffline',
    )}</span></span>`
  }
}

customElements.define('mw-header', Header)
