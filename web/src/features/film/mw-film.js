import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { download } from '../../shell/share.effects.js'
import { accident } from '../../ui/accident.js'
import { downloadIcon, pauseIcon, playIcon } from '../../ui/icons.js'
import { percent } from '../tables/table-facts.view.js'
import { uses, View } from '../../ui/view.js'
import { toMove } from '../../words.js'
import { film as count } from './film.effects.js'
import { framesOf, KINGS, pace } from './film.js'
import { gifOf } from './gif.js'
import './mw-kings.js'

/** @typedef {import('./film.js').Filming} Filming */

// The film of a class: two boards that fill ply by ply, with controls, and a button that saves it.
class FilmView extends View {
  static uses = uses('film')
  static properties = { at: { state: true }, playing: { state: true }, saved: { state: true } }

  /** @type {import('../../engine/types.js').Film | null} of the frames */
  #film = null
  /** @type {import('./film.js').Frame[]} */
  #frames = []
  /** @type {number | undefined} */
  #timer

  constructor() {
    super()
    this.at = 0
    this.playing = false
    /** The saved share of the film while it is being saved. @type {number | null} */
    this.saved = null
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.playing = false
  }

  willUpdate() {
    const film = this.state.film?.film ?? null
    if (film === this.#film) return
    this.#pause()
    this.#film = film
    this.#frames = film ? framesOf(film) : []
    this.at = 0
    // A still picture is kinder to users who want no motion.
    if (film && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.#play()
    else this.at = Math.max(0, this.#frames.length - 1)
  }

  render() {
    const { film } = this.state
    if (!film) return nothing
    if (film.how === 'failed' && film.error)
      return html`<div role="alert">${accident(film.error)}
      <button @click=${() => count(film.class, film.side)}>${say('common.tryAgain')}</button></div>`
    if (!film.film) return html`${sides(film)}${counting(film)}`
    const frame = this.#frames[this.at]
    const caption = captionOf(frame)
    return html`${sides(film)}
      <mw-kings .boards=${frame.boards} .label=${caption}></mw-kings>
      <p class="film-caption" aria-live=${this.playing ? 'off' : 'polite'}>${caption}</p>
      ${this.#controls(film, film.film)}
      ${film.film.unproven.length ? html`<p class="hint">${uncheckedOf(film.film)}</p>` : nothing}`
  }

  /** @param {Filming} filming @param {import('../../engine/types.js').Film} film */
  #controls({ class: name }, film) {
    const last = this.#frames.length - 1
    const toggle = say(this.playing ? 'film.pause' : 'film.play')
    const saving = this.saved !== null
    return html`<div class="film-controls">
      <button class="icon-button" aria-label=${toggle} title=${toggle} @click=${this.#toggle}>${
        this.playing ? pauseIcon : playIcon
      }</button>
      <input type="range" min="0" max=${last} .value=${String(this.at)} aria-label=${say('film.ply')}
        aria-valuetext=${captionOf(this.#frames[this.at])} @input=${this.#seek}>
      <button class="small" ?disabled=${saving} @click=${() => this.#save(name, film)}>${downloadIcon}${
        saving ? say('film.saving', { percent: Math.floor(100 * (this.saved ?? 0)) }) : say('film.save')
      }</button></div>`
  }

  #toggle() {
    if (this.playing) return this.#pause()
    if (this.at === this.#frames.length - 1) this.at = 0
    this.#play()
  }

  #pause() {
    clearTimeout(this.#timer)
    this.playing = false
  }

  #play() {
    clearTimeout(this.#timer)
    this.playing = true
    this.#timer = window.setTimeout(() => {
      if (this.at === this.#frames.length - 1) return this.#pause()
      this.at++
      this.#play()
    }, pace(this.#frames.length))
  }

  /** @param {Event} event */
  #seek({ target }) {
    this.#pause()
    this.at = Number(/** @type {HTMLInputElement} */ (target).value)
  }

  /** @param {string} name @param {import('../../engine/types.js').Film} film */
  async #save(name, film) {
    this.saved = 0
    const title = say('film.of', { name, side: toMove(film.side === 'w' ? 'white' : 'black') })
    const note = film.unproven.length ? uncheckedOf(film) : ''
    const kings = KINGS.map((color) => say('film.king', { color }))
    try {
      const file = await gifOf(this.#frames, { title, note, kings, caption: captionOf }, (done) => (this.saved = done))
      download(`${name}-${film.side === 'w' ? 'white' : 'black'}.gif`, file)
    } finally {
      this.saved = null
    }
  }
}

/** @type {['w' | 'b', 'white' | 'black'][]} */
const SIDES = [
  ['w', 'white'],
  ['b', 'black'],
]

/** @param {Filming} film */
const sides = ({ class: name, side }) =>
  html`<div class="film-sides segments" role="group" aria-label=${say('film.side')}>${SIDES.map(
    ([letter, color]) => html`<button aria-pressed=${letter === side}
    @click=${() => letter === side || count(name, letter)}>${toMove(color)}</button>`,
  )}</div>`

/** @param {import('../../engine/types.js').Film} film */
const uncheckedOf = ({ unproven }) => say('film.unproven', { names: unproven.join(', ') })

/** @param {Filming} film */
const counting = ({ done }) => {
  const percent = Math.floor(100 * done)
  return html`<p class="looking"><span class="spinner"></span>${say('film.counting', { percent })}</p>
    <div class="thin" role="progressbar" aria-label=${say('film.title')} aria-valuenow=${percent} aria-valuemin="0"
    aria-valuemax="100"><i style="width:${percent}%"></i></div>`
}

/** @param {import('./film.js').Frame} frame */
const captionOf = ({ plies, decided }) =>
  plies === null ? say('film.start') : say('film.within', { plies, share: percent(decided) })

customElements.define('mw-film', FilmView)
