import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { offer } from '../app/building.js'
import { forecast } from '../state/forecast.js'
import { select, selectAll, sortSelected, stopSelecting } from '../state/selection.js'
import { plural, roughly, roundly, size } from '../words.js'
import { askToDelete } from './mw-delete.js'
import { uses, View } from './view.js'

/** @type {[string, (table: import('../state/state.js').ClassInfo) => boolean][]} */
const PICKS = [
  ['All 3 men', ({ men }) => men === 3],
  ['All 4 men', ({ men }) => men === 4],
  ['All 5 men', ({ men }) => men === 5],
  ['All without pawns', ({ name }) => !name.includes('P')],
]

// What can be done with all the classes that are selected.
class SelectionBar extends View {
  static uses = uses('selection', 'tables', 'build', 'workers', 'memory', 'speed')

  render() {
    const { selection, build } = this.state
    if (!selection) return nothing
    const { absent, stored } = sortSelected(this.state)
    const building = build ? `Add ${plural(absent.length, 'table')} to the queue` : `Build ${plural(absent.length, 'table')}`
    return html`<section class="selection card" aria-label="Selection">
      <div class="picks" role="group" aria-label="Select">${PICKS.map(([label, which]) =>
        html`<button class="small" @click=${() => store.update(selectAll, which)}>${label}</button>`)}
        <button class="small" ?disabled=${!selection.names.length} @click=${() => store.update(select, [])}>None</button></div>
      <p role="status"><b>${plural(selection.names.length, 'class', 'classes')} selected.</b> ${absent.length ? this.#estimate(absent) : nothing}</p>
      <div class="acts"><button class="primary" ?disabled=${!absent.length} @click=${() => this.#build(absent)}>${building}</button>
        <button ?disabled=${!stored.length || !!build} @click=${() => askToDelete(stored)}>Delete ${plural(stored.length, 'table')}</button>
        <button class="quiet" @click=${() => store.update(stopSelecting)}>Done</button></div>
    </section>`
  }

  /** @param {string[]} absent */
  #estimate(absent) {
    const steps = this.state.selection?.proposal?.steps
    if (!steps) return 'Looking what they take…'
    const { seconds, storage, tooLarge } = forecast(steps, this.state)
    const more = steps.length - absent.length
    const positions = steps.reduce((sum, step) => sum + step.positions, 0)
    return html`${more > 0 ? `With ${plural(more, 'table')} that they stand on: ` : ''}${roughly(positions)} positions${
      tooLarge.length ? ', more than the memory allows' : `, about ${roundly(seconds)}`}, ${size(storage)} to store.`
  }

  /** @param {string[]} names */
  #build(names) {
    store.update(stopSelecting)
    offer(names)
  }
}

customElements.define('mw-selection', SelectionBar)
