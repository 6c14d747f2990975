import { html, nothing } from 'lit'
import { keepSet } from './sets.effects.js'
import { endSet, trainAt, trainRest } from './train.effects.js'
import { say } from '../../language.js'
import { isFramed } from '../../shell/framed.js'
import { isCourse } from '../course/course.js'
import { isDaily, lastDayOf } from '../daily/daily.js'
import { resultButtons, streakInWords } from '../daily/daily.view.js'
import { findSet, isOwn, tallyInWords, trained } from './sets.js'
import { tablesOf, TABLES_USE } from './set-needs.view.js'
import { lineInWords } from './set-texts.js'
import { backIcon, closeIcon, forwardIcon } from '../../ui/icons.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/** @type {Record<import('./sets.js').Score | 'none', string>} */
const WORDS = {
  'at-once': say('training.score.atOnce'),
  solved: say('training.score.solved'),
  missed: say('training.score.missed'),
  none: say('training.score.none'),
}

// The set that is practised, with the progress in it. The name and the note of a position appear when they give nothing
// away.
class Training extends View {
  static uses = uses('sets', 'practice', 'mode', ...TABLES_USE)

  render() {
    const now = trained(this.state)
    if (!now && this.state.sets && this.state.training) return this.#gone(this.state.training.id)
    if (!now) return card(html`<p class="looking"><span class="spinner"></span>${say('training.opening')}</p>`)
    const { set, at, position } = now
    const { practice, mode } = this.state
    const seen = mode !== 'practice'
    const ended = seen || practice?.stage === 'done'
    const told = ended || isCourse(set)
    const isLast = at === set.positions.length - 1
    const isAlone = set.positions.length === 1
    const named = !!((told || practice?.remark || isDaily(set)) && position.name)
    const end = say('training.end')
    const step = seen ? nothing : 'quiet' // the task comes first
    return card(html`
      <header><div><h2>${set.name}</h2><p>${
        isAlone
          ? named && position.name
          : rich('training.position', { at: at + 1, count: set.positions.length, named, name: position.name })
      }</p></div>
        ${
          isFramed
            ? nothing
            : html`<button class="quiet icon-button" aria-label=${end} title=${end}
          @click=${endSet}>${closeIcon}</button>`
        }</header>
      ${isAlone ? nothing : steps(set, at)}
      ${
        told && (position.note || position.line)
          ? html`<div class="note"><p>${position.note}</p><p>${lineInWords(position)}</p></div>`
          : nothing
      }
      <div class="actions">${
        isAlone
          ? nothing
          : html`<button class=${step} ?disabled=${at === 0}
        @click=${() => trainAt(at - 1)}>${backIcon}${say('training.previous')}</button>`
      }
        ${
          isLast
            ? nothing
            : html`<button class=${practice?.stage === 'done' ? 'primary' : step}
          @click=${() => trainAt(at + 1)}>${say('training.next')}${forwardIcon}</button>`
        }
        ${seen && isFramed ? html`<button @click=${() => trainAt(at)}>${say('training.again')}</button>` : nothing}
        ${
          set.passing && !isFramed && !isOwn(set)
            ? html`<button title=${say('training.keepHint')}
          @click=${() => keepSet(set.id)}>${say('training.keep')}</button>`
            : nothing
        }
        ${isDaily(set) && seen ? resultButtons(set, lastDayOf(set)) : nothing}
        <small role="status">${isDaily(set) ? streakInWords(set, lastDayOf(set)) : tallyInWords(set)}</small></div>
      ${isOwn(set) ? nothing : tablesOf(set, this.state)}
    `)
  }

  /** Another tab has taken it away. @param {string} id */
  #gone(id) {
    const set = findSet(this.state, id)
    const resumeSearch = () => set && trainRest(set)
    return card(html`<p role="status">${set ? rich('training.gone', { set: set.name }) : say('training.deleted')}</p>
      <div class="actions">${
        set?.positions.length
          ? html`<button class="primary" @click=${resumeSearch}>${say('training.goOn')}</button>`
          : nothing
      }<button @click=${endSet}>${say('training.all')}</button></div>`)
  }
}

/** A button for each position. @param {import('./sets.js').PracticeSet} set @param {number} at */
const steps = ({ positions, scores }, at) =>
  html`<nav class="steps" aria-label=${say('training.positions')}>${positions.map(({ fen }, i) => {
    const score = scores[fen] ?? 'none'
    const label = say('training.step', { at: i + 1, score: WORDS[score] })
    return html`<button class="step ${score}" aria-current=${i === at ? 'step' : nothing}
      aria-label=${label} title=${WORDS[score]}
      @click=${() => trainAt(i)}>${i + 1}</button>`
  })}</nav>`

/** @param {import('lit').TemplateResult} content */
const card = (content) => html`<section class="training card" aria-label=${say('training.title')}>${content}</section>`

customElements.define('mw-training', Training)
