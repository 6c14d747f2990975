// How changes of sets get into the browser's storage. Each change applies here at once and waits until it is stored.
// Then it is applied again to the stored set.

import { asKept } from './sets.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 *
 * @typedef {(set: PracticeSet | undefined) => PracticeSet | null | undefined} Change  null deletes the set; undefined
 *   does nothing
 *
 * @typedef {object} Storage
 * @property {() => Promise<unknown[]>} read
 * @property {(id: string, change: (stored: unknown) => PracticeSet | null | undefined) => Promise<void>} change  in one
 *   transaction, after all earlier ones
 */

/** @param {PracticeSet | undefined} set @param {Change[]} changes */
const after = (set, changes) =>
  changes.reduce((/** @type {ReturnType<Change>} */ now, change) => (now === null ? null : change(now)), set)

/** @param {Storage} storage */
export function createKeeper(storage) {
  /** Not stored yet, and perhaps never: they go with the next change of their set. @type {Map<string, Change[]>} */
  const waiting = new Map()
  /** @param {string} id */
  const changesOf = (id) => waiting.get(id) ?? []

  /**
   * Makes a change that is stored with the next one only.
   * @param {string} id @param {Change} change @param {Change} [before]  that it replaces, if that is not stored yet
   */
  function hold(id, change, before) {
    const changes = changesOf(id)
    const isWaiting = before && changes.includes(before)
    waiting.set(id, isWaiting ? changes.map((each) => (each === before ? change : each)) : [...changes, change])
  }

  return {
    hold,

    /** Nothing of the set is to be stored any more. @param {string} id */
    forget: (id) => waiting.delete(id),

    /** Returns the stored sets with all waiting changes. Other stored values are left out. */
    async all() {
      const sets = new Map((await storage.read()).flatMap((each) => asKept(each) ?? []).map((set) => [set.id, set]))
      for (const [id, changes] of waiting) {
        const set = after(sets.get(id), changes)
        if (set) sets.set(id, set)
        else sets.delete(id)
      }
      return [...sets.values()]
    },

    /**
     * Stores a change with all waiting ones of its set. A stored value that is not a set, perhaps of a later version,
     * stays.
     * @param {string} id @param {Change} change
     * @returns {Promise<PracticeSet | null | undefined>} the set then; undefined if it is gone
     */
    async change(id, change) {
      hold(id, change)
      /** @type {Change[]} */
      let made = []
      /** @type {PracticeSet | null | undefined} */
      let stored
      await storage.change(id, (value) => {
        const set = asKept(value)
        made = changesOf(id)
        return (stored = value !== undefined && !set ? undefined : after(set, made))
      })
      const left = changesOf(id).filter((each) => !made.includes(each))
      if (left.length) waiting.set(id, left)
      else waiting.delete(id)
      return after(stored ?? undefined, left)
    },
  }
}
