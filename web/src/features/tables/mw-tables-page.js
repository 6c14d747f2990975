import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { buildAll } from '../builds/build.effects.js'
import { say } from '../../language.js'
import { isComplete } from '../board/castling.js'
import { isListing, showSixMen, shownTables, USUAL_MEN } from './large.js'
import { byMen, COMFORTABLE_MEN, findTable } from './library.js'
import { cellsOf, GRIDS } from './map.js'
import { select, stopSelecting } from './selection.js'
import { showTablesAs } from '../../shell/view.js'
import { coming } from '../builds/wanted.js'
import { COUNTS, roughly, size } from '../../words.js'
import { cellWords, STATES } from './cell-words.view.js'
import { hammerIcon, settingsIcon } from '../../ui/icons.js'
import { material } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { sharesBar } from './table-facts.view.js'
import { tableRow } from './table-row.view.js'
import { tablesProblem } from './tables-problem.view.js'
import { uses, View } from '../../ui/view.js'
import '../imports/mw-imports.js'
import '../builds/mw-build.js'
import '../ending/mw-endings.js'
import '../imports/mw-exchange.js'
import './mw-grid.js'
import './mw-metric.js'
import '../builds/mw-queue.js'
import './mw-selection.js'
import './mw-storage.js'
import './mw-table-sheet.js'
import './mw-unkept.js'
import '../imports/mw-unproven.js'
import '../syzygy/mw-syzygy.js'
import '../builds/mw-workers.js'

/** @typedef {import('../../shell/state.js').ClassInfo} ClassInfo */

class TablesPage extends View {
  static uses = uses(
    'tables',
    'listedMen',
    'sixMen',
    'tablesError',
    'tablesAs',
    'build',
    'queue',
    'selection',
    'storage',
    'memory',
  )
  static properties = { pointed: { state: true } }

  constructor() {
    super()
    /** @type {string | null} the class under the pointer or with the focus */
    this.pointed = null
  }

  render() {
    const { tables, tablesError } = this.state
    return html`<div class="tables-page">
      <header class="page-head"><div><h1>${say('tablesPage.title')}</h1>
        <p>${say('tablesPage.lead')}</p>
        <mw-metric></mw-metric></div></header>
      <details class="stock card"><summary>${settingsIcon}<b>${say('tablesPage.stock')}</b><span
        class="hint">${this.#used()}</span></summary>
        <div><mw-storage></mw-storage><mw-exchange></mw-exchange><mw-syzygy></mw-syzygy>
          <mw-workers></mw-workers></div></details>
      <mw-build></mw-build>
      <mw-queue></mw-queue>
      <mw-imports></mw-imports>
      <mw-syzygy-writing></mw-syzygy-writing>
      <mw-unkept></mw-unkept>
      <mw-unproven></mw-unproven>
      ${tablesError ? tablesProblem(tablesError) : nothing}
      <mw-endings></mw-endings>
      ${tables ? this.#library() : tablesError ? nothing : opening}
      <mw-selection></mw-selection>
      <mw-table-sheet></mw-table-sheet>
    </div>`
  }

