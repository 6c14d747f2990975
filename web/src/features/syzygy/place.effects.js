// The places of Syzygy files: a folder, which gets them one by one, or one zip.

import { pickFolder, write } from '../imports/export.effects.js'
import { download } from '../../shell/share.effects.js'

/**
 * @typedef {object} Place
 * @property {'folder' | 'zip'} to
 * @property {(names: string[]) => Promise<File[]>} existing  returns the files with these names
 * @property {(files: File[]) => Promise<void>} save
 * @property {(name: string) => Promise<void>} finish  saves all files that are not saved yet, under a name
 */

/** @returns {Promise<Place | null>} null if the user wants none */
export async function choosePlace() {
  const folder = await pickFolder()
  return folder ? inFolder(folder) : folder === null ? null : inZip()
}

/** @param {FileSystemDirectoryHandle} folder @returns {Place} */
const inFolder = (folder) => ({
  to: 'folder',
  async existing(names) {
    const found = await Promise.all(names.map((name) => fileIn(folder, name)))
    return found.filter((file) => file !== null)
  },
  async save(files) {
    for (const file of files) await saveIn(folder, file)
  },
  async finish() {},
})

/**
 * Saves a file to a folder. After a fault the folder has the old file, or none.
 * @param {FileSystemDirectoryHandle} folder @param {File} file
 */
async function saveIn(folder, file) {
  try {
    await write(await folder.getFileHandle(file.name, { create: true }), file)
  } catch (error) {
    const left = await fileIn(folder, file.name).catch(() => null)
    if (left?.size === 0) await folder.removeEntry(file.name).catch(() => {})
    throw error
  }
}

/** @param {FileSystemDirectoryHandle} folder @param {string} name @returns {Promise<File | null>} */
async function fileIn(folder, name) {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw error
  }
}

/** @returns {Place} */
export function inZip() {
  /** @type {File[]} */
  const all = []
  return {
    to: 'zip',
    existing: async () => [],
    async save(files) {
      all.push(...files)
    },
    async finish(name) {
      if (!all.length) return
      const { zipOf } = await import('./zip.js')
      download(name, await zipOf(all))
    },
  }
}
