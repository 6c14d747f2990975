import { nothing } from 'lit'
import { isDaily, lastDayOf } from './daily.js'
import { resultButtons } from './daily.view.js'
import { trained } from '../sets/sets.js'
import { uses, View } from '../../ui/view.js'

// The buttons that hand out the result of the day, in the card of practice.
class DayResult extends View {
  static uses = uses('sets', 'training')

  render() {
    const { set } = trained(this.state) ?? {}
    return set && isDaily(set) ? resultButtons(set, lastDayOf(set)) : nothing
  }
}

customElements.define('mw-day-result', DayResult)
