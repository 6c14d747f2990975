import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { exportIcon } from '../../ui/icons.js'
import { USUAL_MEN } from '../tables/large.js'
import { askForSyzygy } from './open.effects.js'

/**
 * Returns the button that writes a class for other programs, unless it has more men than files of ours.
 * @param {import('../../shell/state.js').ClassInfo} table
 */
export function syzygyButton({ name, men }) {
  if (men > USUAL_MEN) return nothing
  return html`<button aria-label=${say('syzygyButton.label', { name })} title=${say('syzygyButton.hint')}
    @click=${() => askForSyzygy([name])}>${exportIcon}${say('syzygyButton.export')}</button>`
}
