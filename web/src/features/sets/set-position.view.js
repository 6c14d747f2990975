// A position on the page of a set: its task, and its words.

import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { stars } from '../difficulty/stars.view.js'
import { taskFor } from '../practice/practice.js'
import { menOf, turnOf } from '../board/position.js'
import { open } from '../board/open.effects.js'
import { unchecked } from '../answer/unchecked.view.js'
import { thumbnail } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { isDrawnByRule } from '../../words.js'
import { lineInWords } from './set-texts.js'

/**
 * @typedef {import('./sets.js').SetPosition} SetPosition
 * @typedef {import('./survey.js').Needs} Needs
 */

/** @type {Record<import('./sets.js').Score, string>} */
const SCORES = {
  'at-once': say('training.score.atOnce'),
  solved: say('training.score.solved'),
  missed: say('training.score.missed'),
}

/**
 * @param {object} row
 * @param {SetPosition} row.position
 * @param {number} row.at  from 1 on
 * @param {import('./sets.js').Score} [row.score]
 * @param {Needs | null} row.needs
 * @param {import('../../engine/border.js').Rating | null} [row.rating]
 * @param {((words: Partial<SetPosition>) => void)} [row.describe]  changes the words; none if the set cannot change
 * @param {string} [row.problem]  of the line in its field, which is not stored
 * @param {unknown} [row.tools]  buttons
 */
export const positionRow = ({ position, at, score, needs, rating, describe, problem = '', tools = nothing }) => {
  const { fen } = position
  return html`<li class="card" data-fen=${fen}>
    <button class="quiet picture" aria-label=${say('setsPage.show', { at })}
      @click=${() => open(fen)}>${thumbnail(fen)}<span class="unseen">${menOf(fen)}</span></button>
    <div class="words"><p>${rich('setsPage.toMove', { at, color: turnOf(fen) })}${
      score ? html` <small class="score ${score}">${SCORES[score]}</small>` : nothing
    } ${stars(rating)}</p>
      ${task(fen, needs)}
      ${describe ? fields(position, at, describe, problem) : wordsOf(position)}</div>
    ${tools}</li>`
}

/** The result of the position, as the task of its player. @param {string} fen @param {Needs | null} needs */
function task(fen, needs) {
  if (!needs) return html`<p class="task looking"><span class="spinner"></span></p>`
  const result = needs.results[fen]
  if (!result) return html`<p class="task unknown">${needs.problems[fen] ?? say('setsPage.unbuilt')}</p>`
  if (result.over) return html`<p class="task over">${say('practice.overHint')}</p>`
  const mover = turnOf(fen)
  const { side, goal } = taskFor(result.category, mover)
  const byRule = isDrawnByRule(result.category) ? html` <small>${say('setsPage.byRule')}</small>` : nothing
  return html`<p class="task ${goal}"><b>${say('setsPage.task', { side, goal })}</b>${byRule}${
    side === mover ? nothing : html` <small>${say('setsPage.second', { side })}</small>`
  }</p>${unchecked(result.unproven)}`
}

/**
 * @param {SetPosition} position @param {number} at @param {(words: Partial<SetPosition>) => void} describe
 * @param {string} problem  of the line
 */
const fields = ({ name, note, line }, at, describe, problem) => [
  field(say('setsPage.nameOf', { at }), say('setsPage.nameHint'), name, 100, (name) => describe({ name })),
  field(say('setsPage.noteOn', { at }), say('setsPage.noteHint'), note, 1000, (note) => describe({ note })),
  field(say('setsPage.lineOf', { at }), say('setsPage.lineHint'), line, 1000, (line) => describe({ line }), problem),
]

/** @param {SetPosition} position */
const wordsOf = (position) =>
  [position.name, position.note, lineInWords(position)].filter(Boolean).map((each) => html`<p>${each}</p>`)

/**
 * @param {string} label
 * @param {string} placeholder
 * @param {string} value
 * @param {number} most
 * @param {(value: string) => void} change
 * @param {string} [problem]  of the text in the field
 */
const field = (label, placeholder, value, most, change, problem = '') =>
  html`<input type="text" maxlength=${most} aria-label=${label} placeholder=${placeholder}
    aria-invalid=${!!problem} .value=${value} @change=${(/** @type {Event} */ { target }) =>
      change(/** @type {HTMLInputElement} */ (target).value)}>${
      problem ? html`<small class="invalid" role="alert">${problem}</small>` : nothing
    }`
