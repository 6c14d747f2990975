// Tables as files.

import { inOneText } from '../../engine/problems.js'
import { isDefault } from '../../metrics.js'
import { setExporting } from './imports.js'
import { say } from '../../language.js'
import { tablesOf } from '../board/castling.js'
import { notify } from '../../shell/view.js'
import { list } from '../../words.js'
import { prober, store } from '../../shell/app.js'
import { download } from '../../shell/share.effects.js'

/**
 * Writes a table as a file.
 * @typedef {(name: string, blob: Blob) => Promise<void>} Place
 */

/**
 * Writes a table with its castling to a place that the user chooses.
 * @param {import('../../shell/state.js').ClassInfo} table
 */
export async function exportTable(table) {
  const names = tablesOf(table)
  const place = names.length > 1 ? await chooseFolder() : await chooseFile(table.name)
  if (place) await exportTo(place, names)
}

/** Writes all tables to a folder. */
export async function exportAll() {
  const names = (store.state.tables ?? []).filter((table) => table.present).flatMap(tablesOf)
  const place = await chooseFolder()
  if (place) await exportTo(place, names)
}

/** Whether the browser lets a page write to a folder. */
export const canExportAll = 'showDirectoryPicker' in globalThis

/** @param {string} name */
const fileName = (name) => (isDefault(store.state.metric) ? `${name}.mwt` : `${name} ${store.state.metric}.mwt`)

/**
 * Writes tables, one after the other, and shows the result.
 * @param {Place} place
 * @param {string[]} names
 */
async function exportTo(place, names) {
  if (store.state.exporting) return void store.update(notify, say('exporting.underWay'))
  /** @type {string[]} */
  const failures = []
  for (const [done, name] of names.entries()) {
    store.update(setExporting, { done, of: names.length })
    const failure = await exportOne(place, name)
    if (failure) failures.push(failure)
  }
  store.update(setExporting, null)
  store.update(notify, summary(names, failures))
}

/** @param {Place} place @param {string} name @returns {Promise<string | null>} why it failed */
async function exportOne(place, name) {
  const file = await prober.file(name)
  if (!file.ok) return say('exporting.failed', { why: inOneText(file.error), name })
  try {
    await place(name, file.value)
    return null
  } catch (error) {
    return say('exporting.notWritten', { name, why: error instanceof Error ? error.message : String(error) })
  }
}

/** The largest number of tables or failures that are listed. */
const MOST_NAMED = 3

/** @param {string[]} names @param {string[]} failures */
function summary(names, failures) {
  const more = failures.length - MOST_NAMED
  const others = more > 0 ? [say('exporting.otherFailures', { count: more })] : []
  if (failures.length) return [...failures.slice(0, MOST_NAMED), ...others].join(' ')
  const count = names.length
  return count > MOST_NAMED
    ? say('exporting.manyDone', { count })
    : say('exporting.done', { count, tables: list(names) })
}

/** @param {string} name @returns {Promise<Place | null>} null if the user wants none */
async function chooseFile(name) {
  const { showSaveFilePicker } = /** @type {any} */ (globalThis)
  if (!showSaveFilePicker) return downloadTable
  try {
    const types = [{ description: say('exporting.fileType'), accept: { 'application/octet-stream': ['.mwt'] } }]
    const handle = await showSaveFilePicker({ id: 'matewright', suggestedName: fileName(name), types })
    return (_, blob) => write(handle, blob)
  } catch (error) {
    return isCancelled(error) ? null : downloadTable
  }
}

/** @returns {Promise<Place | null>} null if the user wants none */
async function chooseFolder() {
  const folder = await pickFolder()
  if (!folder) return folder === null ? null : downloadTable
  return async (name, blob) => write(await folder.getFileHandle(fileName(name), { create: true }), blob)
}

/**
 * Lets the user choose a folder.
 * @returns {Promise<FileSystemDirectoryHandle | null | undefined>} null if the user wants none, and undefined if the
 *   browser lets a page write to none
 */
export async function pickFolder() {
  const { showDirectoryPicker } = /** @type {any} */ (globalThis)
  if (!showDirectoryPicker) return undefined
  try {
    return await showDirectoryPicker({ id: 'matewright', mode: 'readwrite' })
  } catch (error) {
    return isCancelled(error) ? null : undefined
  }
}

/**
 * Reports whether the user cancelled the file dialog, forbade the access, or opened a second dialog.
 * @param {unknown} error
 */
const isCancelled = (error) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotAllowedError')

/**
 * Writes a file. Its old content stays until all is written.
 * @param {FileSystemFileHandle} handle
 * @param {Blob} blob
 */
export const write = async (handle, blob) => blob.stream().pipeTo(await handle.createWritable())

/** @type {Place} */
const downloadTable = async (name, blob) => download(fileName(name), blob)
