// Remembers how each table was built here, for as long as it is here.

import { parseRecord, recordOf } from './records.js'
import { keyOf } from './metric.effects.js'
import { forget, remember, remembered } from '../../shell/remember.js'

/** One for each class: tabs then don't overwrite what others remember. @param {string} name */
const keyOfClass = (name) => keyOf(`built-${name}`)

/** @param {import('../../engine/types.js').Built} built */
export const keepRecord = (built) => remember(keyOfClass(built.class), JSON.stringify(recordOf(built, Date.now())))

/** @param {string} name */
export const dropRecord = (name) => forget(keyOfClass(name))

/** @param {string} name */
export const recordFor = (name) => parseRecord(remembered(keyOfClass(name)))
