import { html } from 'lit'
import { loadTables } from './tables.effects.js'
import { say } from '../../language.js'
import { accident } from '../../ui/accident.js'

/**
 * Returns the error of the list of tables, with a button that tries again.
 * @param {import('../../engine/types.js').EngineError} error
 */
export const tablesProblem = (error) =>
  html`<div class="card problem"><div>${accident(error)}</div>
    <button @click=${loadTables}>${say('common.tryAgain')}</button></div>`
