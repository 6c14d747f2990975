#!/usr/bin/env bash
# WebKitGTK 2.50.6 puts a page into the back/forward cache even if its worker holds a Web Lock, or if it has a
# transaction of IndexedDB open. The page is frozen there, and keeps both from all other pages of the site.
#
# A lock that the document itself holds is released: the document gets an AbortError when the user returns to it. A
# worker's lock stays held, and an open transaction stays open, so the next page waits in vain. To be safe, a page
# terminates its workers and aborts its transactions on `pagehide`, also if that event is `persisted`.
source "$(dirname "$0")/common.bash"
webkit_browser

cat >leave.js <<'JS'
import { posted } from './webkit.js'

const OPEN = `
  const opening = indexedDB.open('test')
  opening.onupgradeneeded = () => opening.result.createObjectStore('store')`
const HOLD = `navigator.locks
  .request('lock', () => { held(); return new Promise(() => {}) })
  .catch(({ name }) => (globalThis.lost = name))`
const WORKER = `
  const worker = new Worker(URL.createObjectURL(new Blob([\`const held = () => postMessage(0); ${HOLD}\`])))
  worker.onmessage = held`
// The transaction stays open, because it always has a next request.
const TRANSACTION = `${OPEN}
  let transaction
  opening.onsuccess = () => {
    transaction = opening.result.transaction('store', 'readwrite')
    const store = transaction.objectStore('store')
    const next = () => (store.get(0).onsuccess = next)
    next()
    held()
  }`
const cases = {
  'nothing': 'held()',
  'a lock of the document': HOLD,
  'a lock of a worker': WORKER,
  'a lock of a worker, which it terminates on pagehide': `${WORKER}
    addEventListener('pagehide', () => worker.terminate())`,
  'a transaction': TRANSACTION,
  'a transaction, which it aborts on pagehide': `${TRANSACTION}
    addEventListener('pagehide', () => transaction.abort())`,
}

const first = (hold) => `<!doctype html><title>first</title><script>
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const suffix = () => (globalThis.lost ? ', then ' + globalThis.lost : '')
    const post = () => fetch('/', { method: 'POST', body: sessionStorage.log + suffix() })
    setTimeout(post, 1000)
  })
  const held = () => setTimeout(() => (location = '/second'), 500)
  ${hold}
</script>`
const second = `<!doctype html><title>second</title><script type=module>${OPEN}
  const WAIT_MS = 10_000
  const lock = await navigator.locks
    .request('lock', { signal: AbortSignal.timeout(WAIT_MS) }, () => 'lock granted')
    .catch(async () => (await navigator.locks.query()).held.length + ' lock held')
  const store = await new Promise((done) => {
    setTimeout(done, WAIT_MS, 'not stored')
    const put = () => {
      const store = opening.result.transaction('store', 'readwrite').objectStore('store')
      store.put(1, 1).onsuccess = () => done('stored')
    }
    if (opening.readyState === 'done') put()
    else opening.onsuccess = put
  })
  sessionStorage.log = lock + ', ' + store
  history.back()
</script>`
for (const [name, hold] of Object.entries(cases))
  console.log(`${name}: ${await posted({ '/': first(hold), '/second': second })}`)
JS
expect 'the second page within 10 seconds, by the resource of the first, which is in the cache' \
  'nothing: lock granted, stored
a lock of the document: lock granted, stored, then AbortError
a lock of a worker: 1 lock held, stored
a lock of a worker, which it terminates on pagehide: lock granted, stored
a transaction: lock granted, not stored
a transaction, which it aborts on pagehide: lock granted, stored' "$(node leave.js)"
finish
