import { html, LitElement, nothing } from 'lit'
import { inOneText } from '../../engine/problems.js'
import { prober } from '../../shell/app.js'
import { open } from '../board/open.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { forkOf } from './tree.js'
import { restsOn } from '../imports/unproven.js'
import { numberOf, turnOf } from '../board/position.js'
import { isDrawn } from '../../words.js'
import { numbered } from '../game/numbered.view.js'
import { unchecked } from './unchecked.view.js'

/**
 * @typedef {import('../../shell/state.js').Ply} Ply
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../engine/types.js').Move} Move
 */

// A line of best play as a tree. It marks each move that is the only one, and lists the alternatives, with best play
// from there. The page loads it when the user opens the first one. It requests answers only while it is open.
class Tree extends LitElement {
  static properties = { fen: {}, line: {}, by: {}, probes: { state: true }, problem: { state: true } }

  constructor() {
    super()
    this.fen = ''
    /** @type {Ply[] | undefined} best play from there; requested if undefined */
    this.line = undefined
    /** @type {import('../../engine/metrics.js').Metric | undefined} */
    this.by = undefined
    /** @type {Probe[]} of the positions of the line, as far as they are known */
    this.probes = []
    this.problem = ''
    this.asked = 0
  }

  createRenderRoot() {
    return this
  }

  render() {
    const { line = [], probes } = this
    const only = line.filter(({ uci }, i) => probes[i] && forkOf(probes[i], uci).kind === 'only').length
    const found = { only, moves: line.length }
    const looking = { at: Math.floor(probes.length / 2) + 1, count: Math.ceil(line.length / 2) }
    return html`${unchecked(restsOn(...probes))}${
      this.problem
        ? html`<p class="hint" role="alert">${this.problem}</p>`
        : probes.length < line.length
          ? html`<p class="hint" role="status">${say('tree.looking', looking)}</p>`
          : line.length
            ? html`<p class="hint" role="status">${say('tree.only', found)}</p>`
            : nothing
    }
      <ol class="tree-moves">${numbered(
        line,
        turnOf(this.fen),
        (ply, i) => html`<b>${shownMove(ply.san)}</b>${probes[i] ? fork(probes[i], ply.uci, this.by) : nothing}`,
        numberOf(this.fen),
      )}</ol>`
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('fen') || changed.has('by') || (changed.has('line') && this.line)) this.#ask()
  }

  async #ask() {
    const mine = ++this.asked
    const { fen, by } = this
    this.probes = []
    this.problem = ''
    if (!this.line) {
      const result = await prober.line(fen, by)
      if (mine !== this.asked) return
      if (!result.ok) return (this.problem = inOneText(result.error))
      this.line = result.value.moves
      return // the change of the line requests the rest
    }
    const { line } = this
    for (let i = 0; i < line.length; i++) {
      const result = await prober.probe(i ? line[i - 1].fen : fen, by)
      if (mine !== this.asked || !this.isConnected) return
      if (!result.ok) return (this.problem = inOneText(result.error))
      this.probes = [...this.probes, result.value]
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.asked++
  }
}

/** @param {Probe} probe @param {string} uci @param {import('../../engine/metrics.js').Metric} [by] */
function fork(probe, uci, by) {
  const { kind, others, quick } = forkOf(probe, uci)
  if (kind === 'forced') return html` <span class="hint">${say('tree.forced')}</span>`
  if (kind === 'only') return html` <span class="only">${say('tree.onlyMove')}</span>`
  if (!others.length) return nothing
  const key = kind === 'defences' ? 'tree.defences' : isDrawn(probe.category) ? 'tree.others' : 'tree.winning'
  const words = say(key, { others: others.length, quick: quick.size })
  return html`<details class="fork"><summary>${words}</summary><ul>${others.map(
    (move) => html`<li>${branch(move, quick.has(move) && kind === 'duals', by)}</li>`,
  )}</ul></details>`
}

/** @param {Move} move @param {boolean} isQuick @param {import('../../engine/metrics.js').Metric} [by] */
function branch(move, isQuick, by) {
  const grow = (/** @type {Event} */ event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.currentTarget)
    if (!details.open || details.querySelector('mw-tree') || event.target !== details) return
    details.append(Object.assign(document.createElement('mw-tree'), { fen: move.fen, by }))
  }
  return html`<details @toggle=${grow}><summary>${say('tree.branch', {
    move: shownMove(move.san),
    isQuick,
  })}</summary><button
    class="small" @click=${() => open(move.fen)}>${say('tree.show')}</button></details>`
}

customElements.define('mw-tree', Tree)
