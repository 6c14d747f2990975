import { html } from 'lit'
import { say } from '../../language.js'
import { uses, View } from '../../ui/view.js'
import { boardsOf } from './film.js'
import './mw-kings.js'

// The slice that a worker solves now, ply by ply. It stays until the next one is solved.
class Filling extends View {
  static uses = uses('build')

  /** @type {import('../../engine/types.js').Progress | null} the last report with a picture */
  #last = null

  render() {
    const { build } = this.state
    if (!build) this.#last = null
    this.#last = build?.jobs.map(({ progress }) => progress).find((progress) => progress?.filling) ?? this.#last
    if (!this.#last?.filling) return html`<p class="hint">${say('film.waiting')}</p>`
    const { class: name, ply, filling } = this.#last
    const caption = say('film.solving', { name, plies: ply })
    return html`<mw-kings .boards=${boardsOf(filling)} .still=${filling.still} .label=${caption}></mw-kings>
      <p class="film-caption">${caption}</p>`
  }
}

customElements.define('mw-filling', Filling)
