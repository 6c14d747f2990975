import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { store } from '../../shell/app.js'
import { cancelBuild, describe } from './build.effects.js'
import { isPosition } from '../../engine/tasks.js'
import { say } from '../../language.js'
import { progressOf } from './progress.js'
import { drop, move } from './queue.js'
import { overall, overallPercent } from './wanted.js'
import { roughly } from '../../words.js'
import { closeIcon, downIcon, upIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

// The queue of builds, in an order that the user can change.
class QueueCard extends View {
  static uses = uses('queue', 'build', 'tables')

  render() {
    const { queue, build } = this.state
    if (!queue.waiting.length) return nothing
    const { done, total } = overall(this.state)
    const percent = overallPercent(this.state)
    return html`<section class="queue card" aria-labelledby="queue-title">
      <header><h2 id="queue-title">${say('queue.title')}</h2><p>${say('queue.progress', {
        percent,
        done: roughly(done),
        total: roughly(total),
      })}</p></header>
      <div class="thin" role="progressbar" aria-label=${say('queue.all')} aria-valuenow=${percent}
        aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></div>
      <ol>${build ? this.#underWay(build) : nothing}
        ${repeat(
          queue.waiting,
          (wanted) => wanted,
          (wanted, i) => this.#waiting(wanted, i),
        )}</ol>
    </section>`
  }

  /** @param {import('./build.js').Build} build */
  #underWay(build) {
    const name = describe(build.wanted)
    return html`<li class="under-way">${title(build.wanted)}<span>${say('queue.done', {
      percent: progressOf(build).percent,
    })}</span>
      ${action(say('queue.stop', { name }), closeIcon, cancelBuild)}</li>`
  }

  /** @param {string[]} wanted @param {number} i */
  #waiting(wanted, i) {
    const name = describe(wanted)
    const last = this.state.queue.waiting.length - 1
    return html`<li>${title(wanted)}<span>${this.#positions(wanted)}</span>
      ${action(say('queue.up', { name }), upIcon, (event) => this.#move(event, wanted, -1), i > 0)}
      ${action(say('queue.down', { name }), downIcon, (event) => this.#move(event, wanted, 1), i < last)}
      ${action(say('queue.remove', { name }), closeIcon, () => store.update(drop, wanted))}</li>`
  }

  /**
   * Moves an entry. The button loses the focus when it moves, and gets it back. At an end it is disabled, and the other
   * button gets the focus.
   * @param {Event} event @param {string[]} wanted @param {-1 | 1} by
   */
  async #move({ currentTarget }, wanted, by) {
    const button = /** @type {HTMLButtonElement} */ (currentTarget)
    store.update(move, wanted, by)
    await this.updateComplete
    const other = /** @type {HTMLButtonElement | null} */ (button.parentElement?.querySelector('button:enabled'))
    if (button.disabled) other?.focus()
    else button.focus()
  }

  /** @param {string[]} wanted */
  #positions(wanted) {
    if (wanted.some(isPosition)) return say('queue.parts')
    const tables = (this.state.tables ?? []).filter(({ name }) => wanted.includes(name))
    return say('queue.positions', { count: roughly(tables.reduce((sum, { positions }) => sum + positions, 0)) })
  }
}

/** @param {string[]} wanted */
function title(wanted) {
  const name = describe(wanted)
  const all = wanted.join(', ')
  return html`<b title=${all}>${name}${name.includes(wanted[0]) ? nothing : html` <small>${all}</small>`}</b>`
}

/** @param {string} label @param {unknown} icon @param {(event: Event) => void} act @param {boolean} [enabled] */
const action = (label, icon, act, enabled = true) =>
  html`<button class="quiet icon-button" aria-label=${label} title=${label} ?disabled=${!enabled}
  @click=${act}>${icon}</button>`

customElements.define('mw-queue', QueueCard)
