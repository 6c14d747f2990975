import { html, nothing } from 'lit'
import { countsMates } from '../../metrics.js'
import { store } from '../../shell/app.js'
import { find, findAll, findMore, pick, saveAll, saveFound, stopFinding, stopSaving } from './find.effects.js'
import { menField, scope, themes } from './finder-options.view.js'
import { fromEasiest, fromHardest } from '../difficulty/difficulty.js'
import { stars } from '../difficulty/stars.view.js'
import { open } from '../board/open.effects.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import {
  expected,
  inView,
  isRated,
  MOST_FOUND,
  MOST_MOVES,
  MOST_SAVED,
  PAGE,
  searched,
  searchedIn,
  searchOf,
  secondsLeft,
  setSort,
  wish,
} from './finder.js'
import { hasPlies, isAboutOne, isOfMates, themeOf } from './query.js'
import { rightsInWords } from '../board/castling.js'
import { findTable } from '../tables/library.js'
import { MOST_FOUND as MOST_IN_SET } from '../paste/pasted.js'
import { menOf, turnOf } from '../board/position.js'
import { collect } from '../sets/collecting.js'
import { ending, isDrawn, movesOf, other, roundly } from '../../words.js'
import { accident } from '../../ui/accident.js'
import { thumbnail } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import { uses, View } from '../../ui/view.js'

/**
 * @typedef {import('./finder.js').Kind} Kind
 * @typedef {import('./finder.js').Wish} Wish
 * @typedef {import('./finder.js').Search} Search
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../engine/types.js').Found} Found
 */

/** @type {Record<Kind, {name: string, note: string}>} */
const KINDS = {
  mate: { name: say('finder.mate'), note: say('finder.mateHint') },
  mated: { name: say('finder.mated'), note: say('finder.matedHint') },
  zugzwang: { name: say('finder.zugzwang'), note: say('finder.zugzwangHint') },
  'cyclic-zugzwang': { name: say('finder.cyclic'), note: say('finder.cyclicHint') },
  'only-move': { name: say('finder.onlyMove'), note: say('finder.onlyMoveHint') },
  'only-draw': { name: say('finder.onlyDraw'), note: say('finder.onlyDrawHint') },
  any: { name: say('finder.any'), note: say('finder.anyHint') },
}

/** The wishes in words, with their numbers. @type {Record<Kind, import('../../language.js').Key>} */
const SOUGHT = {
  mate: 'finder.sought.mate',
  mated: 'finder.sought.mated',
  zugzwang: 'finder.zugzwang',
  'cyclic-zugzwang': 'finder.cyclic',
  'only-move': 'finder.sought.onlyMove',
  'only-draw': 'finder.sought.onlyDraw',
  any: 'finder.any',
}

/** The largest numbers of plies and of single moves in a row that a wish can have. */
const MOST_PLIES = 254
const MOST_IN_ROW = 30

// A search for special positions of the page's class.
class Finder extends View {
  static uses = uses('finder', 'place', 'tables', 'ratings')

  render() {
    const { tables, place } = this.state
    const { present, large, castling } = findTable(tables, place.subject) ?? {}
    return html`<section class="finder card" aria-labelledby="finder-title">
      <h2 id="finder-title">${say('finder.title')}</h2>
      ${
        large
          ? html`<p class="hint">${say('finder.tooLarge', { name: place.subject })}</p>`
          : present
            ? this.#present(place.subject, castling?.present)
            : html`<p class="hint">${say('finder.notBuilt', { name: place.subject })}</p>`
      }
    </section>`
  }

