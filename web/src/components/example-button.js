import { html } from 'lit'
import { store } from '../app/app.js'
import { enter } from '../state/game.js'
import { setMode } from '../state/view.js'
import { thumbnail } from './pieces.js'

/** @param {typeof import('../state/examples.js').EXAMPLES[number]} example */
export function exampleButton({ name, note, men, fen }) {
  const show = () => {
    store.update(enter, fen)
    store.update(setMode, 'play')
  }
  return html`<button class="example" @click=${show}>${thumbnail(fen)}<b>${name}</b><span>${note}</span><small>${men} men</small></button>`
}
