import { html, nothing } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { inOneText } from '../../engine/problems.js'
import { prober, store } from '../../shell/app.js'
import { addressOfGame, copy, download } from '../../shell/share.effects.js'
import { picture, pngFile, svgFile } from './picture.effects.js'
import { say } from '../../language.js'
import { frameOf } from '../../shell/address.js'
import { hasLine } from '../answer/answer.js'
import { COLORS } from './picture.js'
import { menOf, turnOf } from '../board/position.js'
import { solutionOf } from './solution.js'
import { restsOn } from '../imports/unproven.js'
import { notify } from '../../shell/view.js'
import { collect } from '../sets/collecting.js'
import { offerPaper } from './paper.js'
import { closeIcon } from '../../ui/icons.js'
import { uses, View } from '../../ui/view.js'
import './paper.css'
import { toMove } from '../../words.js'

/** @typedef {import('../../shell/state.js').Paper['positions'][number]} Position */

/** The possible numbers of boards in a row. */
const COLUMNS = [1, 2, 3]

// Positions as pictures to save, and as sheets to print: the boards, and the solutions on a sheet of their own.
class Paper extends View {
  static uses = uses('paper', 'orientation')
  static properties = {
    coordinates: { state: true },
    columns: { state: true },
    names: { state: true },
    solutions: { state: true },
  }

  constructor() {
    super()
    this.coordinates = true
    this.columns = 2
    this.names = true
    /** @type {string[]} as many as are found so far */
    this.solutions = []
  }

  render() {
    const { paper } = this.state
    return html`<dialog class="sheet paper" aria-labelledby="paper-title"
      @close=${this.#closed}>${paper ? this.#of(paper) : nothing}</dialog>`
  }

