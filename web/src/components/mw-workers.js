import { html } from 'lit'
import { store } from '../app/app.js'
import { processors } from '../app/workers.js'
import { chooseWorkers, workerChoices } from '../state/workers.js'
import { uses, View } from './view.js'

// How many tables are built at the same time.
class Workers extends View {
  static uses = uses('workers')

  render() {
    const { workers } = this.state
    const choose = (/** @type {Event} */ event) =>
      store.update(chooseWorkers, Number(/** @type {HTMLSelectElement} */ (event.target).value))
    return html`<label class="workers">Build at the same time
      <select @change=${choose}>${workerChoices(processors, workers).map((count) =>
        html`<option value=${count} ?selected=${count === workers}>${count === 1 ? '1 table' : `${count} tables`}</option>`)}</select></label>`
  }
}

customElements.define('mw-workers', Workers)
