// The endings of a player over all games: the results that were thrown away, by material and by the time left.

import { html, nothing } from 'lit'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { MOST_FOUND } from '../paste/pasted.js'
import { collect } from '../sets/collecting.js'
import { loadSets } from '../sets/lazy.effects.js'
import { playIcon } from '../../ui/icons.js'
import { playerOf, putAside, showPlayer } from './check.js'

/**
 * @typedef {import('./check.js').Checking} Checking
 * @typedef {import('../../engine/border.js').Player} Player
 * @typedef {import('../../engine/border.js').Group} Group
 */

/** The number of classes that are shown before the user wants all. */
const MOST_CLASSES = 8

/** @type {Record<string, string>} */
const CLOCKS = {
  '10s': say('yourEndings.below', { time: say('yourEndings.seconds', { count: 10 }) }),
  '30s': say('yourEndings.below', { time: say('yourEndings.seconds', { count: 30 }) }),
  '1m': say('yourEndings.below', { time: say('yourEndings.minutes', { count: 1 }) }),
  '5m': say('yourEndings.below', { time: say('yourEndings.minutes', { count: 5 }) }),
  more: say('yourEndings.fromFive'),
}

/** @param {Checking} checking */
export function yourEndings(checking) {
  const player = playerOf(checking)
  if (!(player ? [player] : checking.players).some(({ endings }) => endings.endings)) return nothing
  return html`<section class="your-endings" aria-label=${say('yourEndings.title')}>
    <header><h3>${player ? say('yourEndings.title') : say('yourEndings.which')}</h3>
      <label>${say('yourEndings.player')} ${choice(checking.players, player)}</label></header>
    ${player ? endingsOf(player) : nothing}</section>`
}

/**
 * Returns the choice of a player. The order of names chooses none.
 * @param {Player[]} players
 * @param {Player} [player]
 */
function choice(players, player) {
  const choose = (/** @type {Event} */ { target }) =>
    store.update(showPlayer, /** @type {HTMLSelectElement} */ (target).value)
  return html`<select @change=${choose}>${player ? nothing : html`<option value="" selected>–</option>`}${players.map(
    ({ name }) => html`<option .selected=${name === player?.name}>${name}</option>`,
  )}</select>`
}

/** @param {Player} player */
function endingsOf(player) {
  const { games, endings, saved, classes, clocks, slips } = player
  const values = { games, endings: endings.endings, wins: endings.winsThrown, draws: endings.drawsThrown, saved }
  const count = Math.min(slips.length, MOST_FOUND)
  const several = endings.mistakes > endings.winsThrown + endings.drawsThrown
  return html`<p>${say('yourEndings.sum', values)} ${several ? say('yourEndings.counted') : nothing}
      ${saved ? say('yourEndings.saved', { saved }) : nothing}</p>
    ${
      slips.length
        ? html`<div class="actions"><button class="primary" @click=${() => learn(player)}>${playIcon}${say(
            'yourEndings.learn',
            { count },
          )}</button>
          <button @click=${() => keep(player)}>${say('yourEndings.keep')}</button></div>`
        : nothing
    }
    <details><summary>${say('yourEndings.byMaterial')}</summary>
      ${table(say('yourEndings.material'), classes.slice(0, MOST_CLASSES), (group) => group.class ?? '')}
      ${
        classes.length > MOST_CLASSES
          ? html`<details><summary>${say('yourEndings.others', { count: classes.length - MOST_CLASSES })}</summary>
        ${table(say('yourEndings.material'), classes.slice(MOST_CLASSES), (group) => group.class ?? '')}</details>`
          : nothing
      }
    </details>
    ${
      clocks.length
        ? html`<details><summary>${say('yourEndings.byClock')}</summary>
      ${table(say('yourEndings.clock'), clocks, (group) => CLOCKS[group.clock ?? ''] ?? '')}</details>`
        : nothing
    }`
}

/** @param {string} title @param {Group[]} groups @param {(group: Group) => string} nameOf */
function table(title, groups, nameOf) {
  const most = Math.max(...groups.map(rateOf))
  return html`<div class="groups" tabindex="0" role="region" aria-label=${title}><table>
    <thead><tr><th scope="col"><span>${title}</span></th><th scope="col"><span>${say('yourEndings.endings')}</span></th>
      <th scope="col"><span>${say('yourEndings.wins')}</span></th>
      <th scope="col"><span>${say('yourEndings.draws')}</span></th>
      <th scope="col"><span>${say('yourEndings.rate')}</span></th></tr></thead>
    <tbody>${groups.map(
      (group) => html`<tr><th scope="row"><span>${nameOf(group)}</span></th><td>${group.endings}</td>
      <td class=${group.winsThrown ? 'flawed' : ''}>${group.winsThrown}</td>
      <td class=${group.drawsThrown ? 'flawed' : ''}>${group.drawsThrown}</td>
      <td><span class="rate"><i style="width:${most ? (100 * rateOf(group)) / most : 0}%"></i></span>
        ${say('yourEndings.percent', { percent: rateOf(group) })}</td></tr>`,
    )}</tbody></table></div>`
}

/** Mistakes in a hundred moves that could be mistakes. @param {Group} group */
const rateOf = ({ mistakes, moves }) => (moves ? Math.round((100 * mistakes) / moves) : 0)

/** The positions before the mistakes, with better moves. @param {Player} player */
const mistakesOf = ({ name, slips }) => ({
  name: say('yourEndings.setName', { name }),
  positions: slips.slice(-MOST_FOUND).map((slip) => ({
    fen: slip.fen,
    name: slip.name,
    moves: `1. ${slip.better} {${say('yourEndings.slip', { move: slip.move })}}`,
  })),
})

/** Begins to practise the positions. They are kept after the first move played. @param {Player} player */
async function learn(player) {
  const sets = await loadSets()
  if (!sets) return
  store.update(putAside, true)
  const { name, positions } = mistakesOf(player)
  sets.practiseSet({ name, positions: positions.flatMap((each) => sets.positionOfFound(each) ?? []) })
}

/** Offers the positions as a set. @param {Player} player */
function keep(player) {
  store.update(putAside, true)
  store.update(collect, mistakesOf(player))
}
