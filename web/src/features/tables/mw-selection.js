import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { offer } from '../builds/build.effects.js'
import { say } from '../../language.js'
import { forecast } from '../builds/forecast.js'
import { select, selectAll, sortSelected, stopSelecting } from './selection.js'
import { roughly, roundly, size } from '../../words.js'
import { askForSyzygy } from '../syzygy/open.effects.js'
import { askToDelete } from './mw-delete.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/** @type {[string, (table: import('../../shell/state.js').ClassInfo) => boolean][]} */
const PICKS = [
  [say('selection.allMen', { men: 3 }), ({ men }) => men === 3],
  [say('selection.allMen', { men: 4 }), ({ men }) => men === 4],
  [say('selection.allMen', { men: 5 }), ({ men }) => men === 5],
  [say('selection.allPawnless'), ({ name }) => !name.includes('P')],
]

// The actions on all selected classes.
class SelectionBar extends View {
  static uses = uses('selection', 'tables', 'build', 'workers', 'memory', 'speed')

  render() {
    const { selection, build } = this.state
    if (!selection) return nothing
    const { absent, stored, usual } = sortSelected(this.state)
    const tables = { count: absent.length }
    const building = build ? say('selection.queue', tables) : say('selection.build', tables)
    return html`<section class="selection card" aria-label=${say('selection.title')}>
      <div class="picks" role="group" aria-label=${say('selection.select')}>${PICKS.map(
        ([label, which]) =>
          html`<button class="small" @click=${() => store.update(selectAll, which)}>${label}</button>`,
      )}
        <button class="small" ?disabled=${!selection.names.length}
          @click=${() => store.update(select, [])}>${say('selection.none')}</button></div>
      <p role="status">${rich('selection.selected', { count: selection.names.length })} ${
        absent.length ? this.#estimate(absent) : nothing
      }</p>
      <div class="acts"><button class="primary" ?disabled=${!absent.length}
      @click=${() => this.#build(absent)}>${building}</button>
        <button ?disabled=${!usual.length}
          @click=${() => this.#export(usual)}>${say('selection.syzygy')}</button>
        <button ?disabled=${!stored.length || !!build}
          @click=${() => askToDelete(stored)}>${say('selection.delete', { count: stored.length })}</button>
        <button class="quiet" @click=${() => store.update(stopSelecting)}>${say('selection.done')}</button></div>
    </section>`
  }

  /** @param {string[]} absent */
  #estimate(absent) {
    const steps = this.state.selection?.proposal?.steps
    if (!steps) return say('selection.looking')
    const { seconds, storage, tooLarge } = forecast(steps, this.state)
    return say('selection.estimate', {
      more: Math.max(0, steps.length - absent.length),
      positions: roughly(steps.reduce((sum, step) => sum + step.positions, 0)),
      fits: !tooLarge.length,
      time: roundly(seconds),
      size: size(storage),
    })
  }

  /** @param {string[]} names */
  #export(names) {
    store.update(stopSelecting)
    askForSyzygy(names)
  }

  /** @param {string[]} names */
  #build(names) {
    store.update(stopSelecting)
    offer(names)
  }
}

customElements.define('mw-selection', SelectionBar)
