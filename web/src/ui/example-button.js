import { html } from 'lit'
import { open } from '../features/board/open.effects.js'
import { say } from '../language.js'
import { thumbnail } from './pieces.js'

/** @param {typeof import('../features/board/examples.js').EXAMPLES[number]} example */
export function exampleButton({ name, note, men, fen }) {
  return html`<button class="example" @click=${() => open(fen)}>${thumbnail(fen)}<b>${name}</b><span>${note}</span>
    <small>${say('exampleButton.men', { men })}</small></button>`
}
