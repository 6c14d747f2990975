// Holds the state and says when it changed.

/** @typedef {import('./state.js').State} State */

/** @param {State} initial */
export function createStore(initial) {
  let state = initial
  /** @type {Set<(state: State, before: State) => void>} */
  const listeners = new Set()

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
      const now = state
      // A listener may change the state in turn: those after it still see each change once, in some order.
      for (const listener of listeners) listener(now, before)
    },

    /**
     * @param {(state: State, before: State) => void} listener
     * @returns {() => void} to stop listening
     */
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @typedef {ReturnType<typeof createStore>} Store */
