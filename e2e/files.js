// Files that the user chooses, to export tables into and to import them from.

/** Lets the pickers choose in the origin's private files, whatever the user would. @param {import('@playwright/test').Page} page */
export const pickPrivately = (page) => page.evaluate(() => {
  globalThis.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('chosen', { create: true })
  globalThis.showSaveFilePicker = async ({ suggestedName }) => (await globalThis.showDirectoryPicker()).getFileHandle(suggestedName, { create: true })
})

/** The files that were chosen, in base64, by name. @param {import('@playwright/test').Page} page */
export const chosen = (page) => page.evaluate(async () => {
  const files = {}
  for await (const [name, handle] of (await globalThis.showDirectoryPicker()).entries()) {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
    files[name] = btoa(String.fromCharCode(...bytes))
  }
  return files
})

/** Chooses files to be imported. @param {import('@playwright/test').Page} page @param {ReturnType<typeof fileOf>[]} files */
export const choose = (page, files) => page.getByLabel('Files of tables').setInputFiles(files)

/** @param {string} name @param {Buffer} buffer */
export const fileOf = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