  #used() {
    const { storage, memory } = this.state
    const most = { memory: size(memory) }
    if (!storage || storage.quota === Infinity) return say('tablesPage.memory', most)
    return say('tablesPage.storageAndMemory', { used: size(storage.usage), quota: size(storage.quota), ...most })
  }

  #library() {
    const { tablesAs, selection, sixMen } = this.state
    const queued = coming(this.state)
    const tables = shownTables(this.state, queued)
    const pointed = tablesAs === 'map' && !selection && findTable(tables, this.pointed ?? '')
    return html`<div class="library-tools">
        <div class="segments" role="group" aria-label=${say('tablesPage.as')}>${this.#as(
          'map',
          say('tablesPage.map'),
        )}${this.#as('list', say('tablesPage.list'))}</div>
        <button class="small" aria-pressed=${sixMen}
          @click=${() => store.update(showSixMen, !sixMen)}>${say('tablesPage.sixMen')}</button>
        ${
          tablesAs === 'map'
            ? html`<button class="small" aria-pressed=${!!selection}
          @click=${selecting}>${say('tablesPage.select')}</button>${this.#legend(tables, queued)}`
            : nothing
        }
      </div>
      <div class="library" @mouseover=${this.#point} @focusin=${this.#point} @mouseleave=${() => (this.pointed = null)}>
        ${byMen(tables).map((group) => this.#section(group, queued))}
        ${sixMen && isListing(this.state) ? opening : nothing}
      </div>
      ${pointed ? this.#strip(pointed, queued) : nothing}`
  }

  /** @param {import('../../shell/state.js').State['tablesAs']} as @param {string} label */
  #as(as, label) {
    return html`<button aria-pressed=${this.state.tablesAs === as}
    @click=${() => store.update(showTablesAs, as)}>${label}</button>`
  }

  /** @param {Event} event */
  #point = ({ target }) => {
    if (!pointing.matches) return // a tap opens the same facts
    const cell = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('.cell')) : null
    if (cell) this.pointed = cell.dataset.class ?? null
  }

  /** @param {ClassInfo[]} tables @param {Set<string>} queued */
  #legend(tables, queued) {
    const cells = tables.map(cellsOf(this.state, queued))
    const shown = Object.entries(STATES).map(([state, { words, mark }]) => ({
      state,
      words,
      mark,
      count: cells.filter((cell) => cell.state === state).length,
    }))
    return html`<ul class="legend" aria-label=${say('tablesPage.legend')}>${shown
      .filter(({ count }) => count)
      .map(
        ({ state, words, mark, count }) =>
          html`<li><i class="cell ${state}">${mark}</i>${words} <small>${count}</small></li>`,
      )}
      <li class="hint">${say('tablesPage.legendOfDepth', { longest: COUNTS[this.state.metric].longestWin })}</li></ul>`
  }

  // The class under the pointer or with the focus. Screen readers get the same text from the cells.
  /** @param {ClassInfo} table @param {Set<string>} queued */
  #strip(table, queued) {
    const cell = cellsOf(this.state, queued)(table)
    const positions = roughly(table.positions)
    return html`<div class="strip card" aria-hidden="true">${material(table.name)}<b>${table.name}</b><span>${cellWords(
      table,
      cell,
    )}</span>
      ${
        table.stats
          ? html`<span class="row-bars">${table.stats.sides.map(sharesBar)}</span>`
          : html`<span>${say('tablesPage.positions', { positions })}</span>`
      }</div>`
  }

  /** @param {{men: number, tables: ClassInfo[]}} group @param {Set<string>} queued */
  #section({ men, tables }, queued) {
    const present = tables.filter((table) => table.present)
    const absent = tables.filter((table) => !table.present)
    const all = men <= USUAL_MEN || this.state.sixMen // otherwise only classes with data
    const bytes = present.reduce((sum, table) => sum + (table.bytes ?? 0), 0)
    const work = absent.reduce((sum, table) => sum + table.positions, 0)
    return html`<section class="men" aria-labelledby="men-${men}">
      <header><h2 id="men-${men}">${say('tablesPage.men', { men })}</h2>
        <p>${say('tablesPage.present', { all, present: present.length, tables: tables.length, size: size(bytes) })}</p>
        <span class="gap"></span>${this.#action(
          men,
          tables.some((table) => !isComplete(table)),
          work,
        )}</header>
      ${
        men > COMFORTABLE_MEN && all
          ? html`<p class="caution">${rich(men > USUAL_MEN ? 'tablesPage.veryLarge' : 'tablesPage.large')}</p>`
          : nothing
      }
      ${
        this.state.tablesAs === 'map' && all
          ? html`<div class="grids">${GRIDS[men].map((grid) => html`<mw-grid .grid=${grid}></mw-grid>`)}</div>`
          : this.#list(men > COMFORTABLE_MEN && all, tables, queued)
      }
    </section>`
  }

  /** @param {boolean} folded @param {ClassInfo[]} tables @param {Set<string>} queued */
  #list(folded, tables, queued) {
    const rows = html`<ul class="rows">${tables.map((table) => tableRow(table, this.state.build, queued))}</ul>`
    if (!folded) return rows
    return html`<details ?open=${tables.some(({ present }) => present)}><summary>${say('tablesPage.showAll', {
      count: tables.length,
    })}</summary>${rows}</details>`
  }

  /**
   * @param {number} men
   * @param {boolean} lacking  some tables, or their castling, are missing
   * @param {number} work
   */
  #action(men, lacking, work) {
    if (men > COMFORTABLE_MEN || !lacking) return nothing
    const { build } = this.state
    if (!work) {
      const words = rich(build ? 'tablesPage.queueCastling' : 'tablesPage.buildCastling', { men, unseen })
      return html`<button class="small" @click=${() => buildAll(men)}>${words}</button>`
    }
    return html`<span class="work">${say('tablesPage.work', { positions: roughly(work) })}</span>${
      build
        ? html`<button @click=${() => buildAll(men)}>${say('tablesPage.queueAll', { men })}</button>`
        : html`<button class="primary"
        @click=${() => buildAll(men)}>${hammerIcon}${say('tablesPage.buildAll', { men })}</button>`
    }`
  }
}

/** Whether a pointer can be on a class before it is pressed. */
const pointing = matchMedia('(hover: hover)')

const opening = html`<p class="looking"><span class="spinner"></span>${say('tablesPage.opening')}</p>`

/** The part of a label for screen readers only. @type {import('../../ui/rich.js').Tag} */
const unseen = (parts) => html`<span class="unseen">${parts}</span>`

function selecting() {
  if (store.state.selection) store.update(stopSelecting)
  else store.update(select, [])
}

customElements.define('mw-tables-page', TablesPage)
