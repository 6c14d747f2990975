import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { store } from '../../shell/app.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { groupMoves, onlyMove } from './answer.js'
import { playFrom } from '../game/game.js'
import { hover } from '../board/tools.js'
import { besides, outcome, pliesWith } from '../../words.js'
import { captureIcon, onlyIcon, promoteIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('../../engine/types.js').Move} Move
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {{fen: string, probe: Probe, only?: Move}} Shown  the position that the moves are of, with its answer
 */

const GROUPS = /** @type {const} */ ([
  ['winning', say('moves.winning')],
  ['drawnByRule', say('moves.drawnByRule')],
  ['drawn', say('moves.drawn')],
  ['losing', say('moves.losing')],
])

/** @type {{name: string, icon: unknown, of: (move: Move, only: boolean) => boolean}[]} */
const TRAITS = [
  { name: say('moves.captures'), icon: captureIcon, of: ({ san }) => san.includes('x') },
  { name: say('moves.promotes'), icon: promoteIcon, of: ({ san }) => san.includes('=') },
  { name: say('moves.only'), icon: onlyIcon, of: (_, only) => only },
]

// Every legal move by its result for the side that plays it.
class Moves extends View {
  static uses = uses('answer')

  render() {
    const { fen = '', probe } = this.state.answer ?? {}
    if (!probe?.moves.length) return nothing
    const groups = groupMoves(probe.moves)
    const only = onlyMove(probe)
    return html`<div class="moves" @mouseleave=${() => store.update(hover, null)}>
      ${GROUPS.map(([key, title]) =>
        groups[key].length ? this.#group(key, title, groups[key], { fen, probe, only }) : nothing,
      )}
    </div>`
  }

  /** @param {string} key @param {string} title @param {Move[]} moves @param {Shown} shown */
  #group(key, title, moves, shown) {
    return html`<section class="move-group ${key}" aria-labelledby="group-${key}">
      <h2 id="group-${key}"><i></i>${title} <small>${say('common.moves', { count: moves.length })}</small></h2>
      <ul>${repeat(
        moves,
        ({ uci }) => uci,
        (move) => html`<li>${this.#move(move, shown)}</li>`,
      )}</ul>
    </section>`
  }

  /** @param {Move} move @param {Shown} shown */
  #move(move, { fen, probe, only }) {
    const point = () => store.update(hover, move)
    const choose = () => store.update(playFrom, fen, [move])
    const result = outcome(move, probe)
    const more = besides(move, probe)
    const traits = TRAITS.filter(({ of }) => of(move, move === only))
    const label = [shownMove(move.san), result, ...more, ...traits.map(({ name }) => name)].join(', ')
    const details = [
      result === 'draw' ? nothing : html`<span>${result}</span>`,
      ...more.map((words) => html` <small>${words}</small>`),
    ]
    return html`<button class="move" data-uci=${move.uci} data-best=${isBest(move, probe) && result !== 'draw'}
      aria-label=${label}
      @click=${choose} @mouseenter=${point} @focus=${point} @blur=${() => store.update(hover, null)}>
      <b>${shownMove(move.san)}</b> ${traits.map(
        ({ name, icon }) => html`<i class="trait" title=${name}>${icon}</i>`,
      )}${details}</button>`
  }
}

/** Whether no move is better by the metric of the answer. @param {Move} move @param {Probe} probe */
const isBest = (move, { moves: [best], by, unordered }) =>
  !unordered && move.category === best.category && pliesWith(move, by) === pliesWith(best, by)

customElements.define('mw-moves', Moves)
