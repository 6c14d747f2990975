import { html } from 'lit'
import { isFramed } from '../app/framed.js'
import { uses, View } from './view.js'
import './mw-header.js'
import './mw-board-page.js'
import './mw-tables-page.js'
import './mw-class-page.js'
import './mw-about-page.js'
import './mw-notice.js'
import './mw-plan.js'
import './mw-delete.js'
import './mw-drop.js'
import './mw-found.js'

/** @type {Record<import('../state/state.js').Page, unknown>} */
const PAGES = {
  board: html`<mw-board-page></mw-board-page>`,
  tables: html`<mw-tables-page></mw-tables-page>`,
  class: html`<mw-class-page></mw-class-page>`,
  sets: html`<mw-sets-page></mw-sets-page>`,
  about: html`<mw-about-page></mw-about-page>`,
}

class App extends View {
  static uses = uses('place')

  // The first rendering is a task of its own: what comes before it, to load the page, takes long enough.
  async scheduleUpdate() {
    if (!this.hasUpdated) await new Promise((done) => setTimeout(done))
    return super.scheduleUpdate()
  }

  render() {
    if (isFramed) return html`<mw-frame></mw-frame>`
    return html`
      <mw-header></mw-header>
      <main>${PAGES[this.state.place.page]}</main>
      <mw-plan></mw-plan>
      <mw-delete></mw-delete>
      <mw-found></mw-found>
      <mw-paper></mw-paper>
      <mw-collect></mw-collect>
      <mw-drop></mw-drop>
      <mw-notice></mw-notice>
    `
  }
}

customElements.define('mw-app', App)
