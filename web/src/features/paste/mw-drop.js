import { html, nothing } from 'lit'
import { navigate } from '../../shell/address.effects.js'
import { isText, pasteFiles, pasteText } from './paste.effects.js'
import { isSyzygy } from '../syzygy/syzygy.js'
import { takeFiles } from '../syzygy/syzygy.effects.js'
import { say } from '../../language.js'
import { TABLES } from '../../shell/address.js'
import { importIcon } from '../../ui/icons.js'
import { View } from '../../ui/view.js'

// Accepts drops anywhere on the page: files of tables, Syzygy files, and texts with positions.
class Drop extends View {
  static properties = { over: { state: true } }

  constructor() {
    super()
    this.over = false
  }

  render() {
    return this.over ? html`<div class="drop">${importIcon}<p>${say('drop.here')}</p></div>` : nothing
  }

  connectedCallback() {
    super.connectedCallback()
    addEventListener('dragover', this.#drag)
    addEventListener('dragleave', this.#leave)
    addEventListener('drop', this.#drop)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    removeEventListener('dragover', this.#drag)
    removeEventListener('dragleave', this.#leave)
    removeEventListener('drop', this.#drop)
  }

  /** @param {DragEvent} event */
  #drag = (event) => {
    const meant = meantFor(event)
    if (!meant) return
    event.preventDefault() // otherwise the browser would open the files
    meant.dropEffect = 'copy'
    this.over = true
  }

  /** @param {DragEvent} event */
  #leave = ({ relatedTarget }) => {
    if (!relatedTarget) this.over = false // out of the window
  }

  /** @param {DragEvent} event */
  #drop = (event) => {
    const meant = meantFor(event)
    if (!meant) return
    event.preventDefault()
    this.over = false
    const files = [...meant.files]
    if (!files.length) return pasteText(meant.getData('text/plain'))
    if (files.every(isText)) return pasteFiles(files)
    if (!files.every(isSyzygy)) navigate(TABLES)
    takeFiles(files)
  }
}

/**
 * Returns the dropped data, or null for a text for a field.
 * @param {DragEvent} event
 */
function meantFor({ dataTransfer, target }) {
  const isField = target instanceof Element && target.closest('input, textarea')
  return dataTransfer?.types.some((type) => type === 'Files' || (type === 'text/plain' && !isField))
    ? dataTransfer
    : null
}

customElements.define('mw-drop', Drop)
