import { html, nothing } from 'lit'
import { canExportAll } from '../imports/export.effects.js'
import { isWorking } from '../imports/imports.js'
import { forecast, isImpossible } from '../builds/forecast.js'
import { outlookOf } from '../builds/outlook.view.js'
import { chooseMetric } from '../tables/metric.effects.js'
import { say } from '../../language.js'
import { knowsRule, METRICS } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { accident } from '../../ui/accident.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'
import { COUNTS, list, size } from '../../words.js'
import { dropWish, missingOf, setComplete, setRounded, tooLargeOf } from './writing.js'
import { mostMemory, writeSyzygy } from './writing.effects.js'
import '../builds/mw-workers.js'

/** @typedef {import('./writing.js').Wish} Wish */
/** @typedef {import('./writing.js').Costs} Costs */

/** The metric of the tables that have the values of Syzygy files. */
const METRIC = /** @type {import('../../engine/metrics.js').Metric} */ (
  Object.keys(METRICS).find((metric) => knowsRule(/** @type {any} */ (metric)))
)

/** More classes are only counted. */
const MOST_NAMED = 6

// The dialog before Syzygy files are written: the classes, the distances, the costs and the place.
class SyzygyWish extends View {
  static uses = uses('syzygyWish', 'tables', 'metric', 'memory', 'workers', 'storage', 'build', 'imports', 'exporting')

  render() {
    const { syzygyWish: wish, metric } = this.state
    return html`<dialog class="sheet syzygy-wish" aria-labelledby="syzygy-wish-title"
      @close=${() => store.update(dropWish)}>${
        wish
          ? html`<h2 id="syzygy-wish-title">${say('syzygyWish.title', {
              count: wish.names.length,
              name: wish.names[0],
            })}</h2>
      <p>${say('syzygyWish.what')}</p>
      ${knowsRule(metric) ? this.#question(wish) : this.#otherMetric()}`
          : nothing
      }</dialog>`
  }

  #otherMetric() {
    const words = { metric: COUNTS[METRIC].name, current: COUNTS[this.state.metric].name }
    const busy = isWorking(this.state)
    return html`<p>${say('syzygyWish.metric', words)} ${say(busy ? 'metric.busy' : 'syzygyWish.again')}</p>
      <form method="dialog"><button>${say('plan.notNow')}</button>
        <button type="button" class="primary" ?disabled=${busy}
          @click=${() => chooseMetric(METRIC)}>${say('syzygyWish.switch', words)}</button></form>`
  }

  /** @param {Wish} wish */
  #question(wish) {
    const { classes, costs, rounded } = wish
    const most = mostMemory(this.state)
    const tooLarge = tooLargeOf(wish, most)
    const ready = costs && !costs.error && tooLarge.length < classes.length
    const isPossible = ready && !(costs.steps.length && isImpossible(forecast(costs.steps, this.state)))
    /** @param {boolean} value @param {string} words */
    const distance = (value, words) => html`<label><input type="radio" name="syzygy-distances"
      .checked=${rounded === value} @change=${() => store.update(setRounded, value)}> ${words}</label>`
    return html`${this.#companions(wish)}
      <fieldset><legend>${say('syzygyWish.distances')}</legend>
        ${distance(false, say('syzygyWish.exact'))}${distance(true, say('syzygyWish.rounded'))}</fieldset>
      ${costs ? this.#costs(wish, costs, tooLarge, most) : looking}
      <p class="hint">${canExportAll ? say('syzygyWish.folderHint') : say('syzygyWish.zipHint')}</p>
      <form method="dialog"><button>${say('plan.notNow')}</button>
        ${save('zip', say('syzygyWish.zip'), !isPossible, !canExportAll)}${
          canExportAll ? save('folder', say('syzygyWish.folder'), !isPossible, true) : nothing
        }</form>`
  }

  // The choice of the classes that captures and promotions lead to.
  /** @param {Wish} wish */
  #companions({ names, complete, classes }) {
    const { tables } = this.state
    const needs = (tables ?? []).filter(({ name }) => names.includes(name)).flatMap((table) => table.needs)
    const count = new Set(needs.filter((name) => !names.includes(name))).size
    const files = say('syzygyWish.files', { classes: classes.length, files: 2 * classes.length })
    if (!count) return html`<p>${files}</p>`
    return html`<p><label class="check"><input type="checkbox" .checked=${complete}
      @change=${() => store.update(setComplete, !complete)}> ${say('syzygyWish.complete', { count })}</label></p>
      <p class="hint">${say('syzygyWish.completeHint')} ${files}</p>`
  }

  /** @param {Wish} wish @param {Costs} costs @param {string[]} tooLarge @param {number} most */
  #costs({ classes }, { memory, steps, error }, tooLarge, most) {
    if (error) return html`<div class="caution">${accident(error)}</div>`
    const fitting = classes.filter((name) => !tooLarge.includes(name))
    const missing = missingOf(this.state, fitting).length
    const needed = Math.max(0, ...fitting.map((name) => memory[name]))
    return html`${
      tooLarge.length
        ? html`<p class="caution">${rich('syzygyWish.tooLarge', {
            count: tooLarge.length,
            named: tooLarge.length <= MOST_NAMED,
            names: list(tooLarge),
            needed: size(Math.max(...tooLarge.map((name) => memory[name]))),
            allowed: size(most),
            some: fitting.length > 0,
          })}</p>`
        : nothing
    }${
      steps.length
        ? html`<p>${say('syzygyWish.missing', { count: missing })}</p>${outlookOf(
            { wanted: classes, steps },
            this.state,
            nothing,
          )}`
        : nothing
    }${
      fitting.length
        ? html`<p class="hint">${say('syzygyWish.memory', { needed: size(needed), allowed: size(most) })}</p>`
        : nothing
    }<mw-workers></mw-workers>`
  }

  // A dialog reports its close later. A change of the state before that must not open it again.
  updated() {
    const dialog = this.querySelector('dialog')
    if (!this.state.syzygyWish) dialog?.close()
    else if (!dialog?.open) dialog?.showModal()
  }
}

const looking = html`<p class="looking" role="status"><span class="spinner"></span>${say('selection.looking')}</p>`

/** @param {'zip' | 'folder'} to @param {string} words @param {boolean} disabled @param {boolean} first */
const save = (to, words, disabled, first) => html`<button type="button" class=${first ? 'primary' : ''}
  ?disabled=${disabled} @click=${() => writeSyzygy(to)}>${words}</button>`

customElements.define('mw-syzygy-wish', SyzygyWish)