  /** @param {string} name @param {string[]} [castling]  its tables, if somebody has a rook */
  #present(name, castling) {
    const { finder } = this.state
    const search = searchOf(finder, name)
    const busy = finder.picking || search?.how === 'searching'
    const isRefused = !!search?.error && !search.entries // for the wish itself: it has to change
    return html`${this.#form(name, finder.wish, castling)}
      ${finder.pickError ? html`<div role="alert">${accident(finder.pickError)}</div>` : nothing}
      ${
        search && !isRefused
          ? html`<p class="summary" role="status" aria-busy=${search.how === 'searching'}>${summary(search)}</p>`
          : nothing
      }
      ${
        busy
          ? html`<div class="under-way">${bar(finder.picking ? null : search)}<button class="small"
        @click=${stopFinding}>${say('common.stop')}</button></div>`
          : nothing
      }
      ${search?.error ? html`<div role="alert">${accident(search.error)}</div>` : nothing}
      ${search?.found.length ? this.#found(search) : nothing}
      ${search && !isRefused ? this.#actions(search, busy) : nothing}`
  }

  /** The positions in view, by class if there are several. @param {Search} search */
  #found(search) {
    const { ratings, finder } = this.state
    const list = inView(search)
    const rated = isRated(search.wish.kind)
    const sort = rated ? finder.sort : ''
    const sorted = sort === 'easy' ? fromEasiest(list, ratings) : sort === 'hard' ? fromHardest(list, ratings) : list
    const names = new Set(sort ? [''] : sorted.map(({ class: name = '' }) => name))
    const choose = (/** @type {Event} */ event) =>
      store.update(setSort, /** @type {any} */ (/** @type {HTMLSelectElement} */ (event.target).value))
    const order = html`<label class="sort">${say('finder.sort')} <select class="small" @change=${choose}>${[
      '',
      'easy',
      'hard',
    ].map(
      (each) => html`<option value=${each} .selected=${each === sort}>${say('finder.sortBy', { sort: each })}</option>`,
    )}</select></label>`
    return html`${rated ? order : html`<p class="hint">${say('finder.unrated')}</p>`}${[...names].map(
      (name) =>
        html`${name ? html`<h3>${name}</h3>` : nothing}<ul class="examples" aria-label=${
          name || say('finder.found')
        }>${sorted
          .filter((each) => sort || (each.class ?? '') === name)
          .map((each) => position(each, sort ? ratings[each.fen] : null))}</ul>`,
    )}`
  }

  /** A file of all positions, which are more than those found so far. @param {Search} search @param {boolean} busy */
  #saveAll(search, busy) {
    const { saving, saveError, saveEnd } = this.state.finder
    const { how, found, wish: wished, also } = search
    if (saving)
      return html`<div class="under-way saving"><span role="status" aria-busy="true">${say('finder.saving', {
        count: saving.count,
      })}</span>
        ${timeLeft(saving.left, also)}${thin(Math.floor(100 * saving.share), say('finder.savingBar'))}<button
          class="small" @click=${() => stopSaving()}>${say('common.stop')}</button></div>`
    const isNeeded = !busy && (how !== 'complete' || wished.varied) && (how !== 'failed' || found.length > 0)
    return html`${
      saveError ? html`<div role="alert">${say('finder.saveStopped')} ${accident(saveError)}</div>` : nothing
    }${saveEnd ? html`<p class="hint" role="status">${endInWords(saveEnd)}</p>` : nothing}${
      isNeeded
        ? html`<div class="actions save-all">${['epd', 'csv'].map(
            (form) =>
              html`<button class="quiet small" @click=${() => this.#save(/** @type {any} */ (form))}>${say(
                'finder.saveAll',
                { form: form.toUpperCase() },
              )}</button>`,
          )}</div>`
        : nothing
    }`
  }

  /** The button goes, so Stop gets the focus. In the end the button gets it back. @param {'epd' | 'csv'} form */
  async #save(form) {
    const focus = async (/** @type {string} */ selector) => {
      await this.updateComplete
      const button = /** @type {HTMLElement | null} */ (this.querySelector(selector))
      button?.focus()
    }
    const end = saveAll(form)
    await focus('.saving button')
    const stop = document.activeElement
    await end
    const { activeElement, body } = document
    const nth = form === 'epd' ? 1 : 2
    if (activeElement === stop || activeElement === body) await focus(`.save-all button:nth-child(${nth})`)
  }

  /** @param {Search} search @param {boolean} busy */
  #actions(search, busy) {
    const { how, found } = search
    const more = how === 'stopped' || how === 'failed' ? say('finder.goOn') : say('finder.more')
    const count = Math.min(found.length, MOST_IN_SET)
    const add = count < found.length ? say('finder.addFirst', { count }) : say('finder.add', { count })
    return html`<div class="actions after">
      ${
        hasMore(search)
          ? html`<button class="more" ?disabled=${busy} @click=${findMore}>${more}</button>
        <button ?disabled=${busy} title=${say('finder.allHint', { most: MOST_FOUND })} @click=${findAll}>${say(
          'finder.all',
        )}</button>`
          : nothing
      }
      ${
        found.length && !busy
          ? html`<button class="quiet" @click=${() => keep(search)}>${add}</button><button
        class="quiet" @click=${() => saveFound('epd')}>${say('finder.saveEpd')}</button><button
        class="quiet" @click=${() => saveFound('csv')}>${say('finder.saveCsv')}</button><button
        class="quiet" @click=${() => saveFound('pgn')}>${say('finder.savePgn')}</button>`
          : nothing
      }
    </div>
    ${this.#saveAll(search, busy)}`
  }

  /** @param {string} name @param {Wish} wished @param {string[]} [castling] */
  #form(name, wished, castling) {
    const { kind, moves, toMoves, plies, toPlies, turn, men, theme, row, varied } = wished
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault()
      find(name)
    }
    const chooseKind = (/** @type {Event} */ event) =>
      store.update(wish, { kind: /** @type {Kind} */ (/** @type {HTMLSelectElement} */ (event.target).value) })
    const chosen = searchedIn(this.state, name)
    const chooseCastling = (/** @type {Event} */ event) =>
      store.update(wish, { castling: /** @type {HTMLSelectElement} */ (event.target).value })
    const chooseVaried = (/** @type {Event} */ event) =>
      store.update(wish, { varied: /** @type {HTMLInputElement} */ (event.target).checked })
    const kinds = Object.entries(KINDS).filter(
      ([value]) => countsMates(this.state.metric) || !isOfMates(/** @type {Kind} */ (value)),
    )
    return html`<form @submit=${submit}>
      <div class="wish">
        <select aria-label=${say('finder.what')} @change=${chooseKind}>${kinds.map(
          ([value, { name }]) => html`<option value=${value} ?selected=${value === kind}>${name}</option>`,
        )}</select>
        ${
          isOfMates(kind)
            ? html`<span class="moves">${rich('finder.moves', {
                from: number('moves', say('finder.movesFrom'), moves, MOST_MOVES),
                to: number('toMoves', say('finder.movesTo'), toMoves, MOST_MOVES),
              })}</span>`
            : nothing
        }
        ${
          isAboutOne(kind)
            ? html`${themes(theme, chosen !== name)}<span class="moves">${rich('finder.row', {
                row: number('row', say('finder.rowLabel'), row, MOST_IN_ROW),
              })}</span>`
            : nothing
        }
        <div class="segments" role="group" aria-label=${say('common.sideToMove')}>${this.#turn(
          'white',
          turn,
        )}${this.#turn('black', turn)}${this.#turn('either', turn)}</div>
        ${
          castling?.length
            ? html`<select aria-label=${say('finder.castling')} @change=${chooseCastling}>
          <option value="" .selected=${chosen === name}>${say('finder.noCastling')}</option>${castling.map(
            (each) =>
              html`<option value=${each} .selected=${each === chosen}>${say('finder.mayCastle', {
                rights: rightsInWords(each),
              })}</option>`,
          )}</select>`
            : nothing
        }
      </div>
      <p class="hint">${sentences(KINDS[kind].note, castling && !castling.length && say('finder.withoutCastling'))}</p>
      <details class="filters" ?open=${kind === 'any'}><summary>${say('finder.filters')}</summary><div class="wish">
        ${menField(men)}
        ${scope(name, wished)}
        ${
          !hasPlies(kind) || !countsMates(this.state.metric)
            ? nothing
            : html`<span class="moves">${rich('finder.plies', {
                from: number('plies', say('finder.pliesFrom'), plies, MOST_PLIES),
                to: number('toPlies', say('finder.pliesTo'), toPlies, MOST_PLIES),
              })}</span>`
        }
        <label class="check"><input type="checkbox" .checked=${varied} @change=${chooseVaried}> ${say(
          'finder.varied',
        )}</label>
      </div></details>
      <div class="actions"><button class="primary">${say('finder.find')}</button>
        <button type="button" title=${say('finder.pickHint')}
          @click=${() => pick(name)}>${say('finder.pick')}</button></div>
    </form>`
  }

  /** @param {Wish['turn']} color @param {Wish['turn']} turn */
  #turn(color, turn) {
    return html`<button type="button" aria-pressed=${color === turn}
      @click=${() => store.update(wish, { turn: color })}>${say('finder.toMove', { side: color })}</button>`
  }
}

