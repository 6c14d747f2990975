import { html, nothing } from 'lit'
import { buildNeeds, needsOf } from './set-tables.effects.js'
import { say } from '../../language.js'
import { list } from '../../words.js'
import { hammerIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/** @typedef {Awaited<ReturnType<typeof needsOf>>} Needs */

/** More tables are only counted. */
const MOST_NAMED = 8

// The missing tables of a set's positions, and a button that builds them.
class SetNeeds extends View {
  static uses = uses('tables', 'build')
  static properties = { positions: { attribute: false }, needs: { state: true } }

  constructor() {
    super()
    /** @type {import('./sets.js').SetPosition[]} */
    this.positions = []
    /** @type {Needs | null} */
    this.needs = null
  }

  render() {
    if (!this.needs) return nothing
    const { missing, wanted, problems } = this.needs
    const bad = this.positions.flatMap(({ fen }, i) => {
      const problem = problems[fen]
      return problem ? html`<p class="hint">${say('setNeeds.problem', { at: i + 1, problem })}</p>` : []
    })
    if (!missing.length && !bad.length) return nothing
    return html`<section class="card set-needs" aria-label=${say('setNeeds.title')}>
      ${
        missing.length
          ? html`<p>${missingWords(missing)}</p>
      ${
        this.state.build
          ? nothing
          : html`<button @click=${() => buildNeeds(wanted)}>${hammerIcon}${say('setNeeds.build')}</button>`
      }`
          : nothing
      }${bad}</section>`
  }

  /** The positions and tables of the last look. @type {unknown[]} */
  #seen = []
  #looked = 0

  updated() {
    const seen = [this.positions.map(({ fen }) => fen).join(), this.state.tables]
    if (!this.state.tables || seen.every((each, i) => each === this.#seen[i])) return
    this.#seen = seen
    this.#look(++this.#looked)
  }

  /** @param {number} mine */
  async #look(mine) {
    const isWanted = () => mine === this.#looked && this.isConnected
    const needs = await needsOf(this.positions, isWanted)
    if (isWanted()) this.needs = needs
  }
}

/** @param {string[]} names */
const missingWords = (names) =>
  rich('setNeeds.missing', { count: names.length, named: names.length <= MOST_NAMED, tables: list(names) })

customElements.define('mw-set-needs', SetNeeds)
