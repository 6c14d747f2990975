import { html, nothing } from 'lit'
import { endSet, keepSet, trainAt, trainRest } from '../app/sets.js'
import { findSet, lineInWords, tallyInWords, trained } from '../state/sets.js'
import { backIcon, closeIcon, forwardIcon } from './icons.js'
import { uses, View } from './view.js'
import './mw-set-needs.js'

/** @type {Record<import('../state/sets.js').Score | 'none', string>} */
const WORDS = { 'at-once': 'solved at once', solved: 'solved', missed: 'not yet', none: 'not tried' }

// The set that is practised: how far one is in it. What a position is called, and what is noted of it, is told when that gives nothing away.
class Training extends View {
  static uses = uses('training', 'sets', 'practice', 'mode')

  render() {
    const now = trained(this.state)
    if (!now && this.state.sets && this.state.training) return this.#gone(this.state.training.id)
    if (!now) return html`<section class="training card" aria-label="Set"><p class="looking"><span class="spinner"></span>Opening the set…</p></section>`
    const { set, at, position } = now
    const { practice, mode } = this.state
    const seen = mode !== 'practice'
    const ended = seen || practice?.stage === 'done'
    const isLast = at === set.positions.length - 1
    return html`<section class="training card" aria-label="Set">
      <header><div><h2>${set.name}</h2><p>Position ${at + 1} of ${set.positions.length}${(ended || practice?.remark) && position.name ? html`: <b>${position.name}</b>` : nothing}</p></div>
        <button class="quiet icon-button" aria-label="End this set" title="End this set" @click=${endSet}>${closeIcon}</button></header>
      <nav class="steps" aria-label="Positions">${set.positions.map(({ fen }, i) => {
        const score = set.scores[fen] ?? 'none'
        return html`<button class="step ${score}" aria-current=${i === at ? 'step' : nothing} aria-label="Position ${i + 1}, ${WORDS[score]}" title=${WORDS[score]} @click=${() => trainAt(i)}>${i + 1}</button>`
      })}</nav>
      ${ended && (position.note || position.line) ? html`<div class="note"><p>${position.note}</p><p>${lineInWords(position)}</p></div>` : nothing}
      <div class="actions"><button ?disabled=${at === 0} @click=${() => trainAt(at - 1)}>${backIcon}Previous</button>
        ${isLast ? nothing : html`<button class=${practice?.stage === 'done' ? 'primary' : nothing} @click=${() => trainAt(at + 1)}>Next${forwardIcon}</button>`}
        ${seen ? html`<button @click=${() => trainAt(at)}>Play it again</button>` : nothing}
        ${set.passing ? html`<button title="It is kept anyway once you have solved or missed a position" @click=${() => keepSet(set.id)}>Keep this set</button>` : nothing}
        <small role="status">${tallyInWords(set)}</small></div>
      <mw-set-needs .positions=${set.positions}></mw-set-needs>
    </section>`
  }

  /** Another tab has taken it away. @param {string} id */
  #gone(id) {
    const set = findSet(this.state, id)
    return html`<section class="training card" aria-label="Set"><p role="status">${set ? html`This position is no longer in <b>${set.name}</b>.` : 'This set was deleted.'}</p>
      <div class="actions">${set?.positions.length ? html`<button class="primary" @click=${() => trainRest(set)}>Go on with the set</button>` : nothing}<button @click=${endSet}>All sets</button></div></section>`
  }
}

customElements.define('mw-training', Training)
