import { html, nothing } from 'lit'
import { knowsRule } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { cancelBuild, offer } from '../builds/build.effects.js'
import { searchOn } from './prove.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { isHelpingSearch, isLarge, smallMissing } from '../builds/autobuild.js'
import { progressOf } from '../builds/progress.js'
import { isHeavy } from '../builds/forecast.js'
import { currentFen, playFrom } from '../game/game.js'
import { numberOf, turnOf } from '../board/position.js'
import { chooseSearchMemory, isSettled, says, SEARCH_MEMORIES } from './proof.js'
import { bound, provenMoves, verdictOf } from './proven.view.js'
import { hover } from '../board/tools.js'
import { roughly, size } from '../../words.js'
import { accident } from '../../ui/accident.js'
import { bar } from '../builds/build-progress.view.js'
import { numbered } from '../game/numbered.view.js'
import { percent } from '../tables/table-facts.view.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('../../engine/types.js').Proof} Proof
 * @typedef {import('../../shell/state.js').Color} Color
 */

/** @type {Record<NonNullable<Proof['end']>, string>} */
const ENDS = {
  mate: say('proof.end.mate'),
  stalemate: say('proof.end.stalemate'),
  table: say('proof.end.table'),
  material: say('proof.end.material'),
  win: say('proof.end.win'),
  repetition: say('proof.end.repetition'),
  open: say('proof.end.open'),
}

// The proof from a search of a position without a table.
class ProofView extends View {
  static uses = uses('proving', 'answer', 'asking', 'build', 'searchMemory', 'rules', 'tables', 'place')

  render() {
    const { proving } = this.state
    if (!proving || proving.fen !== currentFen(this.state)) return nothing
    const { proof, searching, error } = proving
    return html`<div class="proof" aria-busy=${searching}>
      <div role="status" aria-live="polite">${proof && this.#result(proof)}</div>
      ${proof && !isSettled(proof) ? html`${progress(proof, searching)}${this.#small()}` : nothing}
      ${error ? accident(error) : nothing}
      ${proof?.line ? line(proving.fen, proof) : nothing}
      ${proof && (isSettled(proof) || proof.moves.some(says)) ? provenMoves(proving.fen, proof.moves) : nothing}
      ${proof ? figures(proof, this.state.searchMemory) : nothing}
    </div>`
  }

  /** @param {Proof} proof */
  #result(proof) {
    return isSettled(proof) ? verdictOf(proof, this.#explain(proof, turnOf(proof.fen))) : bound(proof)
  }

  // The small tables that the search can use: on their way, or offered.
  #small() {
    const { build } = this.state
    if (build && isHelpingSearch(this.state)) {
      const { tables } = progressOf(build)
      return html`<div class="small-tables">${bar(build)}<div class="under-bar"><p class="doing">${say(
        'proof.smallFirst',
      )}<small>${tables.of ? say('proof.tables', { done: tables.done, count: tables.of }) : nothing}</small></p>
        <button class="small" @click=${cancelBuild}>${say('common.stop')}</button></div></div>`
    }
    const small = build || !isLarge(this.state) ? [] : smallMissing(this.state) // of fewer men all tables are offered
    if (!small.length) return nothing
    const count = small.length
    return html`<p class="small-tables">${say('proof.smallMissing', { count })}
      <button class="small" @click=${() => offer(small, isHeavy)}>${say('proof.buildSmall', { count })}</button></p>`
  }

  /** @param {Proof} proof @param {Color} mover */
  #explain(proof, mover) {
    const values = { mover, rule: knowsRule(this.state.metric) }
    if (proof.low === 'draw') return say('proof.proven', values)
    if (this.state.answer?.error?.code === 'men') return say('proof.provenUnknown', values)
    return this.state.build ? say('proof.provenComputing', values) : say('proof.provenTables', values)
  }
}

/** @param {Proof} proof @param {boolean} searching */
const progress = (proof, searching) =>
  searching
    ? html`<p class="looking"><span class="spinner"></span>${say('proof.searching', {
        positions: roughly(proof.nodes),
      })}</p>`
    : html`<p class="looking">${say('proof.notProven', { positions: roughly(proof.nodes) })}
    <button class="small" @click=${searchOn}>${say('proof.goOn')}</button></p>`

/** @param {string} fen  of the position on the board @param {Proof} proof */
const line = (fen, { line = [], end }) => html`<section class="line" aria-labelledby="proof-line">
    <header><h2 id="proof-line">${say('proof.line')}</h2></header>
    <ol @mouseleave=${() => store.update(hover, null)}>${numbered(
      line,
      turnOf(fen),
      (ply, i) => html`<button class="ply"
      @click=${() => store.update(playFrom, fen, line.slice(0, i + 1))}>${shownMove(ply.san)}</button>`,
      numberOf(fen),
    )}</ol>
    ${end ? html`<p class="hint">${ENDS[end]}</p>` : nothing}
  </section>`

/** @param {Proof} proof @param {number} chosen */
function figures({ nodes, table_hits, plies, memory }, chosen) {
  const choose = (/** @type {Event} */ event) =>
    store.update(chooseSearchMemory, Number(/** @type {HTMLSelectElement} */ (event.target).value))
  const rows = [
    [say('proof.nodes'), roughly(nodes)],
    [say('proof.hits'), roughly(table_hits)],
    [say('proof.longest'), say('proof.plies', { count: plies })],
    [say('proof.remembered'), say('proof.used', { used: roughly(memory.used), all: roughly(memory.entries) })],
    [say('proof.filled'), percent(memory.used / memory.entries)],
    [say('proof.met'), percent(memory.hits / Math.max(1, memory.probes))],
    [say('proof.forgotten'), roughly(memory.replaced)],
  ]
  return html`<details class="search-figures"><summary>${say('proof.figures')}</summary>
    <dl class="figures">${rows.map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>`)}</dl>
    <label>${say('proof.memory')} <select @change=${choose}>${SEARCH_MEMORIES.map(
      (bytes) => html`<option value=${bytes} ?selected=${bytes === chosen}>${size(bytes)}</option>`,
    )}</select></label></details>`
}

customElements.define('mw-proof', ProofView)
