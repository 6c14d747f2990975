import { html } from 'lit'
import { store } from '../app/app.js'
import { processors } from '../app/workers.js'
import { chooseWorkers, workerChoices } from '../state/workers.js'
import { plural } from '../words.js'
import { uses, View } from './view.js'

// How many processors a build may use: each works on a table, or a part of one.
class Workers extends View {
  static uses = uses('workers')

  render() {
    const { workers } = this.state
    const choose = (/** @type {Event} */ event) =>
      store.update(chooseWorkers, Number(/** @type {HTMLSelectElement} */ (event.target).value))
    return html`<label class="workers">Build on
      <select @change=${choose}>${workerChoices(processors, workers).map((count) =>
        html`<option value=${count} ?selected=${count === workers}>${plural(count, 'processor')}</option>`)}</select></label>`
  }
}

customElements.define('mw-workers', Workers)
