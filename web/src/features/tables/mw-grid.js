import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { cellsOf } from './map.js'
import { toggle } from './selection.js'
import { coming } from '../builds/wanted.js'
import { size } from '../../words.js'
import { cellMark, cellWords } from './cell-words.view.js'
import { showTable } from './mw-table-sheet.js'
import { pieceImage, ROLES } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { longestWin } from './table-facts.view.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('./map.js').Grid} Grid
 * @typedef {import('./map.js').Cell} Cell
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

// Classes by material: a press shows one, or selects it.
class MaterialGrid extends View {
  static uses = uses('tables', 'build', 'queue', 'selection')
  static properties = { grid: { attribute: false } }

  constructor() {
    super()
    /** @type {Grid | null} */
    this.grid = null
    /** @type {string | null} the class that the Tab key leads to, the first if none */
    this.stop = null
  }

  render() {
    if (!this.grid) return nothing
    const { title, columns, side, rows } = this.grid
    const cellOf = cellsOf(this.state, coming(this.state))
    const tables = new Map(this.state.tables?.map((table) => [table.name, table]))
    const stop = this.stop ?? rows[0].classes.find((name) => name)
    return html`<table class="grid" role="grid" style="--columns:${columns.length}" @keydown=${this.#key}>
      <caption>${title}</caption>
      <thead><tr><td></td>${columns.map((piece) => html`<th scope="col">${men(piece, side)}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ({ pieces, classes }) => html`<tr><th scope="row">${men(`K${pieces}`, 'white')}</th>
        ${classes.map((name) => this.#cell(tables.get(name ?? ''), cellOf, stop))}</tr>`,
      )}</tbody>
    </table>`
  }

  /** @param {ClassInfo | undefined} table @param {(table: ClassInfo) => Cell} cellOf @param {string | null} [stop] */
  #cell(table, cellOf, stop) {
    if (!table) return html`<td></td>`
    const { name, stats, bytes } = table
    const cell = cellOf(table)
    const { selection } = this.state
    const moves = stats && longestWin(stats.sides)
    return html`<td><button class="cell ${cell.state}" data-class=${name} tabindex=${name === stop ? 0 : -1}
      aria-pressed=${selection ? selection.names.includes(name) : nothing}
      @click=${(/** @type {MouseEvent} */ event) => this.#press(event, table)}
      @focus=${this.#reach}>
      <i class="filled" style="width:${100 * cell.filled}%"></i>
      ${rich('grid.cell', { name, mark: html`${cellMark(cell)}`, words: cellWords(table, cell), unseen })}
      <small aria-hidden="true">${
        stats
          ? html`<span>${moves ? say('grid.longest', { moves }) : say('grid.draw')}</span><span
        class="bytes">${size(bytes ?? 0)}</span>`
          : nothing
      }</small>
    </button></td>`
  }

  // The Tab key leads to the cell that had the focus last. Rendering all cells for that would take too long.
  /** @param {FocusEvent} event */
  #reach({ currentTarget }) {
    const cell = /** @type {HTMLElement} */ (currentTarget)
    for (const other of this.querySelectorAll('.cell[tabindex="0"]')) other.setAttribute('tabindex', '-1')
    cell.tabIndex = 0
    this.stop = cell.dataset.class ?? null
  }

  /** @param {MouseEvent} event @param {ClassInfo} table */
  #press({ shiftKey, ctrlKey, metaKey }, { name }) {
    if (this.state.selection || shiftKey || ctrlKey || metaKey) store.update(toggle, name)
    else showTable(name)
  }

  // The arrow keys move to the next class in their direction, over empty cells.
  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const step = STEPS[event.key]
    const from = event.target instanceof Element && event.target.closest('td')
    const table = this.querySelector('table')
    if (!step || !from || !table) return
    event.preventDefault()
    const [right, down] = step
    let column = from.cellIndex + right
    let row = /** @type {HTMLTableRowElement} */ (from.parentElement).rowIndex + down
    for (; table.rows[row]?.cells[column]; column += right, row += down) {
      const button = table.rows[row].cells[column].querySelector('button')
      if (button) return button.focus()
    }
  }
}

/** Returns text for screen readers only. @param {unknown[]} parts */
const unseen = (parts) => html`<span class="unseen">${parts}</span>`

/** @param {string} pieces @param {import('../../shell/state.js').Color} color */
const men = (pieces, color) =>
  html`<span class="unseen">${pieces}</span><span class="material" aria-hidden="true">${[...pieces].map((letter) =>
    pieceImage({ color, role: ROLES[letter] }),
  )}</span>`

customElements.define('mw-grid', MaterialGrid)
