import { html, nothing } from 'lit'
import { chooseMetric } from '../app/metric.js'
import { COUNTS } from '../words.js'
import { uses, View } from './view.js'

/** @typedef {import('../engine/metrics.js').Metric} Metric */

// What tables count, and the choice. While something is built there is none: it would be stopped.
class MetricChoice extends View {
  static uses = uses('metric', 'build')

  render() {
    const { metric, build } = this.state
    const all = /** @type {Metric[]} */ (Object.keys(COUNTS))
    return html`<div class="segments" role="group" aria-label="What tables count">${all.map((each) => html`<button type="button"
        aria-pressed=${each === metric} title=${COUNTS[each].note} ?disabled=${build && each !== metric} @click=${() => chooseMetric(each)}>${COUNTS[each].name}</button>`)}</div>
      <p class="hint">${COUNTS[metric].note} ${build ? html`To change it, wait until nothing is being built.` : nothing}</p>`
  }
}

customElements.define('mw-metric', MetricChoice)
