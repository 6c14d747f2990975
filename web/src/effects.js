// The effects of the page follow the state and change it. Their order has no meaning (effects.test.js).

import { startAsking } from './features/answer/ask.effects.js'
import { startKeys } from './features/board/keys.effects.js'
import { restoreAutobuild, startAutobuild } from './features/builds/autobuild.effects.js'
import { startForecasts } from './features/builds/forecast.effects.js'
import { startQueue } from './features/builds/queue.effects.js'
import { restoreWorkers, startWorkers } from './features/builds/workers.effects.js'
import { startDetails } from './features/class/details.effects.js'
import { restoreStrength, startRating } from './features/difficulty/rate.effects.js'
import { startEndings } from './features/ending/ending.effects.js'
import { restoreFinding, startFinding } from './features/find/find.effects.js'
import { startHeld } from './features/held/held.effects.js'
import { startJudging } from './features/imports/judge.effects.js'
import { startPasting } from './features/paste/paste.effects.js'
import { restorePractising, startPractising } from './features/practice/practice.effects.js'
import { restoreProving, startProving } from './features/proof/prove.effects.js'
import { startLazySets } from './features/sets/lazy.effects.js'
import { restoreMetric } from './features/tables/metric.effects.js'
import { restoreSite } from './features/tables/site.effects.js'
import { startStorage } from './features/tables/storage.effects.js'
import { startTables } from './features/tables/tables.effects.js'
import { restoreAddress, startAddress } from './shell/address.effects.js'
import { store } from './shell/app.js'
import { restoreLayout, startLayout } from './shell/layout.effects.js'
import { startOffline } from './shell/offline.effects.js'
import { startScripting } from './shell/scripting.effects.js'
import { restoreTheme, startTheme } from './shell/theme.effects.js'
import { startTitle } from './shell/title.effects.js'

/**
 * @typedef {object} Effect
 * @property {() => void} [restore]  puts the address, and choices from the browser's storage, into the state. It does
 *   not use the engine or subscribe
 * @property {() => unknown} [start]  subscribes, and uses the engine for the first time
 */

/** The effects of every page. @type {Effect[]} */
export const EVERYWHERE = [
  { restore: restoreTheme, start: startTheme },
  { start: startTitle },
  { restore: restoreWorkers, start: startWorkers },
  { restore: restoreLayout, start: startLayout },
  { restore: restoreAddress, start: startAddress },
  { start: startAsking },
  { start: startKeys },
  { start: startHeld },
  { start: startTables },
  { start: startStorage },
  { start: startForecasts },
  { restore: restoreAutobuild, start: startAutobuild },
  { restore: restoreProving, start: startProving },
  { start: startScripting },
]

/** The effects of a page that is not in a frame. @type {Effect[]} */
export const ALONE = [
  { start: startQueue },
  { start: startLazySets },
  { start: startOffline },
  { start: startPasting },
  { start: startDetails },
  { start: startJudging },
  { start: startEndings },
  { restore: restoreFinding, start: startFinding },
  { restore: restorePractising, start: startPractising },
  { restore: restoreStrength, start: startRating },
]

/**
 * Restores all, and then starts all: each effect starts with the state that all of them have restored. All get the
 * changes that others make while they start. Only the metric and the site come first: other
 * effects restore the data of one metric, and start workers.
 * @param {Effect[]} effects
 */
export function startEffects(effects) {
  restoreMetric()
  restoreSite()
  for (const { restore } of effects) restore?.()
  store.batch(() => {
    for (const { start } of effects) start?.()
  })
}
