// Judges games in a worker of its own, and keeps what files are to have of them: as blobs, which the browser puts on disk if they are large.

import { startCheck } from '../engine/engine.js'
import { beginChecking, checkedMore, dismissChecking, endChecking } from '../state/checking.js'
import { notify } from '../state/view.js'
import { store } from './app.js'
import { download } from './handing-out.js'

/** @type {ReturnType<typeof startCheck> | null} */
let current = null

/** @type {Record<'pgn' | 'csv', (Blob | string)[]>} */
let texts = { pgn: [], csv: [] }

/** So many pieces of text become one blob. */
const PIECES = 200

/** What was judged last. @type {Blob | null} */
let judged = null

/** @param {Blob} games */
export async function checkGames(games) {
  if (store.state.metric !== 'dtm') return store.update(notify, 'Games are judged by moves to mate: choose these above the table first.')
  current?.stop()
  judged = games
  texts = { pgn: [], csv: [] }
  store.update(beginChecking, games.size)
  /** @param {import('../engine/types.js').Checked} report */
  const take = (report) => {
    keep('pgn', report.pgn)
    keep('csv', report.csv)
    store.update(checkedMore, report)
  }
  const mine = startCheck(games, (report) => {
    if (current === mine) take(report)
  })
  current = mine
  const result = await mine.result
  if (current !== mine) return
  current = null
  if (result.ok) take(result.value)
  store.update(endChecking, result.ok ? 'done' : 'failed', result.ok ? null : result.error)
}

/** The same games once more, by the tables that are there now. */
export const checkAgain = () => judged && checkGames(judged)

export function stopChecking() {
  current?.stop()
  current = null
  store.update(endChecking, 'stopped')
}

export function closeChecking() {
  stopChecking()
  judged = null
  texts = { pgn: [], csv: [] }
  store.update(dismissChecking)
}

/** @param {'pgn' | 'csv'} form @param {string} text */
function keep(form, text) {
  const pieces = texts[form]
  pieces.push(text)
  if (pieces.length > PIECES) texts[form] = [new Blob(pieces)]
}

/** @param {'pgn' | 'csv'} form */
export const saveChecked = (form) => download(`checked.${form}`, new Blob(texts[form], { type: form === 'csv' ? 'text/csv' : 'application/x-chess-pgn' }))
