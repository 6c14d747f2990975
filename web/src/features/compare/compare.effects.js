// Compares metrics in a worker of its own, which keeps the tables that it builds until the dialog is closed.

import { createComparison } from '../../engine/engine.js'
import { store } from '../../shell/app.js'
import { beginComparison, closeComparison, compared } from './compare.js'

/** @typedef {import('./compare.js').Kind} Kind */

/** @type {ReturnType<typeof createComparison> | null} */
let comparison = null
/** The number of the last call. Parts of earlier ones are dropped. */
let calls = 0

/** @param {string} fen */
export async function compare(fen) {
  const mine = ++calls
  comparison ??= createComparison()
  store.update(beginComparison, fen)
  const result = await comparison.judge(fen, ({ kinds, probe, building }) => {
    if (mine !== calls) return
    store.update(
      compared,
      probe ? { kinds: /** @type {Kind[]} */ (kinds), probe, answered: true, building: null } : { building },
    )
  })
  if (mine !== calls) return
  store.update(
    compared,
    result.ok ? { done: true, building: null } : { done: true, building: null, probe: null, error: result.error },
  )
}

/** Closes the dialog, and frees the memory of the tables. */
export function endComparison() {
  calls++
  comparison?.end()
  comparison = null
  store.update(closeComparison)
}
