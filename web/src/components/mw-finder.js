import { html, nothing } from 'lit'
import { store } from '../app/app.js'
import { find, findAll, findMore, pick, saveFound, secondsLeft, stopFinding } from '../app/finding.js'
import { open } from '../app/opening.js'
import { expected, isAboutOne, isOfMates, MOST_FOUND, MOST_MOVES, PAGE, searched, searchedIn, searchOf, wish } from '../state/finder.js'
import { rightsInWords } from '../state/castling.js'
import { findTable } from '../state/library.js'
import { MOST_FOUND as MOST_IN_SET } from '../state/pasted.js'
import { menOf, turnOf } from '../state/position.js'
import { collect } from '../state/view.js'
import { ending, integer, isDrawn, movesOf, nameOf, other, plural, roundly } from '../words.js'
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
  'only-draw': { name: 'Only one drawing move', note: 'The side to move draws with one move, and loses with every other.' },
  any: { name: 'Any positions', note: 'Say below what they are to be like.' },
}

/** The most plies and single moves in a row that can be asked for. */
const MOST_PLIES = 254
const MOST_IN_ROW = 30

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
      ${search?.found.length ? html`<ul class="examples" aria-label="Found positions">${search.found.slice(0, Math.max(search.shown, PAGE)).map(position)}</ul>` : nothing}
      ${search ? this.#actions(search, busy) : nothing}`
  }

  /** @param {Search} search @param {boolean} busy */
  #actions(search, busy) {
    return html`<div class="actions after">
      ${hasMore(search) ? html`<button class="more" ?disabled=${busy} @click=${findMore}>${search.how === 'stopped' || search.how === 'failed' ? 'Go on' : 'More'}</button>
        <button ?disabled=${busy} title="Up to ${integer(MOST_FOUND)}" @click=${findAll}>Find all</button>` : nothing}
      ${search.found.length && !busy ? html`<button class="quiet" @click=${() => keep(search)}>Add ${search.found.length === 1 ? 'it' : search.found.length > MOST_IN_SET ? `the first ${MOST_IN_SET}` : `all ${search.found.length}`} to a set</button><button class="quiet" @click=${() => saveFound('epd')}>Save as EPD</button><button class="quiet" @click=${() => saveFound('pgn')}>Save as PGN</button>` : nothing}
    </div>`
  }

  /** @param {string} name @param {Wish} wished @param {string[]} [castling] */
  #form(name, { kind, moves, toMoves, plies, toPlies, turn, men, row, varied }, castling) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault()
      find(name)
    }
    const chooseKind = (/** @type {Event} */ event) =>
      store.update(wish, { kind: /** @type {Kind} */ (/** @type {HTMLSelectElement} */ (event.target).value) })
    /** A field for a number, 0 if it is empty. @param {'moves' | 'toMoves' | 'plies' | 'toPlies' | 'row'} what @param {string} label @param {number} value @param {number} most */
    const number = (what, label, value, most) => {
      const choose = (/** @type {Event} */ event) => {
        const { value, validity } = /** @type {HTMLInputElement} */ (event.target)
        if (validity.valid) store.update(wish, { [what]: Number(value) })
      }
      return html`<input type="number" min="1" max=${most} ?required=${what === 'moves'} .value=${value ? String(value) : ''} aria-label=${label} @input=${choose}>`
    }
    const chosen = searchedIn(this.state, name)
    const chooseCastling = (/** @type {Event} */ event) => store.update(wish, { castling: /** @type {HTMLSelectElement} */ (event.target).value })
    return html`<form @submit=${submit}>
      <div class="wish">
        <select aria-label="What to find" @change=${chooseKind}>${Object.entries(KINDS).filter(([value]) => this.state.metric === 'dtm' || !isOfMates(/** @type {Kind} */ (value))).map(([value, { name }]) =>
          html`<option value=${value} ?selected=${value === kind}>${name}</option>`)}</select>
        ${isOfMates(kind) ? html`<span class="moves">${number('moves', 'Moves', moves, MOST_MOVES)} to ${number('toMoves', 'Up to', toMoves, MOST_MOVES)} moves</span>` : nothing}
        ${isAboutOne(kind) ? html`<span class="moves">${number('row', 'Single moves in a row', row, MOST_IN_ROW)} in a row</span>` : nothing}
        <div class="segments" role="group" aria-label="Side to move">${this.#turn('white', turn)}${this.#turn('black', turn)}${this.#turn('either', turn)}</div>
        ${castling?.length ? html`<select aria-label="Who may castle" @change=${chooseCastling}><option value="" .selected=${chosen === name}>Nobody may castle</option>${castling.map((each) =>
          html`<option value=${each} .selected=${each === chosen}>May castle: ${rightsInWords(each)}</option>`)}</select>` : nothing}
      </div>
      <p class="hint">${KINDS[kind].note}${castling && !castling.length ? ' Positions in which somebody may still castle are not searched.' : ''}</p>
      <details class="filters" ?open=${kind === 'any'}><summary>More about them</summary><div class="wish">
        <label class="men">Where men stand <input type="text" maxlength="160" placeholder="white pawn on h7, rook on the d-file" .value=${men} @input=${(/** @type {Event} */ event) => store.update(wish, { men: /** @type {HTMLInputElement} */ (event.target).value })}></label>
        ${isOfMates(kind) || this.state.metric !== 'dtm' ? nothing : html`<span class="moves">Mate in ${number('plies', 'Plies to mate at least', plies, MOST_PLIES)} to ${number('toPlies', 'Plies to mate at most', toPlies, MOST_PLIES)} plies</span>`}
        <label class="check"><input type="checkbox" .checked=${varied} @change=${(/** @type {Event} */ event) => store.update(wish, { varied: /** @type {HTMLInputElement} */ (event.target).checked })}> Varied: far from each other, not neighbours</label>
      </div></details>
      <div class="actions"><button class="primary">Find</button>
        <button type="button" title="Opens one of them on the board" @click=${() => pick(name)}>One at random</button></div>
    </form>`
  }

  /** @param {Wish['turn']} color @param {Wish['turn']} turn */
  #turn(color, turn) {
    return html`<button type="button" aria-pressed=${color === turn} @click=${() => store.update(wish, { turn: color })}>${mover(color)} to move</button>`
  }
}