  /** @param {import('../../shell/state.js').Paper} paper */
  #of({ title, positions }) {
    const [first] = positions
    const several = positions.length > 1
    const named = positions.some(({ name }) => name)
    const count = positions.length
    const left = count - this.solutions.length
    const solving = left > 0 && several
    return html`<header><h2 id="paper-title">${say('paper.title', { count })}</h2>
        <button class="quiet icon-button" aria-label=${say('common.close')}
          @click=${dismiss}>${closeIcon}</button></header>
      <div class="paper-choices">
        <label><input type="checkbox" .checked=${this.coordinates}
          @change=${() => (this.coordinates = !this.coordinates)} />${say('paper.coordinates')}</label>
        ${
          several
            ? html`<label>${say('paper.columns')} <select @change=${this.#setColumns}>${COLUMNS.map(
                (n) => html`<option .selected=${n === this.columns}>${n}</option>`,
              )}</select></label>`
            : nothing
        }
        ${
          named
            ? html`<label><input type="checkbox" .checked=${this.names}
          @change=${() => (this.names = !this.names)} />${say('paper.names')}</label>`
            : nothing
        }
      </div>
      ${
        several
          ? nothing
          : html`<div class="paper-tools" role="group" aria-label=${say('paper.picture')}>
        <button @click=${() => download('position.svg', svgFile(this.#drawn(first)))}>${say('paper.saveSvg')}</button>
        <button @click=${() => this.#savePng(first)}>${say('paper.savePng')}</button>
        ${
          'ClipboardItem' in window
            ? html`<button @click=${() => this.#copy(first)}>${say('paper.copy')}</button>`
            : nothing
        }
        <button title=${say('paper.embedHint')} @click=${copyFrame}>${say('paper.embed')}</button>
        <button title=${say('paper.addHint')} @click=${() => add(first)}>${say('paper.add')}</button>
      </div>`
      }
      <div class="paper-tools" role="group" aria-label=${say('paper.sheets')}>
        <button @click=${() => this.#print('worksheet')}>${say('paper.print', { count })}</button>
        <button ?disabled=${left > 0} @click=${() => this.#print('solutions')}>${
          solving
            ? say('paper.solving', { number: this.solutions.length + 1, count })
            : say('paper.printSolutions', { count })
        }</button>
      </div>
      <article class="worksheet" style="--columns:${several ? this.columns : 1}" aria-label=${say('paper.worksheet')}>
        ${title ? html`<h1>${title}</h1>` : nothing}
        <ol>${positions.map(
          (
            position,
            i,
          ) => html`<li>${guard([position, this.state.orientation, this.coordinates], () => this.#image(position))}
          <p>${several ? html`<b>${i + 1}.</b> ` : nothing}${
            this.names && position.name ? html`<b>${position.name}.</b> ` : nothing
          }${toMove(turnOf(position.fen))}</p>
          <div class="answer-line"></div></li>`,
        )}</ol>
      </article>
      <article class="solutions" aria-label=${say('paper.solutionSheet')}>
        <h1>${title ? say('paper.solutionsOf', { title }) : say('paper.solutions', { count })}</h1>
        <ol>${this.solutions.map(
          (solution, i) => html`<li>${several ? html`<b>${i + 1}.</b> ` : nothing}${
            this.names && positions[i]?.name ? html`<b>${positions[i].name}.</b> ` : nothing
          }${solution}
          <small>${positions[i]?.fen}</small></li>`,
        )}</ol>
      </article>`
  }

  /** @param {Position} position */
  #drawn({ fen }, colors = COLORS.screen) {
    return picture(fen, { orientation: this.state.orientation, coordinates: this.coordinates, colors })
  }

  /** @param {Position} position */
  #image(position) {
    const source = `data:image/svg+xml,${encodeURIComponent(this.#drawn(position, COLORS.paper))}`
    return html`<img src=${source} alt=${menOf(position.fen) || say('paper.emptyBoard')} width="382" height="382" />`
  }

  /** @param {Position} position */
  async #savePng(position) {
    try {
      download('position.png', await pngFile(this.#drawn(position)))
    } catch (error) {
      console.warn(error)
      store.update(notify, say('paper.notDrawn'))
    }
  }

  /** @param {Position} position */
  async #copy(position) {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngFile(this.#drawn(position)) })])
      store.update(notify, say('paper.copied'))
    } catch (error) {
      console.warn(error)
      store.update(notify, say('paper.notCopied'))
    }
  }

  /** @param {Event} event */
  #setColumns = ({ target }) => {
    this.columns = Number(/** @type {HTMLSelectElement} */ (target).value)
  }

  /** @param {'worksheet' | 'solutions'} sheet */
  #print(sheet) {
    this.#unprint()
    this.#dialog.close() // a modal dialog would be printed on one page
    this.#dialog.show()
    document.documentElement.dataset.print = sheet
    addEventListener('afterprint', this.#unprint, { once: true })
    print()
  }

  #unprint = () => {
    removeEventListener('afterprint', this.#unprint)
    if (!document.documentElement.dataset.print) return
    delete document.documentElement.dataset.print
    if (!this.#dialog.open) return
    this.#dialog.close()
    this.#dialog.showModal()
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog'))
  }

  #closed = () => {
    if (!this.#dialog.open) dismiss()
  }

  /** @type {import('../../shell/state.js').Paper | null} */
  #shown = null

  willUpdate() {
    const { paper } = this.state
    if (paper === this.#shown) return
    this.#shown = paper
    this.solutions = []
    if (paper) this.#solve(paper)
  }

  /** @param {import('../../shell/state.js').Paper} paper */
  async #solve(paper) {
    for (const { fen } of paper.positions) {
      const solution = await solve(fen)
      if (this.#shown !== paper) return
      this.solutions = [...this.solutions, solution]
    }
  }

  updated() {
    if (!this.state.paper) {
      this.#dialog.close()
      this.#unprint()
    } else if (!this.#dialog.open) this.#dialog.showModal()
  }
}

/** @param {string} fen */
async function solve(fen) {
  const { by } = store.state
  const probe = await prober.probe(fen, by)
  if (!probe.ok) return inOneText(probe.error)
  const result = hasLine(probe.value) ? await prober.line(fen, by) : null
  const line = result?.ok ? result.value : null
  return solutionOf(probe.value, line?.moves ?? [], restsOn(probe.value, line))
}

/** @param {Position} position */
function add(position) {
  dismiss()
  store.update(collect, { name: '', positions: [position] })
}

const copyFrame = () => copy(frameOf(addressOfGame()), say('paper.embedCopied'))

const dismiss = () => store.update(offerPaper, null)

customElements.define('mw-paper', Paper)
