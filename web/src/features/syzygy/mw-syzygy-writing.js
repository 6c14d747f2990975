import './writing.css'
import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { store } from '../../shell/app.js'
import { accident } from '../../ui/accident.js'
import { alertIcon, checkIcon, closeIcon } from '../../ui/icons.js'
import { ratio } from '../../ui/ratio.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'
import { moreMemory } from '../builds/more-room.view.js'
import './mw-syzygy-wish.js'
import { dismissWriting, leftOf, wishFor } from './writing.js'
import { startCosts, stopSyzygyWriting } from './writing.effects.js'
import { titleOf, writtenWords } from './writing-words.js'

/** @typedef {import('./writing.js').Writing} Writing */

/** More failures are folded. */
const SHOWN = 4

// The Syzygy files that are being written, and how that ended.
class SyzygyWriting extends View {
  static uses = uses('syzygyWriting')

  render() {
    const { syzygyWriting: writing } = this.state
    if (!writing) return nothing
    const ended = writing.stage === 'ended'
    return html`<section class="arrivals card" aria-label=${say('syzygyWriting.label')}>
      <header><div role="status"><h2>${titleOf(writing)}</h2></div>${
        ended
          ? html`<button class="quiet icon-button" aria-label=${say('common.dismiss')}
          @click=${() => store.update(dismissWriting)}>${closeIcon}</button>`
          : html`<button class="small" ?disabled=${writing.stopped || writing.stage === 'packing'}
          @click=${stopSyzygyWriting}>${say('common.stop')}</button>`
      }</header>
      ${ended ? endOf(writing) : progressOf(writing)}${failuresOf(writing)}</section>`
  }
}

/** @param {Writing} writing */
function progressOf(writing) {
  const { classes, at, progress, stage } = writing
  const share = progress ? ratio(progress.done, progress.of) : 0
  const done = classes.length - leftOf(writing).length + (at && leftOf(writing).includes(at) ? share : 0)
  const percent = Math.floor(100 * ratio(done, classes.length))
  const of = { name: at, percent: Math.floor(100 * share), step: progress?.done ? 'writing' : 'preparing' }
  const words = stage === 'writing' ? say('syzygyWriting.step', of) : say(STAGES[stage])
  return html`<p class="doing">${words}</p>
    <span class="thin" role="progressbar" aria-label=${say('syzygyWriting.label')} aria-valuenow=${percent}
      aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span>`
}

/** The words of stages without a class. @type {Record<string, import('../../language.js').Key>} */
const STAGES = {
  checking: 'syzygyWriting.checking',
  building: 'syzygyWriting.building',
  waiting: 'syzygyWriting.waiting',
  packing: 'syzygyWriting.packing',
}

/** @param {Writing} writing */
function endOf(writing) {
  const { written, kept, to, error, stopped, failures } = writing
  const isWhole = !error && !stopped && !failures.length
  const isSaved = to === 'folder' || (!error && !stopped && written.length > 0)
  const advice = [
    isSaved && to === 'zip' && say('syzygyWriting.inZip'),
    isSaved && to === 'zip' && !isWhole && say('syzygyWriting.again'),
    !isSaved && say('syzygyWriting.noZip'),
    !isWhole && to === 'folder' && say('syzygyWriting.resume'),
  ]
  return html`<ul><li class=${error ? 'refused' : 'well'}>${error ? alertIcon : checkIcon}<div>
    ${error ? accident(error) : nothing}
    ${isSaved && written.length ? html`<p>${writtenWords(writing)}</p>` : nothing}
    ${kept.length ? html`<p>${say('syzygyWriting.kept', { count: kept.length })}</p>` : nothing}
    <p class="hint">${advice.filter(Boolean).join(' ')}</p></div></li></ul>`
}

/** @param {Writing} writing */
function failuresOf({ failures }) {
  if (!failures.length) return nothing
  const row = (/** @type {import('./writing.js').Failure} */ failure) => html`<li class="refused">${alertIcon}<div>
    <p>${rich('syzygyWriting.failure', { name: failure.class })}</p>${accident(failure.error)}
    ${failure.error.code === 'budget' ? html`<p class="hint">${moreMemory}</p>` : nothing}</div></li>`
  const rows = html`<ul>${failures.map(row)}</ul>`
  if (failures.length <= SHOWN) return rows
  return html`<details><summary>${say('syzygyWriting.failures', { count: failures.length })}</summary>${rows}</details>`
}

customElements.define('mw-syzygy-writing', SyzygyWriting)
startCosts()

export { wishFor }
