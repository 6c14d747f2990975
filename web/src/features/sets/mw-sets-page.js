import { html, nothing } from 'lit'
import { countsMates } from '../../metrics.js'
import { open } from '../board/open.effects.js'
import { openPaper } from '../paper/paper.effects.js'
import { addFromTable } from './set-tables.effects.js'
import * as app from './sets.effects.js'
import { practiseSet } from './train.effects.js'
import { say } from '../../language.js'
import { courseCard } from '../course/course.view.js'
import { dailyCard } from '../daily/daily.view.js'
import { stars } from '../difficulty/stars.view.js'
import { SETS, setPage } from '../../shell/address.js'
import { menOf, turnOf } from '../board/position.js'
import { DEPTHS, hasRandomWins } from '../practice/practice.js'
import { needsCard } from './set-needs.view.js'
import { surveyOf } from './survey.js'
import { CLASSICS, sameSet, setsOf, tallyInWords } from './sets.js'
import {
  alertIcon,
  closeIcon,
  clearIcon,
  downIcon,
  exportIcon,
  importIcon,
  linkIcon,
  pasteIcon,
  pictureIcon,
  playIcon,
  upIcon,
} from '../../ui/icons.js'
import { link } from '../../ui/link.js'
import { thumbnail } from '../../ui/pieces.js'
import { rich } from '../../ui/rich.js'
import styles from './sets.css?inline'
import { toMove } from '../../words.js'
import { uses, View } from '../../ui/view.js'
import '../builds/mw-build.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./sets.js').SetContent} SetContent
 * @typedef {import('./sets.js').SetPosition} SetPosition
 * @typedef {import('./set-tables.effects.js').Theme} Theme
 */

document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))

/** @type {Record<Theme, string>} */
const THEMES = {
  win: say('setsPage.theme.win'),
  draw: say('setsPage.theme.draw'),
  zugzwang: say('setsPage.theme.zugzwang'),
  'only-move': say('setsPage.theme.onlyMove'),
}

/** The largest number of pictures of a set in the list. */
const SHOWN = 6

// All sets, or an editor of one.
class SetsPage extends View {
  static uses = uses('place', 'sets', 'setProblem', 'tables', 'metric', 'ratings', 'survey', 'build')
  static properties = { deleting: { state: true }, adding: { state: true }, theme: { state: true } }

  constructor() {
    super()
    /** @type {PracticeSet | null} that the user may delete */
    this.deleting = null
    /** Whether a search for positions of a table is under way. */
    this.adding = false
    /** @type {Theme} */
    this.theme = 'win'
  }

