// Holds the state and calls its listeners when it changed.
//
// The order of subscriptions has no meaning. Every listener gets every change, in the order of the changes: one that a
// listener makes waits until all have the change before it. Reactions come when no change waits: they get the state
// that all listeners have settled on.

/** @typedef {import('./state.js').State} State */
/** @typedef {(state: State, before: State) => void} Listener */

/**
 * Creates a store. Long because its functions share the state, the listeners and the changes that wait.
 * @param {State} initial
 */
export function createStore(initial) {
  let state = initial
  /** @type {Set<Listener>} */
  const listeners = new Set()
  /** The reactions, each with the state of its last call. @type {Map<Listener, State>} */
  const reactions = new Map()
  /** Changes that listeners have not got yet. @type {[State, State][]} */
  const changes = []
  /** Whether changes wait: they are being delivered, or a batch is under way. */
  let busy = false
  /** The state at the beginning of the batch under way. @type {State | null} */
  let begun = null

  function deliver() {
    busy = true
    try {
      do {
        for (let change = changes.shift(); change; change = changes.shift()) {
          for (const listener of listeners) listener(...change)
        }
      } while (reactOnce())
    } finally {
      busy = false
    }
  }

  /** Calls one reaction that has not got the state. @returns {boolean} whether there was one */
  function reactOnce() {
    for (const [reaction, before] of reactions) {
      if (before === state) continue
      reactions.set(reaction, state)
      reaction(state, before)
      return true
    }
    return false
  }

  return {
    get state() {
      return state
    },

    /**
     * @template {unknown[]} Args
     * @param {(state: State, ...args: Args) => State} change
     * @param {Args} args
     */
    update(change, ...args) {
      const before = state
      state = change(state, ...args)
      if (state === before) return
      changes.push([state, before])
      if (!busy) deliver()
    },

    /**
     * Calls a listener after each change, with the state after and before it. A later change may already be made.
     * @param {Listener} listener
     * @returns {() => void} to stop listening
     */
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Settles once the state is as described.
     * @param {(state: State) => boolean} isSo
     * @returns {Promise<void>}
     */
    until(isSo) {
      return new Promise((settle) => {
        if (isSo(state)) return settle()
        const stop = this.subscribe((state) => {
          if (!isSo(state)) return
          stop()
          settle()
        })
      })
    },

    /**
     * Calls a listener when all others have got all changes, with the state then and at its last call.
     * @param {Listener} reaction
     * @returns {() => void} to stop listening
     */
    react(reaction) {
      reactions.set(reaction, begun ?? state)
      return () => reactions.delete(reaction)
    },

    /** Makes changes that listeners get at the end, with those that were added meanwhile. @param {() => void} make */
    batch(make) {
      busy = true
      begun = state
      try {
        make()
      } finally {
        busy = false
        begun = null
      }
      deliver()
    },
  }
}

/** @typedef {ReturnType<typeof createStore>} Store */
