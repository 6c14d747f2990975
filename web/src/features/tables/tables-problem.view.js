import { html } from 'lit'
import { loadTables } from './tables.effects.js'
import { say } from '../../language.js'

/**
 * That the list of tables could not be read.
 * @param {import('../../engine/types.js').EngineError} error
 */
export const tablesProblem = ({ message }) =>
  html`<p class="card problem">${message} <button @click=${loadTables}>${say('common.tryAgain')}</button></p>`
