import { html, nothing } from 'lit'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { accident } from '../../ui/accident.js'
import { closeIcon } from '../../ui/icons.js'
import { thumbnail } from '../../ui/pieces.js'
import { uses, View } from '../../ui/view.js'
import { source } from '../answer/site.view.js'
import { movesOf, toMove } from '../../words.js'
import { clockOf, rightsOf, turnOf } from '../board/position.js'
import { compare, endComparison } from './compare.effects.js'
import { cellsOf, COUNTS, KINDS, withClock, withRights } from './compare.js'
import './compare.css'

/**
 * @typedef {import('./compare.js').Cell} Cell
 * @typedef {import('./compare.js').Comparison} Comparison
 * @typedef {import('./compare.js').Kind} Kind
 */

/** @type {Record<Kind, {name: string, note: string}>} */
const KIND_TEXTS = {
  dtm: { name: say('compare.dtm.name'), note: say('compare.dtm.note') },
  dtc: { name: say('compare.dtc.name'), note: say('compare.dtc.note') },
  dtz50: { name: say('compare.dtz50.name'), note: say('compare.dtz50.note') },
  dtm50: { name: say('compare.dtm50.name'), note: say('compare.dtm50.note') },
}

/** The clock at which the game is over. */
const FIFTY_MOVES = 100

// All moves of a position by mate, conversion, the fifty-move rule and both, with any clock and castling rights.
class Compare extends View {
  static uses = uses('comparison')

  render() {
    const { comparison } = this.state
    return html`<dialog class="sheet comparison" aria-labelledby="compare-title" @close=${endComparison}>${
      comparison ? this.#of(comparison) : nothing
    }</dialog>`
  }

  /** @param {Comparison} comparison */
  #of(comparison) {
    const { fen, rights, kinds, probe, answered, error } = comparison
    const close = say('common.close')
    return html`<header><h2 id="compare-title">${say('compare.title')}</h2>
        <button class="quiet icon-button" aria-label=${close} title=${close} @click=${endComparison}>${
          closeIcon
        }</button></header>
      <div class="compare-position">${thumbnail(fen)}<div><b>${toMove(turnOf(fen))}</b>${clock(fen)}${castling(
        fen,
        rights,
      )}</div></div>
      ${error ? accident(error) : status(comparison)}
      ${probe && answered ? source(probe) : nothing}
      ${probe?.moves.length ? table(probe.moves, kinds, answered) : nothing}`
  }

  updated() {
    const dialog = this.querySelector('dialog')
    if (!this.state.comparison) dialog?.close()
    else if (!dialog?.open) dialog?.showModal()
  }
}

/** @param {string} fen */
const clock = (fen) => html`<label class="compare-clock"><span>${say('compare.clock', { plies: clockOf(fen) })}</span>
  <input type="range" min="0" max=${FIFTY_MOVES} .value=${String(clockOf(fen))}
    @change=${(/** @type {Event} */ { target }) =>
      compare(withClock(fen, Number(/** @type {HTMLInputElement} */ (target).value)))}></label>`

/** @param {string} fen @param {string} rights  those of the switch */
function castling(fen, rights) {
  if (!rights) return nothing
  const other = withRights(fen, rightsOf(fen) ? '' : rights)
  return html`<label class="compare-castling"><input type="checkbox" .checked=${!!rightsOf(fen)}
    @change=${() => compare(other)}>${say('compare.castling')}</label>`
}

/** @param {Comparison} comparison */
const status = ({ building, done }) =>
  html`<p class="hint compare-status ${done ? '' : 'looking'}" role="status">${
    done
      ? say('compare.hint')
      : html`<span class="spinner"></span>${
          building
            ? say('compare.building', {
                kind: KIND_TEXTS[/** @type {Kind} */ (building.kind)].name,
                name: building.class,
                percent: Math.floor(100 * building.done),
              })
            : say('answer.looking')
        }`
  }</p>`

/** @param {import('./compare.js').Move[]} moves @param {Kind[]} kinds @param {boolean} answered */
function table(moves, kinds, answered) {
  const columns = kinds.map((kind) => ({ kind, cells: cellsOf(moves, kind) }))
  return html`<div class="compare-scroll" tabindex="0" aria-busy=${!answered} role="region"
    aria-label=${say('compare.title')}><table>
    <thead><tr><th scope="col">${say('compare.move')}</th>${KINDS.map(
      (kind) => html`<th scope="col"><b>${KIND_TEXTS[kind].name}</b> <small>${KIND_TEXTS[kind].note}</small></th>`,
    )}</tr></thead>
    <tbody>${moves.map(
      (move, row) =>
        html`<tr><th scope="row">${shownMove(move.san)}</th>${KINDS.map((kind) => {
          const cell = columns.find((column) => column.kind === kind)?.cells[row]
          return cell ? cellOf(kind, cell) : html`<td class="coming"></td>`
        })}</tr>`,
    )}</tbody></table></div>`
}

/** @param {Kind} kind @param {Cell} cell */
const cellOf = (kind, cell) =>
  html`<td class=${cell.result} data-best=${cell.best}>${wordsOf(kind, cell)}${
    cell.best ? html`<span class="unseen">, ${say('compare.best')}</span>` : nothing
  }</td>`

/** @param {Kind} kind @param {Cell} cell */
function wordsOf(kind, { result, plies }) {
  if (result === 'draw') return say('outcome.draw')
  const lost = result === 'loss' ? 'yes' : 'no'
  return COUNTS[kind].goal === 'mate'
    ? say('compare.mate', { lost, moves: movesOf(plies) })
    : say('compare.plies', { lost, plies })
}

customElements.define('mw-compare', Compare)