/** @param {Search} search */
const keep = (search) =>
  store.update(collect, {
    name: say('finder.setName', { table: search.table, wish: describe(search) }),
    positions: search.found.slice(0, MOST_IN_SET).map(({ fen }) => ({ fen, name: '' })),
  })

/** @param {Search} search */
function describe({ wish: wished, table, also }) {
  const { kind, moves, toMoves, plies, toPlies, turn, men, row } = wished
  const theme = themeOf(table, wished)
  const rights = rightsInWords(table)
  return [
    say(SOUGHT[kind], { moves, toMoves, range: toMoves > moves, row }),
    theme && say('finder.theme', { theme }),
    say('finder.toMove', { side: turn }),
    hasPlies(kind) && (plies || toPlies) && say('finder.sought.plies', { from: plies || 0, to: toPlies || 0 }),
    men.trim(),
    rights && say('finder.sought.castling', { rights }),
    also.length && say('finder.classes', { count: also.length }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The button for more keeps its place during a search for more. @param {Search} search */
const hasMore = ({ how, found }) =>
  how !== 'complete' && found.length < MOST_FOUND && (how !== 'searching' || found.length > 0)

/** How far the search is. @param {Search} search */
function summary(search) {
  return rich('finder.summary', { wish: describe(search), result: result(search) })
}

/** @param {Search} search */
function result(search) {
  const { how, found, total, table, wish, also } = search
  const numbers = { count: found.length, known: total !== null, total }
  const all = expected(search)
  const more = all !== null && say('finder.between', all)
  const shown = Math.max(search.shown, PAGE)
  const unseen = found.length > shown && say('finder.unseen', { count: shown })
  if (how === 'failed') return say('finder.failed')
  if (how === 'stopped') return sentences(say('finder.stopped', { percent: percentOf(search), ...numbers }), more)
  if (how !== 'complete') return sentences(say('finder.soFar', numbers), more, unseen)
  if (!found.length) return say('finder.none', { table, several: also.length > 0 })
  if (wish.varied) return sentences(say('finder.foundVaried', numbers), unseen)
  return sentences(say('finder.foundAll', numbers), table === search.class && say('finder.mirrored'), unseen)
}

/** Joins sentences, except the empty ones. @param {(string | false | undefined)[]} all */
const sentences = (...all) => all.filter(Boolean).join(' ')

/** @param {Search} search */
const percentOf = (search) => Math.floor(100 * searched(search))

/** How much of the table is searched, if there is a search and not just a pick. @param {Search | null} search */
function bar(search) {
  if (!search) return html`<span class="spinner"></span><span>${say('finder.picking')}</span>`
  const percent = percentOf(search)
  const left = secondsLeft(search)
  return html`${timeLeft(left, search.also)}${thin(percent, say('finder.searched'))}`
}

/** @param {number | null} seconds @param {string[]} also  more tables */
const timeLeft = (seconds, also) =>
  seconds === null
    ? nothing
    : html`<span>${say('finder.left', { time: roundly(seconds), several: also.length > 0 })}</span>`

/** @param {'most' | 'left'} end  of a file */
const endInWords = (end) => (end === 'most' ? say('finder.savedMost', { count: MOST_SAVED }) : say('finder.saveLeft'))

/** @param {number} percent  of the tables that is searched @param {string} name */
const thin = (percent, name) =>
  html`<span class="thin" role="progressbar" aria-label=${name} aria-valuenow=${percent}
    aria-valuemin="0" aria-valuemax="100"><i style="width:${percent}%"></i></span>`

/** @param {Found} found @param {import('../../engine/border.js').Rating | null} [rating] */
function position(found, rating) {
  return html`<li><button class="example" @click=${() => open(found.fen)}>${thumbnail(found.fen)}${resultsOf(found).map(
    (words) => html`<span>${words}</span>`,
  )}${stars(rating)}<span class="unseen">${menOf(found.fen)}</span></button></li>`
}

/** @param {Found} found */
function resultsOf({ fen, category, dtm, passed, san }) {
  const turn = turnOf(fen)
  if (passed) return [fares({ category, dtm }, turn), fares(passed, other(turn))]
  const words = ending({ category, dtm }, turn)
  return [san ? say('finder.onlyBy', { ending: words, move: shownMove(san) }) : words]
}

/**
 * The result of the side to move, which does not win.
 * @param {NonNullable<Found['passed']>} judged
 * @param {Color} mover
 */
function fares({ category, dtm }, mover) {
  if (isDrawn(category)) return say('finder.fares.draws', { mover })
  if (dtm === null) return say('finder.fares.loses', { mover })
  return say('finder.fares.isMated', { mover, moves: movesOf(dtm) })
}

/**
 * A field for a number, 0 if it is empty.
 * @param {'moves' | 'toMoves' | 'plies' | 'toPlies' | 'row'} key
 * @param {string} label
 * @param {number} value
 * @param {number} most
 */
function number(key, label, value, most) {
  const choose = (/** @type {Event} */ event) => {
    const { value, validity } = /** @type {HTMLInputElement} */ (event.target)
    if (validity.valid) store.update(wish, { [key]: Number(value) })
  }
  return html`<input type="number" min="1" max=${most} ?required=${key === 'moves'}
    .value=${value ? String(value) : ''} aria-label=${label} @input=${choose}>`
}

customElements.define('mw-finder', Finder)
