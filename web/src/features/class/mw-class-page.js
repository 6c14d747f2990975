import { html, nothing } from 'lit'
import { offer, rebuild } from '../builds/build.effects.js'
import { readDetails } from './details.effects.js'
import { practiseClass } from '../practice/practice.effects.js'
import { say } from '../../language.js'
import { BOARD, classPage, TABLES } from '../../shell/address.js'
import { detailsOf, subjectOf } from './details.js'
import { isListing } from '../tables/large.js'
import { isBegun } from '../tables/library.js'
import { hasRandomWins } from '../practice/practice.js'
import { standingIn } from './standing.js'
import { materialInWords, roughly, size, winIn } from '../../words.js'
import { accident } from '../../ui/accident.js'
import { longestMates, outcomes } from './class-outcomes.view.js'
import { filmCard } from '../film/film-card.view.js'
import { exportButton } from '../imports/export-button.view.js'
import { alertIcon, hammerIcon } from '../../ui/icons.js'
import { link } from '../../ui/link.js'
import { outlookOf } from '../builds/outlook.view.js'
import { material } from '../../ui/pieces.js'
import { wantedOf } from '../builds/wanted.js'
import { rich } from '../../ui/rich.js'
import { syzygyButton } from '../syzygy/syzygy-button.view.js'
import { castlingAction, tableActions } from '../tables/table-actions.view.js'
import { tablesProblem } from '../tables/tables-problem.view.js'
import { uses, View } from '../../ui/view.js'
import '../builds/mw-build.js'
import './mw-class-figures.js'
import './mw-class-graph.js'
import '../find/mw-finder.js'
import './mw-histogram.js'

/** @typedef {import('../../shell/state.js').ClassInfo} ClassInfo */

const opening = html`<p class="looking"><span class="spinner"></span>${say('classPage.opening')}</p>`

// The page of a class: the contents of its table, and the tables that it depends on.
class ClassPage extends View {
  static uses = uses(
    'place',
    'tables',
    'tablesError',
    'details',
    'film',
    'build',
    'queue',
    'answer',
    'asking',
    'workers',
    'memory',
    'speed',
    'storage',
  )

