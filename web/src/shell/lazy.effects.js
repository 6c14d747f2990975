// Code that most visits do not need is loaded at its first use.

import { say } from '../language.js'
import { store } from './app.js'
import { notify } from './view.js'

/**
 * Returns a function that loads a module once. It returns undefined, with a word to the user, if that fails. The next
 * call tries again.
 * @template T
 * @param {() => Promise<T>} load
 * @param {import('../language.js').Key} failed
 */
export function lazily(load, failed) {
  /** @type {Promise<T> | null} */
  let loading = null
  return () =>
    (loading ??= load()).catch((error) => {
      loading = null
      console.warn(error)
      store.update(notify, say(failed))
    })
}
