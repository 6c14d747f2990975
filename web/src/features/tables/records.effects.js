// Stores how each table was built in this browser, as long as the table exists.

import { parseRecord, recordOf } from './records.js'
import { keyOf } from './metric.effects.js'
import { forget, remember, remembered } from '../../shell/remember.js'

/** Returns the storage key of a class. With separate keys, tabs do not overwrite each other. @param {string} name */
const keyOfClass = (name) => keyOf(`built-${name}`)

/** @param {import('../../engine/types.js').Built} built */
export const keepRecord = (built) => remember(keyOfClass(built.class), JSON.stringify(recordOf(built, Date.now())))

/** @param {string} name */
export const dropRecord = (name) => forget(keyOfClass(name))

/** @param {string} name */
export const recordFor = (name) => parseRecord(remembered(keyOfClass(name)))
