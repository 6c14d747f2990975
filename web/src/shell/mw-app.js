import { html } from 'lit'
import { say } from '../language.js'
import { isFramed } from './framed.js'
import { uses, View } from '../ui/view.js'
import './mw-header.js'
import '../features/board/mw-board-page.js'
import '../features/tables/mw-tables-page.js'
import '../features/class/mw-class-page.js'
import './mw-about-page.js'
import './mw-notice.js'
import '../features/builds/mw-plan.js'
import '../features/tables/mw-delete.js'
import '../features/paste/mw-drop.js'
import '../features/paste/mw-found.js'

/** @type {Record<import('./state.js').Page, unknown>} */
const PAGES = {
  board: html`<mw-board-page></mw-board-page>`,
  tables: html`<mw-tables-page></mw-tables-page>`,
  class: html`<mw-class-page></mw-class-page>`,
  sets: html`<mw-sets-page></mw-sets-page>`,
  about: html`<mw-about-page></mw-about-page>`,
}

class App extends View {
  static uses = uses('place')

  // The first rendering is a task of its own, as loading the page already takes a long one.
  async scheduleUpdate() {
    if (!this.hasUpdated) await new Promise((done) => setTimeout(done))
    return super.scheduleUpdate()
  }

  render() {
    if (isFramed) return html`<mw-frame></mw-frame>`
    return html`
      <a class="skip" href="#main" @click=${skip}>${say('header.skip')}</a>
      <mw-header></mw-header>
      <main id="main" tabindex="-1">${PAGES[this.state.place.page]}</main>
      <mw-plan></mw-plan>
      <mw-delete></mw-delete>
      <mw-found></mw-found>
      <mw-paper></mw-paper>
      <mw-collect></mw-collect>
      <mw-compare></mw-compare>
      <mw-syzygy-wish></mw-syzygy-wish>
      <mw-drop></mw-drop>
      <mw-notice></mw-notice>
    `
  }
}

/** Skips the header. The address stays, as its fragment is the page. @param {Event} event */
function skip(event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

customElements.define('mw-app', App)
