import { html } from 'lit'
import { say } from '../../language.js'
import { exportIcon } from '../../ui/icons.js'
import { askForSyzygy } from './open.effects.js'

/** Returns the button that writes a class for other programs. @param {string} name */
export const syzygyButton = (name) => html`<button aria-label=${say('syzygyButton.label', { name })}
  title=${say('syzygyButton.hint')} @click=${() => askForSyzygy([name])}>${exportIcon}${say(
    'syzygyButton.export',
  )}</button>`
