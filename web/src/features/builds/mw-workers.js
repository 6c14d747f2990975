import { html } from 'lit'
import { store } from '../../shell/app.js'
import { processors } from './workers.effects.js'
import { say } from '../../language.js'
import { chooseMemory, chooseWorkers, MEMORIES, workerChoices } from './workers.js'
import { size } from '../../words.js'
import { uses, View } from '../../ui/view.js'

// How many processors a build may use, each for a table or a part of one, and how much memory for all.
class Workers extends View {
  static uses = uses('workers', 'memory')

  render() {
    const { workers, memory } = this.state
    const choose = (/** @type {Event} */ event) =>
      store.update(chooseWorkers, Number(/** @type {HTMLSelectElement} */ (event.target).value))
    const slide = (/** @type {Event} */ event) =>
      store.update(chooseMemory, MEMORIES[Number(/** @type {HTMLInputElement} */ (event.target).value)])
    return html`<div class="workers"><label>${say('workers.buildOn')}
      <select @change=${choose}>${workerChoices(processors, workers).map(
        (count) =>
          html`<option value=${count} ?selected=${count === workers}>${say('workers.count', { count })}</option>`,
      )}</select></label>
      <label title=${say('workers.memoryHint')}>${say('workers.memory')}
      <input type="range" min="0" max=${MEMORIES.length - 1} .value=${String(MEMORIES.indexOf(memory))}
        aria-label=${say('workers.memoryForBuilding')} aria-valuetext=${size(memory)} @input=${slide}><output>${size(
          memory,
        )}</output></label></div>`
  }
}

customElements.define('mw-workers', Workers)
