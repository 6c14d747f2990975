// The module of sets of positions: storage, sharing, practice. It is loaded at its first use.

import '../daily/mw-day-result.js'
import './mw-collect.js'
import './mw-set-needs.js'
import './mw-sets-page.js'
import './mw-training.js'
import { startSets } from './sets.effects.js'
import { startSurvey } from './survey.effects.js'
import { startTraining } from './train.effects.js'

export { startFramedSet } from './framed-set.effects.js'
export { lineInWords } from './set-texts.js'
export { collectShown, importSets } from './sets.effects.js'
export { positionOfFound } from './sets.js'
export { practiseSet } from './train.effects.js'

export function start() {
  startSets()
  startTraining()
  startSurvey()
}
