// The files that most first visits do not need (LATER in vite.config.js), and languages. The service worker stores
// those that it loads. Before it has control, the page stores those that it used. The second visit stores all but
// languages.

/** The cache of these files, which the service worker shares. */
const CACHE = 'matewright-later'

/** How long the second visit waits, so that the user's own work comes first. */
const DELAY_MS = 5000

/** Returns the URLs of the files, or none if this is not a built page. @returns {string[]} */
const listed = () =>
  JSON.parse(document.getElementById('later-files')?.textContent ?? '[]').map(
    (/** @type {string} */ file) => new URL(file, document.baseURI).href,
  )

export function startLaterFiles() {
  if (!navigator.serviceWorker || !globalThis.caches) return
  const files = listed()
  if (!files.length) return
  keepUsed(new Set(files))
  if (navigator.serviceWorker.controller) setTimeout(() => keepAll(files).catch(console.warn), DELAY_MS)
}

/** Stores the files that the page loads without the service worker. @param {Set<string>} files */
function keepUsed(files) {
  const observer = new PerformanceObserver((list) => {
    for (const { name, workerStart } of /** @type {PerformanceResourceTiming[]} */ (list.getEntries()))
      if (!workerStart && files.has(name)) keep(name).catch(console.warn)
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** @param {string} url */
async function keep(url) {
  const cache = await caches.open(CACHE)
  if (!(await cache.match(url))) await cache.add(url)
}

/** Deletes the files of earlier versions, and stores all of this one. @param {string[]} files */
async function keepAll(files) {
  const cache = await caches.open(CACHE)
  for (const { url } of await cache.keys())
    if (url.includes('/assets/') && !files.includes(url)) await cache.delete(url)
  if (savesData()) return
  for (const url of files) if (!url.endsWith('.json')) await keep(url).catch(console.warn)
}

/** Reports whether the user wants little data to be loaded. Only Chromium has the setting. */
const savesData = () => /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true
