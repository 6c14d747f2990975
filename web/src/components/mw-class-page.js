import { html, nothing } from 'lit'
import { rebuild } from '../app/building.js'
import { lookAgain } from '../app/details.js'
import { practiseClass } from '../app/practising.js'
import { BOARD, TABLES } from '../state/address.js'
import { detailsOf, subjectOf } from '../state/details.js'
import { isListing } from '../state/large.js'
import { isBegun } from '../state/library.js'
import { DEPTHS, hasRandomWins } from '../state/practice.js'
import { standingIn } from '../state/standing.js'
import { materialInWords, plural, roughly, size, winIn } from '../words.js'
import { accident } from './accident.js'
import { longestMates, outcomes } from './class-outcomes.js'
import { exportButton } from './export-button.js'
import { alertIcon, hammerIcon } from './icons.js'
import { link } from './link.js'
import { outlookOf } from './outlook.js'
import { material } from './pieces.js'
import { castlingAction, tableActions } from './table-actions.js'
import { tablesProblem } from './tables-problem.js'
import { uses, View } from './view.js'
import './mw-build.js'
import './mw-class-figures.js'
import './mw-class-graph.js'
import './mw-finder.js'
import './mw-histogram.js'

/** @typedef {import('../state/state.js').ClassInfo} ClassInfo */

const opening = html`<p class="looking"><span class="spinner"></span>Opening the tables…</p>`

// All about one class: what is in its table, and what it stands on.
class ClassPage extends View {
  static uses = uses('place', 'tables', 'tablesError', 'details', 'build', 'queue', 'answer', 'asking', 'workers', 'memory', 'speed', 'storage')

  render() {
    const { place, tables, tablesError } = this.state
    if (!tables) return tablesError ? tablesProblem(tablesError) : opening
    const table = subjectOf(this.state)
    if (!table && isListing(this.state)) return opening
    if (!table) return html`<section class="card problem"><div><h1>No ending is called ${place.subject}</h1><p>${link(TABLES, 'All tables')}</p></div></section>`
    const sides = table.stats?.sides
    return html`<div class="class-page">
      ${this.#head(table)}
      <mw-build></mw-build>
      ${this.#problem(table)}
      <div class="class-columns">
        <div>${sides ? outcomes(sides) : table.damaged ? nothing : this.#absent(table)}<mw-histogram></mw-histogram></div>
        <div>${sides ? longestMates(this.state.metric, sides, detailsOf(this.state)?.table?.report.sides ?? []) : nothing}<mw-class-graph></mw-class-graph><mw-class-figures></mw-class-figures></div>
      </div>
      <mw-finder></mw-finder>
    </div>`
  }

  /** @param {ClassInfo} table */
  #head(table) {
    return html`<header class="page-head"><div><p class="crumb">${link(TABLES, 'Tables')}</p><h1>${material(table.name)} ${materialInWords(table.name)} <small>${table.name}</small></h1>
        <p>${plural(table.men, 'man', 'men')}, ${roughly(table.positions)} positions to solve. ${this.#standing(table)}</p></div>
      ${table.present || table.damaged ? this.#actions(table) : nothing}
    </header>`
  }

  /** @param {ClassInfo} table */
  #actions(table) {
    return html`<div class="class-actions">${hasRandomWins(table) ? html`<button title="A win at random, against perfect play" @click=${() => practiseClass(table.name, DEPTHS[0])}>Practise</button>` : nothing}${table.present ? exportButton(table) : nothing}${castlingAction(table, this.state.build)}${tableActions(table, this.state.build)}</div>`
  }

  // The position on the board, if it is one of these.
  /** @param {ClassInfo} table */
  #standing({ name }) {
    const standing = standingIn(this.state, name)
    if (!standing) return nothing
    const { plies, side, swapped } = standing
    const mover = side === 'w' ? 'White' : 'Black'
    const what = plies === null ? 'a draw' : plies === 0 ? 'checkmate' : winIn(this.state.metric, plies)
    return html`The position on the ${link(BOARD, 'board')} is one of them${swapped ? ', with the colours swapped' : ''}: ${what}, ${mover} to move.`
  }

  /** @param {ClassInfo} table */
  #problem({ name, damaged }) {
    const error = detailsOf(this.state)?.error
    if (!damaged && !error) return nothing
    return html`<section class="card problem" role="alert">${alertIcon}<div><h2>${name} can't be read</h2>
      ${error ? accident(error) : html`<p>${damaged}</p>`}
      ${error && error.code !== 'damaged' ? html`<p>The tables are as they were.</p><button @click=${lookAgain}>Try again</button>` : html`<p>The other tables are untouched; building this one again mends it.</p>`}
      ${damaged || error?.code !== 'damaged' ? nothing : html`<button ?disabled=${!!this.state.build} @click=${() => rebuild(name)}>${hammerIcon}Rebuild ${name}</button>`}</div></section>`
  }

  /** @param {ClassInfo} table */
  #absent(table) {
    const { name } = table
    const outlook = this.state.build ? null : detailsOf(this.state)?.outlook
    const own = outlook?.steps.find((step) => step.class === name)
    const more = (outlook?.steps.length ?? 0) - 1
    return html`<section class="card class-absent" aria-labelledby="absent-title">
      <h2 id="absent-title">${isBegun(table) ? `${name} is built in part` : `${name} is not built yet`}</h2>
      <p>${thereOf(table)}</p>
      ${own ? html`<p>The table will take about ${size(own.stored)}.${more > 0 ? ` ${plural(more, 'smaller table')} that it depends on ${more === 1 ? 'is' : 'are'} built first.` : ''}</p>` : nothing}
      ${outlook ? outlookOf(outlook, this.state) : nothing}
      ${this.#actions(table)}
    </section>`
  }
}

/** What there is of a table that is not here. @param {ClassInfo} table */
function thereOf({ units, finished, lone, saved }) {
  if (saved) return `It is solved up to ply ${saved.ply}. Building it goes on from there, and until then ${size(saved.bytes)} of storage are taken for that. Whoever deletes it frees them.`
  if (finished) return `${finished} of ${plural(units, 'part')} are here, and building it goes on from there.`
  if (lone) return 'What some positions need of it is here. The rest is not known until it is built.'
  return 'Nothing is known of its positions until it is: not even which of them are draws.'
}

customElements.define('mw-class-page', ClassPage)
