// Checks imported tables without a known checksum: one at a time, in one tab, and not while this tab builds.

import { startJudging as judge } from '../../engine/engine.js'
import { withJudgeLock } from '../../engine/locks.js'
import { say } from '../../language.js'
import { beginJudging, endJudging, judgedMore, nextToJudge } from './unproven.js'
import { notify } from '../../shell/view.js'
import { store } from '../../shell/app.js'
import { announceTables } from '../tables/tables.effects.js'

/** Stops the running check. @type {(() => void) | undefined} */
let stop
let inTurn = false

export function startJudging() {
  store.react((state) => {
    if (state.build) stop?.()
    else judgeAll()
  })
}

// Checks all tables. A waiting tab begins when another tab is closed, with the tables of then.
async function judgeAll() {
  if (inTurn || !nextToJudge(store.state)) return
  inTurn = true
  try {
    await withJudgeLock(async (left) => {
      for (let name = nextToJudge(store.state); name && !left.aborted; name = nextToJudge(store.state))
        await judgeOne(name, left)
    })
  } finally {
    inTurn = false
  }
}

/** @param {string} name @param {AbortSignal} left */
async function judgeOne(name, left) {
  let stopped = false
  store.update(beginJudging, name)
  const call = judge(name, (progress) => store.update(judgedMore, progress))
  stop = () => {
    stopped = true
    call.stop()
  }
  const result = await call.result
  stop = undefined
  if (left.aborted) return store.update(endJudging) // before the next check begins
  const isGone = !result.ok && result.error.code === 'missing' && !result.error.missing // the table was deleted
  const error = result.ok || stopped || isGone ? null : result.error
  if (!error || error.code === 'refused') await announceTables()
  store.update(endJudging, error)
  if (result.ok) store.update(notify, say('judging.right', { name }))
  else if (error?.code === 'refused') store.update(notify, say('judging.wrong', { name }))
}
