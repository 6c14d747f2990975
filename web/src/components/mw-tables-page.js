import { html, nothing } from 'lit'
import { buildAll } from '../app/building.js'
import { byMen, COMFORTABLE_MEN } from '../state/library.js'
import { plural, roughly, size } from '../words.js'
import { hammerIcon } from './icons.js'
import { tableRow } from './table-row.js'
import { tablesProblem } from './tables-problem.js'
import { uses, View } from './view.js'
import './mw-arrivals.js'
import './mw-build.js'
import './mw-drop.js'
import './mw-exchange.js'
import './mw-storage.js'
import './mw-workers.js'

/** @typedef {import('../state/state.js').ClassInfo} ClassInfo */

class TablesPage extends View {
  static uses = uses('tables', 'tablesError', 'build')

  render() {
    const { tables, tablesError } = this.state
    return html`<div class="tables-page">
      <header class="page-head"><div><h1>Tables</h1>
        <p>Every ending with up to five men. A table holds the outcome and the exact depth to mate of each of its positions.</p></div>
        <div class="page-tools"><mw-workers></mw-workers></div></header>
      <section class="stock card" aria-label="Storage"><mw-storage></mw-storage><mw-exchange></mw-exchange></section>
      <mw-build></mw-build>
      <mw-arrivals></mw-arrivals>
      ${tablesError ? tablesProblem(tablesError) : nothing}
      ${tables ? byMen(tables).map((group) => this.#section(group)) : tablesError ? nothing : html`<p class="looking"><span class="spinner"></span>Opening the tables…</p>`}
      <mw-drop></mw-drop>
    </div>`
  }

  /** @param {{men: number, tables: ClassInfo[]}} group */
  #section({ men, tables }) {
    const present = tables.filter((table) => table.present)
    const absent = tables.filter((table) => !table.present)
    const bytes = present.reduce((sum, table) => sum + (table.bytes ?? 0), 0)
    const work = absent.reduce((sum, table) => sum + table.positions, 0)
    return html`<section class="men" aria-labelledby="men-${men}">
      <header><h2 id="men-${men}">${men} men</h2>
        <p>${present.length} of ${plural(tables.length, 'table')}${present.length ? `, ${size(bytes)}` : ''}</p>
        <span class="gap"></span>${this.#action(men, absent, work)}</header>
      ${men > COMFORTABLE_MEN ? html`<p class="caution"><b>Large.</b> Each takes from ten seconds to a few minutes. Before it begins you are told how long, and in how much memory.</p>` : nothing}
      ${men > COMFORTABLE_MEN ? html`<details ?open=${present.length > 0}><summary>Show all ${tables.length}</summary>${this.#rows(tables)}</details>` : this.#rows(tables)}
    </section>`
  }

  /** @param {ClassInfo[]} tables */
  #rows(tables) {
    return html`<ul class="rows">${tables.map((table) => tableRow(table, this.state.build))}</ul>`
  }

  /** @param {number} men @param {ClassInfo[]} absent @param {number} work */
  #action(men, absent, work) {
    if (men > COMFORTABLE_MEN || !absent.length) return nothing
    return html`<span class="work">${roughly(work)} positions to solve</span>
      <button class="primary" ?disabled=${!!this.state.build} @click=${() => buildAll(men)}>${hammerIcon}Build all ${men} men</button>`
  }
}

customElements.define('mw-tables-page', TablesPage)
