// The page: what is shown, and what follows the state.

import './components/mw-app.js'
import { startAddress } from './app/address.js'
import { startBuildingAtOnce } from './app/at-once.js'
import { startAsking } from './app/asking.js'
import { startDetails } from './app/details.js'
import { startFinding } from './app/finding.js'
import { startLater } from './app/later.js'
import { startLayout } from './app/layout.js'
import { startMetric } from './app/metric.js'
import { startOffline } from './app/offline.js'
import { startForeseeing } from './app/foreseeing.js'
import { isFramed, leadOut } from './app/framed.js'
import { startJudging } from './app/judging.js'
import { startKeys } from './app/keys.js'
import { startPasting } from './app/pasting.js'
import { startPractising } from './app/practising.js'
import { startProving } from './app/proving.js'
import { startQueue } from './app/queue.js'
import { startScripting } from './app/scripting.js'
import { startStorage } from './app/storage.js'
import { startTables } from './app/tables.js'
import { startTheme } from './app/theme.js'
import { startTitle } from './app/title.js'
import { startWorkers } from './app/workers.js'

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
startForeseeing()
startBuildingAtOnce() // after what it goes by
startProving()
startScripting()
if (isFramed) import('./frame.js').catch(leadOut)
else {
  startLater()
  startOffline()
  startPasting()
  startDetails()
  startJudging()
  startFinding()
  startPractising()
}