  render() {
    const { setProblem, place } = this.state
    const sets = setsOf(this.state)
    const set = sets?.find(({ id }) => id === place.subject)
    return html`<div class="sets-page">
      ${
        setProblem
          ? html`<section class="card problem" role="alert">${alertIcon}<div><p>${setProblem}</p></div>
        <button class="quiet icon-button" aria-label=${say('common.dismiss')}
          @click=${app.dismissProblem}>${closeIcon}</button></section>`
          : nothing
      }
      ${
        !sets
          ? html`<p class="looking"><span class="spinner"></span>${say('setsPage.opening')}</p>`
          : set
            ? this.#one(set)
            : place.subject
              ? gone
              : this.#all(sets)
      }
      <dialog class="sheet narrow" aria-labelledby="delete-set" @close=${() => (this.deleting = null)}>${
        this.deleting ? questionOf(this.deleting) : nothing
      }</dialog>
    </div>`
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('deleting') && this.deleting) this.querySelector('dialog')?.showModal()
  }

  /** @param {PracticeSet[]} sets */
  #all(sets) {
    return html`<header class="page-head"><div><h1>${say('setsPage.title')}</h1>
        <p>${say('setsPage.lead')}</p></div>
      <div class="actions"><button @click=${app.makeEmpty}>${say('setsPage.new')}</button>${importButton}</div></header>
      <div class="own-sets">${dailyCard(this.state)}${courseCard(this.state)}</div>
      <ul class="sets" aria-label=${say('setsPage.title')}>${sets.map((set) =>
        this.#card(set, set),
      )}${sameSet(this.state, CLASSICS) ? nothing : this.#card(CLASSICS)}</ul>`
  }

  /** @param {SetContent} content @param {PracticeSet} [set]  if it is the user's own */
  #card(content, set) {
    const { name, positions } = content
    const rest = positions.length - SHOWN
    return html`<li class="card"><div><h2>${set ? link(setPage(set.id), name) : name}</h2>
        <p>${
          set ? say('setsPage.tally', { tally: tallyInWords(set), passing: !!set.passing }) : say('setsPage.classics')
        }</p></div>
      <p class="pictures">${positions.slice(0, SHOWN).map(({ fen }) => thumbnail(fen))}${
        rest > 0 ? html`<small>${say('setsPage.more', { rest })}</small>` : nothing
      }</p>
      ${this.#actions(content, set)}</li>`
  }

  /** @param {SetContent} content @param {PracticeSet} [set] */
  #actions(content, set) {
    const none = !content.positions.length
    const { name, positions } = content
    return html`<div class="actions"><button class="primary"
        aria-label=${say('setsPage.practiseIt', { name })} ?disabled=${none}
        @click=${() => practiseSet(content)}>${playIcon}${say('setsPage.practise')}</button>
      <button aria-label=${say('setsPage.linkIt', { name })} ?disabled=${none}
        @click=${() => app.shareSet(content)}>${linkIcon}${say('setsPage.link')}</button>
      <button aria-label=${say('setsPage.pgnOfIt', { name })} ?disabled=${none}
        @click=${() => app.saveSetPgn(content)}>${exportIcon}${say('setsPage.pgn')}</button>
      <button aria-label=${say('setsPage.fileOfIt', { name })} ?disabled=${none}
        @click=${() => app.saveSetJson(content)}>${exportIcon}${say('setsPage.file')}</button>
      <button aria-label=${say('setsPage.printIt', { name })} ?disabled=${none}
        @click=${() => openPaper({ title: name, positions })}>${pictureIcon}${say('setsPage.print')}</button>
      ${
        set?.passing
          ? html`<button aria-label=${say('setsPage.keepIt', { name })}
        @click=${() => app.keepSet(set.id)}>${say('setsPage.keep')}</button>`
          : nothing
      }
      ${
        set
          ? html`<button class="quiet icon-button"
        aria-label=${say('setsPage.deleteIt', { name })} title=${say('setsPage.delete')}
        @click=${() => (this.deleting = set)}>${clearIcon}</button>`
          : nothing
      }</div>`
  }

  /** @param {PracticeSet} set */
  #one(set) {
    const { positions, scores, id } = set
    const renamed = (/** @type {Event} */ event) => app.rename(id, inputOf(event))
    return html`<header class="page-head"><div><p class="crumb">${link(SETS, say('setsPage.title'))}</p><h1
        class="unseen">${set.name}</h1>
        <label class="set-name"><span class="unseen">${say('setsPage.name')}</span><input type="text" maxlength="100"
          .value=${set.name} @change=${renamed}></label>
        <p>${tallyInWords(set)}${
          Object.keys(scores).length
            ? html` <button class="small"
            @click=${() => app.forgetScores(id)}>${say('setsPage.beginAgain')}</button>`
            : nothing
        }${
          positions.length > 1 && positions.some(({ fen }) => this.state.ratings[fen])
            ? html` <button class="small" @click=${() => app.sortSet(id)}>${say('setsPage.sort')}</button>`
            : nothing
        }</p></div>
      ${this.#actions(set, set)}</header>
      <mw-build></mw-build>
      ${needsCard(surveyOf(this.state, set), positions, this.state)}
      <section class="card sources" aria-labelledby="sources-title"><h2 id="sources-title">${say('setsPage.add')}</h2>
        <p class="hint">${say('setsPage.addHint')}</p>
        <div class="actions"><button
          @click=${() => app.pasteInto(set)}>${pasteIcon}${say('setsPage.paste')}</button></div>
        ${this.#fromTable(set)}</section>
      ${
        positions.length
          ? html`<ol class="positions" aria-label=${say('setsPage.positions')}>${positions.map((each, i) =>
              this.#position(set, each, i),
            )}</ol>`
          : nothing
      }`
  }

  /** @param {PracticeSet} set @param {SetPosition} position @param {number} i */
  #position({ id, positions, scores }, { fen, name, note, line }, i) {
    const at = i + 1
    const score = scores[fen]
    /** @param {Partial<SetPosition>} words */
    const describe = (words) => app.describePosition(id, fen, words)
    return html`<li class="card">
      <button class="quiet picture" aria-label=${say('setsPage.show', { at })}
        @click=${() => open(fen)}>${thumbnail(fen)}<span
        class="unseen">${menOf(fen)}</span></button>
      <div class="words"><p>${rich('setsPage.toMove', { at, color: turnOf(fen) })}${
        score ? html` <small class="score ${score}">${SCORES[score]}</small>` : nothing
      } ${stars(this.state.ratings[fen])}</p>
        ${field(say('setsPage.nameOf', { at }), say('setsPage.nameHint'), name, 100, (name) => describe({ name }))}
        ${field(say('setsPage.noteOn', { at }), say('setsPage.noteHint'), note, 1000, (note) => describe({ note }))}
        ${field(say('setsPage.lineOf', { at }), say('setsPage.lineHint'), line, 1000, (line) =>
          describe({ line }),
        )}</div>
      <div class="moves">
        <button class="quiet icon-button" aria-label=${say('setsPage.moveUp', { at })} ?disabled=${i === 0}
          @click=${() => app.movePosition(id, fen, -1)}>${upIcon}</button>
        <button class="quiet icon-button" aria-label=${say('setsPage.moveDown', { at })}
          ?disabled=${i === positions.length - 1}
          @click=${() => app.movePosition(id, fen, 1)}>${downIcon}</button>
        <button class="quiet icon-button" aria-label=${say('setsPage.remove', { at })}
          @click=${() => app.removePosition(id, fen)}>${closeIcon}</button></div></li>`
  }

  /** @param {PracticeSet} set */
  #fromTable(set) {
    const classes = (this.state.tables ?? []).filter(hasRandomWins)
    if (!classes.length) return html`<p class="hint">${say('setsPage.noTables')}</p>`
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault()
      const wish = new FormData(/** @type {HTMLFormElement} */ (event.target))
      const [name, theme, side, depth, count] = ['class', 'theme', 'side', 'depth', 'count'].map((key) =>
        String(wish.get(key) ?? '0'),
      )
      this.adding = true
      await addFromTable(
        set,
        name,
        /** @type {Theme} */ (theme),
        side === 'b' ? 'b' : 'w',
        DEPTHS[Number(depth)],
        Number(count),
      ).finally(() => (this.adding = false))
    }
    const chooseTheme = (/** @type {Event} */ event) => (this.theme = /** @type {Theme} */ (inputOf(event)))
    return html`<form class="wish" @submit=${submit}>
      <select name="count" aria-label=${say('setsPage.count')}>${[1, 3, 5, 10].map(
        (count) => html`<option ?selected=${count === 5}>${count}</option>`,
      )}</select>
      <select name="theme" aria-label=${say('setsPage.theme')} @change=${chooseTheme}>${Object.entries(THEMES).map(
        ([value, words]) => html`<option value=${value}>${words}</option>`,
      )}</select>
      <select name="class" aria-label=${say('setsPage.class')}>${classes.map(
        ({ name }) => html`<option>${name}</option>`,
      )}</select>
      ${
        countsMates(this.state.metric) && this.theme === 'win'
          ? html`<select name="depth" aria-label=${say('setsPage.depth')}>${DEPTHS.map(
              ({ name }, i) => html`<option value=${i}>${name}</option>`,
            )}</select>`
          : nothing
      }
      <select name="side" aria-label=${say('common.sideToMove')}><option
        value="w">${toMove('white')}</option><option
        value="b">${toMove('black')}</option></select>
      <button ?disabled=${this.adding}>${
        this.adding ? say('setsPage.looking') : say('setsPage.fromTable')
      }</button></form>`
  }
}

