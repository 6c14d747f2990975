import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { stopImport } from './import.effects.js'
import { say } from '../../language.js'
import { dismissImports, isImporting } from './imports.js'
import { ratio } from '../../ui/ratio.js'
import { size } from '../../words.js'
import { technical } from '../../ui/accident.js'
import { alertIcon, checkIcon, closeIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/** @typedef {import('./imports.js').FileImport} FileImport */

/** The largest number of imported files that are not folded. */
const SHOWN = 6

// The files of an import, with their results.
class Imports extends View {
  static uses = uses('imports')

  render() {
    const { imports } = this.state
    if (!imports.length) return nothing
    const busy = isImporting(this.state)
    const well = imports.filter(({ taken }) => taken?.ok)
    const others = imports.filter(({ taken, stage }) => !taken?.ok && stage !== 'waiting')
    return html`<section class="arrivals card" aria-label=${say('arrivals.label')}>
      <header><div role="status"><h2>${title(imports, busy)}</h2></div>${
        busy
          ? html`<button class="small" @click=${stopImport}>${say('common.stop')}</button>`
          : html`<button class="quiet icon-button" aria-label=${say('common.dismiss')}
          @click=${() => store.update(dismissImports)}>${closeIcon}</button>`
      }</header>
      ${others.length ? html`<ul>${others.map(row)}</ul>` : nothing}
      ${others.some(({ taken }) => taken) ? html`<p class="hint">${say('arrivals.refusedHint')}</p>` : nothing}
      ${
        well.length > SHOWN
          ? html`<details><summary>${say('arrivals.eachChecked')}</summary><ul>${well.map(row)}</ul></details>`
          : html`<ul>${well.map(row)}</ul>`
      }
    </section>`
  }
}

/** @param {FileImport[]} imports @param {boolean} busy */
function title(imports, busy) {
  const ended = imports.filter(({ stage }) => stage === 'ended').length
  const count = imports.length
  if (busy && count > 1) return say('arrivals.importingOf', { number: Math.min(ended + 1, count), count })
  if (busy) return say('arrivals.importing', { file: imports[0].file })
  const imported = imports.filter(({ taken }) => taken?.ok).length
  if (count > 1) return say('arrivals.importedOf', { imported, count })
  return say('arrivals.imported', { imported: imported ? 'yes' : 'no' })
}

/** @param {FileImport} each */
function row(each) {
  const { file, stage, taken } = each
  if (taken?.ok) return takenRow(taken.value)
  if (taken)
    return html`<li class="refused">${alertIcon}<div><p>${rich('arrivals.refused', { file })}</p>
    <p class="hint">${refusal(taken.error)}</p>${technical(taken.error.detail)}</div></li>`
  if (stage === 'stopped') return html`<li>${closeIcon}<div><p>${rich('arrivals.stopped', { file })}</p></div></li>`
  return underway(each)
}

/** @param {import('../../engine/types.js').Imported | import('../../engine/types.js').ImportedEnding} imported */
function takenRow(imported) {
  if ('slices' in imported) {
    const { name, bytes, slices } = imported
    return well(name.split('-')[0], false, bytes, say('arrivals.solvedAgain', { slices }))
  }
  const { class: name, unproven, bytes } = imported
  return well(name, unproven, bytes, spokenFor(imported))
}

/** @param {string} name @param {boolean | undefined} unproven @param {number} bytes @param {unknown} checked */
function well(name, unproven, bytes, checked) {
  const taken = rich('arrivals.taken', { name, unproven: unproven ? 'yes' : 'no', size: size(bytes) })
  return html`<li class="well">${checkIcon}<div><p>${taken}</p><p class="hint">${checked}</p></div></li>`
}

/** @param {FileImport} each */
function underway({ file, progress }) {
  const percent = progress ? Math.floor(100 * ratio(progress.done, progress.of)) : 0
  const isChecking = progress?.step === 'checking'
  const doing = isChecking ? say('arrivals.checking', { name: progress.class }) : say('arrivals.reading')
  return html`<li><span class="spinner"></span><div><p><b>${file}</b></p><p class="hint">${doing}</p>
    <span class="thin" role="progressbar" aria-label=${file} aria-valuenow=${percent} aria-valuemin="0"
    aria-valuemax="100"><i style="width:${percent}%"></i></span></div></li>`
}

/**
 * Returns the text about the check of a table, such as KRPvKR, or of its castling, such as KRPvKR-h1.
 * @param {import('../../engine/types.js').Imported} imported
 */
function spokenFor(imported) {
  const [men, castling] = imported.class.split('-')
  const checked = checkedOf(imported)
  return castling === undefined ? checked : say('arrivals.castling', { name: men, checked })
}

/** @param {import('../../engine/types.js').Imported} imported */
function checkedOf({ checked, proven, unproven }) {
  if (unproven) return say('arrivals.notChecked')
  return proven ? say('arrivals.proven') : say('arrivals.movesChecked', { count: checked })
}

/** @param {import('../../engine/types.js').EngineError} error */
const refusal = ({ code, message }) => (code === 'full' ? say('arrivals.full', { message }) : message)

customElements.define('mw-imports', Imports)
