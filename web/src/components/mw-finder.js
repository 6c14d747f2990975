import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { find, findMore, pick, stopFinding } from '../app/finding.js'
import { open } from '../app/opening.js'
import { MOST_MOVES, searched, searchedIn, searchOf, wish } from '../state/finder.js'
import { rightsInWords } from '../state/castling.js'
import { findTable } from '../state/library.js'
import { menOf, turnOf } from '../state/position.js'
import { collect } from '../state/view.js'
import { ending, integer, isDrawn, movesOf, nameOf, other, plural } from '../words.js'
import { accident } from './accident.js'
import { thumbnail } from './pieces.js'
import { uses, View } from './view.js'

/**
 * @typedef {import('../state/finder.js').Kind} Kind
 * @typedef {import('../state/finder.js').Wish} Wish
 * @typedef {import('../state/finder.js').Search} Search
 * @typedef {import('../state/state.js').Color} Color
 * @typedef {import('../engine/types.js').Found} Found
 */

/** @type {Record<Kind, {name: string, note: string}>} */
const KINDS = {
  mate: { name: 'Mate in exactly', note: 'The side to move mates in so many moves, and no sooner.' },
  mated: { name: 'Mated in exactly', note: 'The side to move is mated in so many moves, and no sooner, with best play.' },
  zugzwang: { name: 'Mutual zugzwangs', note: 'In zugzwang every move does harm, and to pass would be better: here that is so for whoever is to move, White or Black.' },
  'only-move': { name: 'Only one winning move', note: 'The side to move wins with one move, and with no other.' },
}

/** @param {Kind} kind */
const hasMoves = (kind) => kind === 'mate' || kind === 'mated'

// Positions of the class that the page is about, by what is special about them.
class Finder extends View {
  static uses = uses('finder', 'place', 'tables')

  render() {
    const { tables, place } = this.state
    const { present, large, castling } = findTable(tables, place.subject) ?? {}
    return html`<section class="finder card" aria-labelledby="finder-title">
      <h2 id="finder-title">Find positions</h2>
      ${large ? html`<p class="hint">${place.subject} is too large to be searched.</p>` : present ? this.#present(place.subject, castling?.present) : html`<p class="hint">The table of ${place.subject} has to be built first.</p>`}
    </section>`
  }

  /** @param {string} name @param {string[]} [castling]  its tables, if somebody has a rook */
  #present(name, castling) {
    const { finder } = this.state
    const search = searchOf(finder, name)
    const busy = finder.picking || search?.how === 'searching'
    return html`${this.#form(name, finder.wish, castling)}
      ${finder.pickError ? html`<div role="alert">${accident(finder.pickError)}</div>` : nothing}
      ${search ? html`<p class="summary" role="status" aria-busy=${search.how === 'searching'}>${summary(search)}</p>` : nothing}
      ${busy ? html`<div class="under-way">${bar(finder.picking ? null : search)}<button class="small" @click=${stopFinding}>Stop</button></div>` : nothing}
      ${search?.error ? html`<div role="alert">${accident(search.error)}</div>` : nothing}
      ${search?.found.length ? html`<ul class="examples" aria-label="Found positions">${search.found.map(position)}</ul>` : nothing}
      ${search?.found.length ? html`<button class="more" ?disabled=${busy} @click=${() => keep(search)}>Add ${search.found.length === 1 ? 'it' : `all ${search.found.length}`} to a set</button>` : nothing}
      ${search && hasMore(search) ? html`<button class="more" ?disabled=${busy} @click=${findMore}>${search.how === 'stopped' || search.how === 'failed' ? 'Go on' : 'More'}</button>` : nothing}`
  }

  /** @param {string} name @param {Wish} wished @param {string[]} [castling] */
  #form(name, { kind, moves, turn }, castling) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault()
      find(name)
    }
    const chooseKind = (/** @type {Event} */ event) =>
      store.update(wish, { kind: /** @type {Kind} */ (/** @type {HTMLSelectElement} */ (event.target).value) })
    const chooseMoves = (/** @type {Event} */ event) => {
      const { value, validity } = /** @type {HTMLInputElement} */ (event.target)
      if (validity.valid) store.update(wish, { moves: Number(value) })
    }
    const chosen = searchedIn(this.state, name)
    const chooseCastling = (/** @type {Event} */ event) => store.update(wish, { castling: /** @type {HTMLSelectElement} */ (event.target).value })
    return html`<form @submit=${submit}>
      <div class="wish">
        <select aria-label="What to find" @change=${chooseKind}>${Object.entries(KINDS).filter(([value]) => this.state.metric === 'dtm' || !hasMoves(/** @type {Kind} */ (value))).map(([value, { name }]) =>
          html`<option value=${value} ?selected=${value === kind}>${name}</option>`)}</select>
        ${hasMoves(kind) ? html`<label class="moves"><input type="number" min="1" max=${MOST_MOVES} required .value=${String(moves)} aria-label="Moves" @input=${chooseMoves}> moves</label>` : nothing}
        <div class="segments" role="group" aria-label="Side to move">${this.#turn('white', turn)}${this.#turn('black', turn)}</div>
        ${castling?.length ? html`<select aria-label="Who may castle" @change=${chooseCastling}><option value="" .selected=${chosen === name}>Nobody may castle</option>${castling.map((each) =>
          html`<option value=${each} .selected=${each === chosen}>May castle: ${rightsInWords(each)}</option>`)}</select>` : nothing}
      </div>
      <p class="hint">${KINDS[kind].note}${castling && !castling.length ? ' Positions in which somebody may still castle are not searched.' : ''}</p>
      <div class="actions"><button class="primary">Find</button>
        <button type="button" title="Opens one of them on the board" @click=${() => pick(name)}>One at random</button></div>
    </form>`
  }

  /** @param {Color} color @param {Color} turn */
  #turn(color, turn) {
    return html`<button type="button" aria-pressed=${color === turn} @click=${() => store.update(wish, { turn: color })}>${nameOf(color)} to move</button>`
  }
}