/** @param {Wish['turn']} turn */
const mover = (turn) => (turn === 'either' ? 'Either' : nameOf(turn))

/** @param {Search} search */
const keep = (search) => store.update(collect, { name: `${search.table}: ${describe(search)}`, positions: search.found.slice(0, MOST_IN_SET).map(({ fen }) => ({ fen, name: '' })) })

/** @param {Search} search */
function describe({ wish: { kind, moves, toMoves, plies, toPlies, turn, men, row }, table }) {
  const rights = rightsInWords(table)
  return [
    `${KINDS[kind].name}${isOfMates(kind) ? ` ${moves}${toMoves > moves ? ` to ${toMoves}` : ''}` : ''}${isAboutOne(kind) && row > 1 ? `, ${row} times in a row` : ''}`,
    `${mover(turn)} to move`,
    !isOfMates(kind) && (plies || toPlies) && `mate in ${plies || 0} to ${toPlies || 'any'} plies`, men.trim(), rights && `who may castle: ${rights}`,
  ].filter(Boolean).join(', ')
}

/** The button for more stays where it is while more is looked for. @param {Search} search */
const hasMore = ({ how, found }) => how !== 'complete' && found.length < MOST_FOUND && (how !== 'searching' || found.length > 0)

/** How far the search is. @param {Search} search */
function summary(search) {
  const { how, found, total } = search
  const count = total === null ? integer(found.length) : `${integer(found.length)} of ${integer(total)}`
  const all = expected(search)
  const more = all === null ? '' : ` About ${integer(all)} are to be expected in all.`
  const unseen = found.length > Math.max(search.shown, PAGE) ? ` The first ${integer(Math.max(search.shown, PAGE))} are shown; files have all.` : ''
  return html`<b>${describe(search)}.</b> ${
    how === 'failed' ? 'The search ended before its time.'
    : how === 'stopped' ? `Stopped after ${percentOf(search)}% of the table, with ${count} found. There may be more.${more}`
    : how !== 'complete' ? `${count} found so far.${more}${unseen}`
    : found.length && search.wish.varied ? `${plural(found.length, 'position')}, one from each of 256 parts of the table that has some.${unseen}`
    : found.length ? `All are here: ${plural(found.length, 'position')}.${search.table === search.class ? ' Of mirrored positions one is shown.' : ''}${unseen}`
    : `${search.table} has no such position.`}`
}

/** @param {Search} search */
const percentOf = (search) => Math.floor(100 * searched(search))

/** How much of the table is searched, if there is a search and not just a pick. @param {Search | null} search */
function bar(search) {
  if (!search) return html`<span class="spinner"></span><span>Looking for one</span>`
  const percent = percentOf(search)
  const left = secondsLeft(search)
  return html`${left === null ? nothing : html`<span>${roundly(left)} left for all of the table</span>`}<span class="thin" role="progressbar" aria-label="Searched" aria-valuenow=${percent} aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span>`
}

/** @param {Found} found */
function position(found) {
  return html`<li><button class="example" @click=${() => open(found.fen)}>${thumbnail(found.fen)}${saysOf(found).map((words) =>
    html`<span>${words}</span>`)}<span class="unseen">${menOf(found.fen)}</span></button></li>`
}

/** @param {Found} found */
function saysOf({ fen, category, dtm, passed, san }) {
  const turn = turnOf(fen)
  if (passed) return [fares({ category, dtm }, turn), fares(passed, other(turn))]
  const words = ending({ category, dtm }, turn)
  return [san ? `${words}, only by ${san}` : words]
}

/** How it ends for whoever is to move, where he doesn't win. @param {NonNullable<Found['passed']>} judged @param {Color} mover */
const fares = ({ category, dtm }, mover) => `${nameOf(mover)} to move ${isDrawn(category) ? 'draws' : dtm === null ? 'loses' : `is mated in ${movesOf(dtm)}`}`

customElements.define('mw-finder', Finder)
