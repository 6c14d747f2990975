// Compares metrics in a worker of its own, which keeps the tables that it builds while it is used.

import { createComparison } from '../../engine/engine.js'
import { store } from '../../shell/app.js'
import { beginComparison, closeComparison, compared } from './compare.js'

/** @type {ReturnType<typeof createComparison> | null} */
let comparison = null

/** @param {string} fen */
export async function compare(fen) {
  comparison ??= createComparison()
  store.update(beginComparison, fen)
  const result = await comparison.judge(fen, ({ kinds, probe, building }) =>
    store.update(
      compared,
      fen,
      probe ? { kinds: /** @type {import('./compare.js').Kind[]} */ (kinds), probe, building: null } : { building },
    ),
  )
  store.update(compared, fen, { done: true, building: null, error: result.ok ? null : result.error })
}

/** Closes the dialog, and frees the memory of the tables. */
export function endComparison() {
  comparison?.end()
  comparison = null
  store.update(closeComparison)
}
