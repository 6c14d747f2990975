import { html, nothing } from 'lit'
import { knowsRule } from '../../metrics.js'
import { chooseMetric } from './metric.effects.js'
import { usedMetrics } from '../../engine/metrics.js'
import { say } from '../../language.js'
import { isWorking } from '../imports/imports.js'
import { COUNTS } from '../../words.js'
import { uses, View } from '../../ui/view.js'

/** @typedef {import('../../engine/metrics.js').Metric} Metric */

// The choice of the metric. It is disabled during builds, imports and exports, as a reload would stop them.
class MetricChoice extends View {
  static uses = uses('metric', 'build', 'imports', 'exporting')

  render() {
    const { metric } = this.state
    const busy = isWorking(this.state)
    const all = /** @type {Metric[]} */ (Object.keys(COUNTS))
    return html`<div class="segments" role="group" aria-label=${say('metric.title')}>${all.map(
      (each) => html`<button type="button" aria-pressed=${each === metric} title=${COUNTS[each].note}
        ?disabled=${busy && each !== metric} @click=${() => chooseMetric(each)}>${COUNTS[each].name}</button>`,
    )}</div>
      <p class="hint">${COUNTS[metric].note} ${
        !knowsRule(metric) && usedMetrics().some(knowsRule) ? RULE_STAYS : nothing
      } ${busy ? say('metric.busy') : nothing}</p>`
  }
}

/** The note at metrics without the fifty-move rule, if tables with the rule may exist. */
const RULE_STAYS = say('metric.ruleStays')

customElements.define('mw-metric', MetricChoice)
