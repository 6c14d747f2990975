import { LitElement } from 'lit'
import { store } from '../shell/app.js'

/** @typedef {keyof import('../shell/state.js').State} Key */

/**
 * Names the parts of the state that a component shows.
 * @param {Key[]} keys
 */
export const uses = (...keys) => keys

/**
 * A component that shows some of the state. It renders into the page itself, so that all components share one set of
 * styles, such as chessground's. It renders again when one of the keys in `uses` changes.
 */
export class View extends LitElement {
  /** @type {Key[]} */
  static uses = []

  /** @type {() => void} */
  #stop = () => {}

  get state() {
    return store.state
  }

  createRenderRoot() {
    return this
  }

  connectedCallback() {
    super.connectedCallback()
    const { uses } = /** @type {typeof View} */ (this.constructor)
    this.#stop = store.subscribe((state, before) => {
      if (uses.some((key) => state[key] !== before[key])) this.requestUpdate()
    })
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#stop()
  }
}