/** @param {Search} search */
const keep = (search) => store.update(collect, { name: `${search.table}: ${describe(search)}`, positions: search.found.map(({ fen }) => ({ fen, name: '' })) })

/** @param {Search} search */
function describe({ wish: { kind, moves, turn }, table }) {
  const rights = rightsInWords(table)
  return `${KINDS[kind].name}${hasMoves(kind) ? ` ${moves}` : ''}, ${nameOf(turn)} to move${rights ? `, who may castle: ${rights}` : ''}`
}

/** The button for more stays where it is while more is looked for. @param {Search} search */
const hasMore = ({ how, found }) => how !== 'complete' && (how !== 'searching' || found.length > 0)

/** How far the search is. @param {Search} search */
function summary(search) {
  const { how, found, total } = search
  const count = total === null ? integer(found.length) : `${integer(found.length)} of ${integer(total)}`
  return html`<b>${describe(search)}.</b> ${
    how === 'failed' ? 'The search ended before its time.'
    : how === 'stopped' ? `Stopped after ${percentOf(search)}% of the table, with ${count} found. There may be more.`
    : how !== 'complete' ? `${count} found so far.`
    : found.length ? `All are here: ${plural(found.length, 'position')}.${search.table === search.class ? ' Of mirrored positions one is shown.' : ''}`
    : `${search.table} has no such position.`}`
}

/** @param {Search} search */
const percentOf = (search) => Math.floor(100 * searched(search))

/** How much of the table is searched, if there is a search and not just a pick. @param {Search | null} search */
function bar(search) {
  if (!search) return html`<span class="spinner"></span><span>Looking for one</span>`
  const percent = percentOf(search)
  return html`<span class="thin" role="progressbar" aria-label="Searched" aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span>`
}

/** @param {Found} found */
function position(found) {
  return html`<li><button class="example" @click=${() => open(found.fen)}>${thumbnail(found.fen)}${saysOf(found).map((words) =>
    html`<span>${words}</span>`)}<span class="unseen">${menOf(found.fen)}</span></button></li>`
}

/** @param {Found} found */
function saysOf({ fen, category, dtm, passed, move }) {
  const turn = turnOf(fen)
  if (passed) return [fares({ category, dtm }, turn), fares(passed, other(turn))]
  const words = ending({ category, dtm }, turn)
  return [move ? `${words}, only by ${squares(move)}` : words]
}

/** How it ends for whoever is to move, where he doesn't win. @param {NonNullable<Found['passed']>} judged @param {Color} mover */
const fares = ({ category, dtm }, mover) => `${nameOf(mover)} to move ${isDrawn(category) ? 'draws' : dtm === null ? 'loses' : `is mated in ${movesOf(dtm)}`}`

/** A move without its piece: e7e8q -> e7–e8=Q. @param {string} uci */
const squares = (uci) => `${uci.slice(0, 2)}–${uci.slice(2, 4)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}`

customElements.define('mw-finder', Finder)
