import { html } from 'lit'
import { findTable } from '../state/library.js'
import { TABLES } from '../state/address.js'
import { plural, roughly } from '../words.js'
import { link } from './link.js'
import { material } from './pieces.js'
import { uses, View } from './view.js'
import './mw-build.js'

// All about one class: what is in its table, and what it stands on.
class ClassPage extends View {
  static uses = uses('place', 'tables')

  render() {
    const { place, tables } = this.state
    const table = findTable(tables, place.subject)
    if (!tables) return html`<p class="looking"><span class="spinner"></span>Opening the tables…</p>`
    if (!table) return html`<section class="card problem"><div><h1>No ending is called ${place.subject}</h1><p>${link(TABLES, 'All tables')}</p></div></section>`
    return html`<div class="class-page">
      <header class="page-head"><div><p class="crumb">${link(TABLES, 'Tables')}</p><h1>${material(table.name)} ${table.name}</h1>
        <p>${plural(table.men, 'man', 'men')}, ${roughly(table.positions)} positions.</p></div></header>
      <mw-build></mw-build>
    </div>`
  }
}

customElements.define('mw-class-page', ClassPage)
