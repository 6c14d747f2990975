import { html, nothing } from 'lit'
import { importFiles } from '../app/importing.js'
import { importIcon } from './icons.js'
import { View } from './view.js'

// Takes files that are dropped anywhere on the page.
class Drop extends View {
  static properties = { over: { state: true } }

  constructor() {
    super()
    this.over = false
  }

  render() {
    return this.over ? html`<div class="drop">${importIcon}<p>Drop tables here to import them</p></div>` : nothing
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
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault() // or the browser would open them
    event.dataTransfer.dropEffect = 'copy'
    this.over = true
  }

  /** @param {DragEvent} event */
  #leave = ({ relatedTarget }) => {
    if (!relatedTarget) this.over = false // out of the window
  }

  /** @param {DragEvent} event */
  #drop = (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    this.over = false
    importFiles([...event.dataTransfer.files])
  }
}

customElements.define('mw-drop', Drop)