/** @type {Record<import('./sets.js').Score, string>} */
const SCORES = {
  'at-once': say('training.score.atOnce'),
  solved: say('training.score.solved'),
  missed: say('training.score.missed'),
}

const gone = html`<section class="card problem"><div><h1>${say('setsPage.gone')}</h1><p
  >${say('setsPage.goneWhy')} ${link(SETS, say('setsPage.all'))}</p></div></section>`

/** @param {PracticeSet} set  that is to be deleted */
const questionOf = (set) => html`<h2 id="delete-set">${say('setsPage.deleteTitle', { name: set.name })}</h2>
  <p>${say('setsPage.deleteText', { tally: tallyInWords(set) })}</p>
  <form method="dialog"><button autofocus>${say('setsPage.keepSet')}</button><button class="danger"
    @click=${() => app.deleteSet(set.id)}>${say('setsPage.delete')}</button></form>`

/**
 * @param {string} label
 * @param {string} placeholder
 * @param {string} value
 * @param {number} most
 * @param {(value: string) => void} change
 */
const field = (label, placeholder, value, most, change) =>
  html`<input type="text" maxlength=${most} aria-label=${label} placeholder=${placeholder}
    .value=${value} @change=${(/** @type {Event} */ event) => change(inputOf(event))}>`

/** @param {Event} event */
const inputOf = ({ target }) => /** @type {HTMLInputElement | HTMLSelectElement} */ (target).value

const choose = (/** @type {Event} */ event) => {
  const input = /** @type {HTMLInputElement} */ (event.target)
  app.importSets([...(input.files ?? [])])
  input.value = ''
}

const askForFiles = (/** @type {Event} */ event) =>
  /** @type {HTMLElement} */ (event.currentTarget).parentElement?.querySelector('input')?.click()

const importButton = html`<button @click=${askForFiles}>${importIcon}${say('setsPage.import')}</button>
  <input type="file" hidden multiple accept=".json,.pgn,.epd,.fen,.txt"
    aria-label=${say('setsPage.files')} @change=${choose}>`

customElements.define('mw-sets-page', SetsPage)
