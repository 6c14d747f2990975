import { html } from 'lit'
import { loadTables } from './tables.effects.js'
import { say } from '../../language.js'

/**
 * Returns the error of the list of tables, with a button that tries again.
 * @param {import('../../engine/types.js').EngineError} error
 */
export const tablesProblem = ({ message }) =>
  html`<p class="card problem">${message} <button @click=${loadTables}>${say('common.tryAgain')}</button></p>`
