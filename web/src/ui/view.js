import { LitElement } from 'lit'
import { store } from '../shell/app.js'
import { nextPaint } from './paint.js'

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

  /** Whether the next paint has its changes. Those of other components come right after that paint. */
  static first = false

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

  /** Changes wait for a paint of the components that are drawn first, so that a tap is seen at once. */
  async scheduleUpdate() {
    const { first } = /** @type {typeof View} */ (this.constructor)
    if (this.hasUpdated && !first) await nextPaint()
    return super.scheduleUpdate()
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#stop()
  }
}
