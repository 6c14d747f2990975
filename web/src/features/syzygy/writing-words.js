// The words about Syzygy files that are written.

import { say } from '../../language.js'
import { size } from '../../words.js'
import { leftOf } from './writing.js'

/** @typedef {import('./writing.js').Writing} Writing */

/** @param {Writing} writing */
export function titleOf(writing) {
  const { classes, stage, error, stopped, failures } = writing
  const count = classes.length
  if (stage !== 'ended')
    return say('syzygyWriting.title', { number: Math.min(count, count - leftOf(writing).length + 1), count })
  if (error) return say('syzygyWriting.broken')
  if (stopped) return say('syzygyWriting.stopped')
  return failures.length ? say('syzygyWriting.partly') : say('syzygyWriting.done')
}

/** @param {Writing} writing */
export const writtenWords = ({ written, bytes }) =>
  say('syzygyWriting.written', { classes: written.length, files: 2 * written.length, size: size(bytes) })

/** @param {string} name @param {number} memory  bytes @returns {import('../../engine/types.js').EngineError} */
export const tooMuch = (name, memory) => ({
  code: 'budget',
  class: name,
  message: say('syzygyWriting.tooMuch', { name, memory: size(memory) }),
})
