// Makes the engine answer from Syzygy files.

import { say } from '../../language.js'
import { sentence, size } from '../../words.js'
import { prober, store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'
import { askNow } from '../answer/ask.effects.js'
import { importFiles } from '../imports/import.effects.js'
import { beginChoosing, isSyzygy, setSyzygy, withMore } from './syzygy.js'

/** @type {File[]} */
let chosen = []

/** Uses Syzygy files beside those in use, and ignores others. @param {File[]} files */
export function useSyzygy(files) {
  const more = files.filter(isSyzygy)
  if (more.length) return use(withMore(chosen, more))
  if (files.length) store.update(notify, sentence(say('core.syzygy.none')))
}

export const stopSyzygy = () => use([])

/** Uses Syzygy files, and imports other files. @param {File[]} files */
export function takeFiles(files) {
  if (files.some(isSyzygy)) useSyzygy(files)
  importFiles(files.filter((file) => !isSyzygy(file)))
}

/** @param {File[]} files */
async function use(files) {
  chosen = files
  store.update(beginChoosing)
  const result = await prober.syzygy(files)
  if (chosen !== files) return
  store.update(setSyzygy, result.ok ? result.value : null)
  const notice = result.ok ? noticeOf(result.value) : result.error.message
  if (notice) store.update(notify, notice)
  askNow()
}

/** Returns the words about files in use. @param {import('./syzygy.js').Syzygy} syzygy */
export const inUse = ({ files, men, bytes }) => say('syzygy.inUse', { files, men, size: size(bytes) })

/** @param {import('./syzygy.js').Syzygy} syzygy */
const noticeOf = (syzygy) => syzygy.refused[0]?.message ?? (syzygy.files ? inUse(syzygy) : null)
