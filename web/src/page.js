// The page: its components and its effects.

import './shell/mw-app.js'
import { ALONE, EVERYWHERE, startEffects } from './effects.js'
import { isFramed, leadOut } from './shell/framed.js'

startEffects(isFramed ? EVERYWHERE : [...EVERYWHERE, ...ALONE])
if (isFramed) import('./features/frame/frame.js').catch(leadOut)
