import { needsCard } from './set-needs.view.js'
import { surveyPositions } from './survey.effects.js'
import { uses, View } from '../../ui/view.js'

// The missing tables of positions that are not a set yet.
class SetNeeds extends View {
  static uses = uses('tables', 'build')
  static properties = { positions: { attribute: false }, needs: { state: true } }

  constructor() {
    super()
    /** @type {import('./sets.js').SetPosition[]} */
    this.positions = []
    /** @type {import('./survey.js').Needs | null} */
    this.needs = null
  }

  render() {
    return needsCard(this.needs, this.positions, this.state)
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
    const needs = await surveyPositions(this.positions, isWanted)
    if (isWanted()) this.needs = needs
  }
}

customElements.define('mw-set-needs', SetNeeds)
