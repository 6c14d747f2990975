// The report about studies that is printed for a jury: the diagram, the findings, and every move with its mark.

import { html, nothing, render } from 'lit'
import { locale, say } from '../../language.js'
import { shownMove } from '../../san.js'
import { piecesOf } from '../board/position.js'
import { diagram } from '../paper/diagram.view.js'
import { rich } from '../../ui/rich.js'
import { KINDS, MARKS, unjudged } from './check-words.js'
import './report.css'

/** @typedef {import('../../engine/types.js').CheckedGame} Game */

/** Prints a report. It is drawn behind the page, which is hidden on paper. @param {Game[]} games */
export async function printReport(games) {
  const sheet = Object.assign(document.createElement('article'), { className: 'report' })
  render(report(games, new Date()), sheet)
  document.body.append(sheet)
  await Promise.all([...sheet.querySelectorAll('img')].map((image) => image.decode()))
  const { dataset } = document.documentElement
  dataset.print = 'report'
  const clear = () => {
    delete dataset.print
    sheet.remove()
  }
  addEventListener('afterprint', clear, { once: true })
  print()
}

/** @param {Game[]} games @param {Date} now */
const report = (games, now) =>
  html`${games.map(study)}<footer>${say('report.by', {
    date: now.toLocaleDateString(locale, { dateStyle: 'long' }),
  })}</footer>`

/** @param {Game} game */
function study(game) {
  const { findings, flaws, goal, positions } = game
  const fen = firstFen(game)
  const moves = game.moves.filter(({ main }) => main)
  const note = unjudged(game)
  return html`<section><h1>${game.name || say('check.game', { number: game.game })}</h1>
    <div class="report-head">${fen ? figure(fen) : nothing}<div>
      ${goal ? html`<p>${say('check.column.goal')}: <b>${goal}</b></p>` : nothing}
      <p><b>${say('report.result', { flaws, partial: note ? 'yes' : 'no' })}</b></p>
      <p>${say('report.judged', { count: positions })} ${note}</p>
      ${fen ? html`<p class="fen">${fen}</p>` : nothing}</div></div>
    ${
      findings.length
        ? html`<h2>${say('check.found')}</h2><ul>${findings.map(
            ({ kind, move = '', line = 0, words }) =>
              html`<li>${rich(line ? 'check.findingInLine' : 'check.finding', {
                kind: KINDS[kind],
                move: shownMove(move),
                line,
                words,
              })}</li>`,
          )}</ul>`
        : nothing
    }
    ${
      moves.length
        ? html`<h2>${say('report.moves')}</h2><ol>${moves.map(
            (move) => html`<li><b>${shownMove(move.move)}</b> ${MARKS[move.mark](move)}</li>`,
          )}</ol>`
        : nothing
    }</section>`
}

/** The first position of a game, as far as the check has it. @param {Game} game */
const firstFen = ({ moves, findings }) => (moves.find(({ main }) => main) ?? findings.find(({ fen }) => fen))?.fen

/** @param {string} fen */
const figure = (fen) => html`<figure>${diagram(fen)}<figcaption>${menInNumbers(fen)}</figcaption></figure>`

/** The men of White and Black, as under diagrams of studies: "(3+2)". @param {string} fen */
function menInNumbers(fen) {
  const colors = [...piecesOf(fen).values()].map(({ color }) => color)
  const white = colors.filter((color) => color === 'white').length
  return `(${white}+${colors.length - white})`
}
