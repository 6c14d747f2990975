import { html, nothing } from 'lit'
import { countsMates } from '../../metrics.js'
import { open } from '../board/open.effects.js'
import { say } from '../../language.js'
import { shares } from '../tables/library.js'
import { COUNTS, movesOf, sentence, toMove, winIn } from '../../words.js'
import { thumbnail } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { percent, sharesBar } from '../tables/table-facts.view.js'

/**
 * @typedef {import('../../engine/types.js').SideStats} SideStats
 * @typedef {import('../../engine/types.js').Details['report']['sides'][number]} Side
 */

/** @param {SideStats} side */
const moverOf = ({ stm }) => (stm === 'w' ? 'white' : 'black')

/**
 * Returns how often each side wins.
 * @param {SideStats[]} sides
 */
export const outcomes = (sides) => html`<section class="card outcomes" aria-labelledby="outcomes-title">
  <h2 id="outcomes-title">${say('classOutcomes.title')}</h2>${sides.map(outcome)}</section>`

/** @param {SideStats} side */
function outcome(side) {
  const { white, draw, black } = shares(side.stm, side.all)
  return html`<h3>${toMove(moverOf(side))}</h3>${sharesBar(side)}
    <ul class="chart-key"><li><i class="white"></i>${rich('classOutcomes.whiteWins', { share: percent(white) })}</li>
      <li><i class="drawn"></i>${rich('classOutcomes.draw', { share: percent(draw) })}</li>
      <li><i class="black"></i>${rich('classOutcomes.blackWins', { share: percent(black) })}</li></ul>`
}

/**
 * Returns the longest wins, with buttons that open them on the board.
 * @param {import('../../engine/metrics.js').Metric} metric
 * @param {SideStats[]} sides
 * @param {Side[]} details  of the sides, once they are loaded
 */
export const longestMates = (metric, sides, details) => html`<section class="card" aria-labelledby="longest-title">
  <h2 id="longest-title">${COUNTS[metric].longest}</h2>
  ${
    sides.some(({ longest }) => longest)
      ? html`<div class="longest-mates">${sides.map((side) => longestMate(metric, side))}</div>`
      : html`<p class="hint">${say('classOutcomes.none')}</p>`
  }
  ${countsMates(metric) ? details.map((side, i) => evenLonger(side, sides[1 - i])) : nothing}</section>`

/**
 * Returns a note if the losing side, to move, can hold out for longer. It may begin with a capture.
 * @param {Side} loser
 * @param {SideStats} winner
 */
function evenLonger(loser, winner) {
  const most = Math.max(0, ...loser.plies.map(({ outcome, plies }) => (outcome === 'loss' ? movesOf(plies) : 0)))
  if (most <= movesOf(winner.longest?.plies ?? 0)) return nothing
  const words = { loser: moverOf(loser), winner: moverOf(winner), moves: most }
  return html`<p class="hint">${say('classOutcomes.evenLonger', words)}</p>`
}

/** @param {import('../../engine/metrics.js').Metric} metric @param {SideStats} side */
function longestMate(metric, side) {
  const { longest } = side
  const winner = moverOf(side)
  if (!longest) return html`<p class="hint">${say('classOutcomes.never', { winner })}</p>`
  return html`<button class="example" title=${say('classOutcomes.show')} @click=${() => open(longest.fen)}>
    ${thumbnail(longest.fen)} <b>${sentence(winIn(metric, longest.plies))}</b>
    <span>${say('classOutcomes.toMoveAndWin', { winner })}</span>
    <small>${say('classOutcomes.plies', { plies: longest.plies })}</small></button>`
}
