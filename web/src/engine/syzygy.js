// Writes Syzygy files from tables that count to the next capture or pawn move by the fifty-move rule.

import * as Comlink from 'comlink'
import { askOnce, largerLink } from './engine.js'
import { checkModule } from './module.js'
import { startSeries } from './series.js'

/**
 * @typedef {import('./border.js').SyzygyWriting} SyzygyWriting
 * @typedef {import('./types.js').Result<{bytes: number}>} SavedResult
 * @typedef {import('./series.js').SeriesEvent<SavedResult, SyzygyWriting>} SyzygyEvent  at: the index of the class
 */

/** A worker with less room, in bytes, is replaced before the next class: its free memory is in parts. */
const ROOM = 64 * 2 ** 20

/**
 * Returns the memory that the files of classes need.
 * @param {string[]} classes
 */
export const syzygyNeeds = (classes) =>
  askOnce((remote) => remote.syzygyNeeds({ classes }), undefined, largerLink()).result

/**
 * Returns the names of the files that are whole.
 * @param {File[]} files
 */
export const wholeSyzygy = (files) => askOnce((remote) => remote.wholeSyzygy(files), undefined, largerLink())

/**
 * Writes the files of classes, one after the other. Their tables must be stored.
 * @param {import('./engine.js').Prober} prober
 * @param {string[]} classes
 * @param {{memory: number, rounded: boolean}} options  memory: bytes
 * @param {(files: File[]) => Promise<SavedResult>} save  saves both files of a class
 * @param {(event: SyzygyEvent) => void} report
 * @param {() => void} onWait  is called if a build or an import has to end before
 */
export const startSyzygy = (prober, classes, { memory, rounded }, save, report, onWait) =>
  startSeries(
    prober,
    classes.length,
    /** @returns {Promise<SavedResult>} */ async (at, workers, onProgress) => {
      const written = await workers.call(
        checkModule,
        /** @returns {Promise<import('./types.js').Result<import('./types.js').WrittenSyzygy>>} */ (remote) =>
          remote.writeSyzygy({ class: classes[at], memory, rounded }, Comlink.proxy(onProgress)),
      )
      if (!written.ok) return written
      const { files, wasmBytes } = written.value
      if (wasmBytes > memory - ROOM) workers.end(checkModule) // memory never shrinks
      return save(/** @type {File[]} */ (files))
    },
    report,
    { onWait, later: [] },
  )
