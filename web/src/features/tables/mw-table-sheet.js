import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { classPage } from '../../shell/address.js'
import { findTable } from './library.js'
import { cellsOf } from './map.js'
import { coming } from '../builds/wanted.js'
import { roughly, size } from '../../words.js'
import { cellWords } from './cell-words.view.js'
import { closeIcon } from '../../ui/icons.js'
import { link } from '../../ui/link.js'
import { material } from '../../ui/pieces.js'
import { castlingAction, tableActions } from './table-actions.view.js'
import { castlingWords, longestWins, sharesBar } from './table-facts.view.js'
import { uses, View } from '../../ui/view.js'

// One class of the map: its facts and actions.
class TableSheet extends View {
  static uses = uses('tables', 'build', 'queue')
  static properties = { name: { state: true } }

  constructor() {
    super()
    /** @type {string | null} */
    this.name = null
  }

  render() {
    const table = findTable(this.state.tables, this.name ?? '')
    return html`<dialog class="sheet narrow table-sheet" aria-labelledby="table-title"
    @close=${() => (this.name = null)} @click=${this.#clickOutside}>
      ${table ? this.#facts(table) : nothing}</dialog>`
  }

  /** @param {import('../../shell/state.js').ClassInfo} table */
  #facts(table) {
    const { name, positions, stats, damaged, castling, present } = table
    const queued = coming(this.state)
    const cell = cellsOf(this.state, queued)(table)
    return html`<header>${material(name)}<h2 id="table-title">${name}</h2>
        <button class="quiet icon-button" aria-label=${say('common.close')}
          @click=${() => this.#dialog.close()}>${closeIcon}</button></header>
      <p class="state ${cell.state}">${damaged ?? `${capital(cellWords(table, cell))}.`}</p>
      ${
        stats
          ? html`<div class="row-bars">${stats.sides.map(sharesBar)}</div>
      <div class="row-longest">${longestWins(stats.sides)}</div>`
          : nothing
      }
      <p class="hint">${say('tableSheet.positions', { positions: roughly(positions) })} ${this.#standing(table)}
        ${table.bytes && !stats ? say('tableSheet.stored', { size: size(table.bytes) }) : nothing}
        ${present && castling ? say('tableSheet.castling', { castling: castlingWords(castling) }) : nothing}</p>
      <footer>${link(classPage(name), say('tableSheet.more', { name }))}<span class="gap"></span>${castlingAction(
        table,
        this.state.build,
      )}${tableActions(table, this.state.build, queued)}</footer>`
  }

  /** @param {import('../../shell/state.js').ClassInfo} table */
  #standing({ needs }) {
    if (!needs.length) return ''
    const here = needs.filter((name) => findTable(this.state.tables, name)?.present).length
    const how = here === needs.length ? 'all' : here ? 'some' : 'none'
    return say('tableSheet.needs', { needs: needs.length, how, here })
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
  }

  /** @param {Event} event */
  #clickOutside({ target }) {
    if (target === this.#dialog) this.#dialog.close()
  }

  // A dialog reports its close later. A change of the state before that must not open it again.
  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('name') && this.name) this.#dialog.showModal()
  }
}

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1)

customElements.define('mw-table-sheet', TableSheet)

/** @param {string} name */
export function showTable(name) {
  const element = /** @type {TableSheet | null} */ (document.querySelector('mw-table-sheet'))
  if (element) element.name = name
}
