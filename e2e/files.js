// Files that the user chooses, to export tables into and to import them from.

import { say } from './words.js'

/**
 * Lets the pickers choose in the origin's private files without a user.
 * @param {import('@playwright/test').Page} page
 */
export const pickPrivately = (page) =>
  page.evaluate(() => {
    globalThis.showDirectoryPicker = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('chosen', { create: true })
    globalThis.showSaveFilePicker = async ({ suggestedName }) =>
      (await globalThis.showDirectoryPicker()).getFileHandle(suggestedName, { create: true })
  })

/** The files that were chosen, in base64, by name. @param {import('@playwright/test').Page} page */
export const chosen = (page) =>
  page.evaluate(async () => {
    const files = {}
    for await (const [name, handle] of (await globalThis.showDirectoryPicker()).entries()) {
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
      files[name] = btoa(String.fromCharCode(...bytes))
    }
    return files
  })

/**
 * Chooses files to be imported.
 * @param {import('@playwright/test').Page} page
 * @param {ReturnType<typeof fileOf>[]} files
 */
export const choose = (page, files) => page.getByLabel(say('exchange.files')).setInputFiles(files)

/** The number of pages of a PDF that the browser has made. @param {Buffer} pdf */
export const pagesIn = (pdf) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

/**
 * Drops a text, or a file with a text, onto the page.
 * @param {import('@playwright/test').Page} page
 * @param {{text: string} | {name: string, content: string}} dropped
 */
export const drop = (page, dropped) =>
  page.evaluate(({ text, name, content }) => {
    const dataTransfer = new DataTransfer()
    if (name) dataTransfer.items.add(new File([content], name))
    else dataTransfer.setData('text/plain', text)
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, dropped)

/** @param {string} name @param {Buffer} buffer */
export const fileOf = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** @param {Buffer} bytes */
function castagnoli(bytes) {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0x82f63b78 : 0)
  }
  return ~sum >>> 0
}

/** @param {Buffer} bytes */
function sealed(bytes) {
  const end = Buffer.alloc(4)
  end.writeUInt32LE(castagnoli(bytes))
  return Buffer.concat([bytes, end])
}

/**
 * A table's file with some text of its header changed to another of the same length, and all checksums right.
 * @param {Buffer} file @param {string} from @param {string} to
 */
export function forged(file, from, to) {
  const lengths = file.subarray(-24, -12)
  const data = Number(lengths.readBigUInt64LE())
  const header = Buffer.from(file.subarray(8 + data, -24))
  header.write(to, header.indexOf(from), 'latin1')
  return Buffer.concat([
    file.subarray(0, 8 + data),
    sealed(Buffer.concat([sealed(header.subarray(0, -4)), lengths])),
    file.subarray(-8),
  ])
}
