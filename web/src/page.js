// The page: what is shown, and what follows the state.

import './shell/mw-app.js'
import { startAddress } from './shell/address.effects.js'
import { startAutobuild } from './features/builds/autobuild.effects.js'
import { startAsking } from './features/answer/ask.effects.js'
import { startDetails } from './features/class/details.effects.js'
import { startFinding } from './features/find/find.effects.js'
import { startLazySets } from './features/sets/lazy.effects.js'
import { startLayout } from './shell/layout.effects.js'
import { startMetric } from './features/tables/metric.effects.js'
import { startOffline } from './shell/offline.effects.js'
import { startForecasts } from './features/builds/forecast.effects.js'
import { isFramed, leadOut } from './shell/framed.js'
import { startJudging } from './features/imports/judge.effects.js'
import { startKeys } from './features/board/keys.effects.js'
import { startPasting } from './features/paste/paste.effects.js'
import { startPractising } from './features/practice/practice.effects.js'
import { startProving } from './features/proof/prove.effects.js'
import { startQueue } from './features/builds/queue.effects.js'
import { startScripting } from './shell/scripting.effects.js'
import { startStorage } from './features/tables/storage.effects.js'
import { startTables } from './features/tables/tables.effects.js'
import { startTheme } from './shell/theme.effects.js'
import { startTitle } from './shell/title.effects.js'
import { startWorkers } from './features/builds/workers.effects.js'

startMetric() // before a worker is started
startTheme()
startTitle()
startWorkers()
startLayout()
startAddress()
startAsking()
startKeys()
startTables()
startStorage()
if (!isFramed) startQueue()
startForecasts()
startAutobuild() // after what it goes by
startProving()
startScripting()
if (isFramed) import('./features/frame/frame.js').catch(leadOut)
else {
  startLazySets()
  startOffline()
  startPasting()
  startDetails()
  startJudging()
  startFinding()
  startPractising()
}
