import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { stopImport } from '../app/importing.js'
import { dismissImports, isImporting } from '../state/imports.js'
import { ratio } from '../state/ratio.js'
import { integer, size } from '../words.js'
import { alertIcon, checkIcon, closeIcon } from './icons.js'
import { uses, View } from './view.js'

/** @typedef {import('../state/imports.js').Arrival} Arrival */

/** More that went well are folded away. */
const SHOWN = 6

// Files that are imported, and what became of each.
class Arrivals extends View {
  static uses = uses('imports')

  render() {
    const { imports } = this.state
    if (!imports.length) return nothing
    const busy = isImporting(this.state)
    const well = imports.filter(({ taken }) => taken?.ok)
    const others = imports.filter(({ taken, stage }) => !taken?.ok && stage !== 'waiting')
    return html`<section class="arrivals card" aria-label="Import">
      <header><div role="status"><h2>${title(imports, busy)}</h2></div>${busy
        ? html`<button class="small" @click=${stopImport}>Stop</button>`
        : html`<button class="quiet icon-button" aria-label="Dismiss" @click=${() => store.update(dismissImports)}>${closeIcon}</button>`}</header>
      ${others.length ? html`<ul>${others.map(row)}</ul>` : nothing}
      ${others.some(({ taken }) => taken) ? html`<p class="hint">What was refused changed nothing: the tables that are here are as they were.</p>` : nothing}
      ${well.length > SHOWN
        ? html`<details><summary>What was checked of each</summary><ul>${well.map(row)}</ul></details>`
        : html`<ul>${well.map(row)}</ul>`}
    </section>`
  }
}

/** @param {Arrival[]} imports @param {boolean} busy */
function title(imports, busy) {
  const ended = imports.filter(({ stage }) => stage === 'ended').length
  if (busy) return imports.length > 1 ? `Importing file ${Math.min(ended + 1, imports.length)} of ${imports.length}` : `Importing ${imports[0].file}`
  const well = imports.filter(({ taken }) => taken?.ok).length
  if (imports.length > 1) return `${well} of ${imports.length} files ${well === 1 ? 'was' : 'were'} imported`
  return well ? 'The file was imported' : 'The file was not imported'
}

/** @param {Arrival} arrival */
function row(arrival) {
  const { file, stage, taken } = arrival
  if (taken?.ok) return html`<li class="well">${checkIcon}<div><p><b>${taken.value.class}</b> ${taken.value.unproven ? 'can be used' : 'imported'}, ${size(taken.value.bytes)}</p><p class="hint">${castlingOf(taken.value.class)}${checked(taken.value)}</p></div></li>`
  if (taken) return html`<li class="refused">${alertIcon}<div><p><b>${file}</b> refused</p><p class="hint">${refusal(taken.error)}</p></div></li>`
  if (stage === 'stopped') return html`<li>${closeIcon}<div><p><b>${file}</b> not imported: it was stopped</p></div></li>`
  return underway(arrival)
}

/** @param {Arrival} arrival */
function underway({ file, progress }) {
  const percent = progress ? Math.floor(100 * ratio(progress.done, progress.of)) : 0
  const doing = progress?.step === 'checking' ? `Holding ${progress.class} to its moves` : 'Reading'
  return html`<li><span class="spinner"></span><div><p><b>${file}</b></p><p class="hint">${doing}</p>
    <span class="thin" role="progressbar" aria-label=${file} aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span></div></li>`
}

/** @param {string} name  such as KRPvKR-h1 */
const castlingOf = (name) => (name.includes('-') ? `Castling of ${name.split('-')[0]}. ` : '')

/**
 * What speaks for a table.
 * @param {import('../engine/types.js').Imported} imported
 */
const checked = ({ checked, proven, unproven }) =>
  unproven ? 'Not checked yet: its bytes are not those that are known. What rests on it is marked until its values are checked.'
    : proven ? 'Proven: every byte is the one that is known to be right.'
      : `All ${integer(checked)} positions were checked against their moves.`

/** @param {import('../engine/types.js').EngineError} error */
const refusal = ({ code, message }) => (code === 'full' ? `${message} Free some, and import it again.` : message)

customElements.define('mw-arrivals', Arrivals)