  render() {
    const { film, place, tables, tablesError } = this.state
    if (!tables) return tablesError ? tablesProblem(tablesError) : opening
    const table = subjectOf(this.state)
    if (!table && isListing(this.state)) return opening
    const whole = table ? undefined : tables.find(({ opposed }) => opposed === place.subject)
    if (whole) return partOf(whole, place.subject)
    if (!table) return noEnding(place.subject)
    const sides = table.stats?.sides
    const reports = detailsOf(this.state)?.table?.report.sides ?? []
    return html`<div class="class-page">
      ${this.#head(table)}
      <mw-build></mw-build>
      <mw-syzygy-writing></mw-syzygy-writing>
      ${this.#problem(table)}
      <div class="class-columns">
        <div>${
          sides
            ? html`<mw-finder></mw-finder>${outcomes(sides)}`
            : html`${table.damaged ? nothing : this.#absent(table)}<mw-finder></mw-finder>`
        }<mw-histogram></mw-histogram></div>
        <div>${sides ? longestMates(this.state.metric, sides, reports) : nothing}<mw-class-graph></mw-class-graph
        ><mw-class-figures></mw-class-figures></div>
      </div>
      ${sides ? filmCard(table.name, film?.class === table.name) : nothing}
    </div>`
  }

  /** @param {ClassInfo} table */
  #head(table) {
    const { men, positions } = table
    return html`<header class="page-head"><div><p class="crumb">${link(TABLES, say('classPage.tables'))}</p>
        <h1>${material(table.name)} ${materialInWords(table.name)} <small>${table.name}</small></h1>
        <p>${say('classPage.positions', { men, positions: roughly(positions) })} ${this.#standing(table)}</p></div>
      ${table.present || table.damaged ? this.#actions(table) : nothing}
    </header>`
  }

  /** @param {ClassInfo} table */
  #actions(table) {
    const { build } = this.state
    return html`<div class="class-actions">${hasRandomWins(table) ? practiseButton(table.name) : nothing}
      ${table.present ? exportButton(table) : nothing}${castlingAction(table, build)}${
        table.present
          ? html`<span class="together">${syzygyButton(table)}${tableActions(table, build)}</span>`
          : html`${tableActions(table, build)}${syzygyButton(table)}`
      }</div>`
  }

  // The position on the board, if it belongs to the class.
  /** @param {ClassInfo} table */
  #standing({ name }) {
    const standing = standingIn(this.state, name)
    if (!standing) return nothing
    const { plies, side, swapped } = standing
    return rich('classPage.standing', {
      board: (parts) => link(BOARD, parts),
      swapped: swapped ? 'yes' : 'no',
      how: plies === null ? 'draw' : plies === 0 ? 'mate' : 'win',
      win: winIn(this.state.metric, plies ?? 0),
      mover: side === 'w' ? 'white' : 'black',
    })
  }

  /** @param {ClassInfo} table */
  #problem({ name, damaged }) {
    const error = detailsOf(this.state)?.error
    if (!damaged && !error) return nothing
    return html`<section class="card problem" role="alert">${alertIcon}<div>
      <h2>${say('classPage.cannotRead', { name })}</h2>
      ${error ? accident(error) : html`<p>${damaged}</p>`}
      ${
        error && error.code !== 'damaged'
          ? html`<p>${say('classPage.asBefore')}</p><button @click=${readDetails}>${say('common.tryAgain')}</button>`
          : html`<p>${say('classPage.mend')}</p>`
      }
      ${damaged || error?.code !== 'damaged' ? nothing : this.#rebuild(name)}</div></section>`
  }

  /** @param {string} name */
  #rebuild(name) {
    return html`<button ?disabled=${!!this.state.build} @click=${() => rebuild(name)}>${hammerIcon}${say(
      'common.rebuild',
      { name },
    )}</button>`
  }

  /** @param {ClassInfo} table */
  #absent(table) {
    const { name } = table
    const outlook = this.state.build ? null : detailsOf(this.state)?.outlook
    const own = outlook?.steps.find((step) => step.class === name)
    const more = (outlook?.steps.length ?? 0) - 1
    return html`<section class="card class-absent" aria-labelledby="absent-title">
      <h2 id="absent-title">${say('classPage.absent', { name, begun: isBegun(table) ? 'yes' : 'no' })}</h2>
      <p>${thereOf(table)}</p>
      ${own ? html`<p>${say('classPage.willTake', { size: size(own.stored), more })}</p>` : nothing}
      ${outlook ? outlookOf(outlook, this.state) : nothing}
      ${this.#actions(table)}
      ${opposedAction(table, !!this.state.build, wantedOf(this.state).flat())}
    </section>`
  }
}

/**
 * The button that builds the positions with opposed pawns, unless they are wanted already.
 * @param {ClassInfo} table
 * @param {boolean} busy
 * @param {string[]} wanted
 */
const opposedAction = ({ name, opposed }, busy, wanted) =>
  opposed && !wanted.includes(opposed) && !wanted.includes(name)
    ? html`<div class="opposed"><p class="hint">${say('classPage.opposedHint', { name: opposed })}</p>
        <button class="small" @click=${() => offer([opposed])}>${say(
          busy ? 'classPage.queueOpposed' : 'classPage.buildOpposed',
          { name: opposed },
        )}</button></div>`
    : nothing

/** @param {string} name */
const practiseButton = (name) => html`<button title=${say('classPage.practiseHint')}
  @click=${() => practiseClass(name, null)}>${say('classPage.practise')}</button>`

/**
 * The page of positions with opposed pawns, which leads to their class.
 * @param {ClassInfo} whole @param {string} name
 */
const partOf = (whole, name) => html`<section class="card problem"><div><h1>${name}</h1>
  <p>${say('classPage.opposedHint', { name })}</p><p>${link(classPage(whole.name), whole.name)}</p></div></section>`

/** @param {string} name */
const noEnding = (name) => html`<section class="card problem"><div><h1>${say('classPage.unknown', { name })}</h1>
  <p>${link(TABLES, say('classPage.allTables'))}</p></div></section>`

/** Returns the text about the stored parts of a missing table. @param {ClassInfo} table */
function thereOf({ units, finished, lone, saved }) {
  if (saved) return say('classPage.saved', { ply: saved.ply, size: size(saved.bytes) })
  if (finished) return say('classPage.partsHere', { finished, count: units })
  if (lone) return say('classPage.someHere')
  return say('classPage.nothingKnown')
}

customElements.define('mw-class-page', ClassPage)
