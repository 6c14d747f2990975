import { html } from 'lit'
import { say } from '../../language.js'
import { playIcon } from '../../ui/icons.js'
import { watchFilm } from './lazy.effects.js'

/**
 * The card of a class's film, which counts positions only when the user wants it.
 * @param {string} name
 * @param {boolean} begun
 */
export const filmCard = (name, begun) => html`<section class="card film-card" aria-labelledby="film-title">
  <h2 id="film-title">${say('film.title')}</h2>
  <p class="hint">${say('film.hint')}</p>
  ${
    begun
      ? html`<mw-film></mw-film>`
      : html`<p><button @click=${() => watchFilm(name)}>${playIcon}${say('film.watch')}</button></p>`
  }</section>`
