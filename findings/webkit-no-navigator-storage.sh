#!/usr/bin/env bash
# WebKitGTK 2.50.6 leaves `navigator.storage` out, in a secure context as well.
#
# IndexedDB, the Cache API, service workers and Web Locks exist. So a page can store much data, but it cannot ask how
# much room is left, ask the browser to keep the data, or get private files (OPFS). The engine has the API, switched
# off: `--features=StorageAPI` switches it on. Code that calls `navigator.storage.estimate()` without `?.` throws a
# TypeError here. Matewright then keeps its scratch data in IndexedDB, and does not state the free room.
source "$(dirname "$0")/common.bash"
webkit_browser

cat >storage.js <<'JS'
import { posted } from './webkit.js'

const page = `<!doctype html><script>
  const { storage, locks, serviceWorker } = navigator
  const apis = { storage, locks, serviceWorker, indexedDB, caches }
  const lines = Object.entries(apis).map(([name, value]) => '  ' + name + ': ' + typeof value)
  fetch('/', { method: 'POST', body: ['  isSecureContext: ' + isSecureContext, ...lines].join('\\n') })
</script>`
console.log(`by default\n${await posted({ '/': page })}`)
console.log(`with --features=StorageAPI\n${await posted({ '/': page }, '--features=StorageAPI')}`)
JS
expect 'what a page from 127.0.0.1 finds' 'by default
  isSecureContext: true
  storage: undefined
  locks: object
  serviceWorker: object
  indexedDB: object
  caches: object
with --features=StorageAPI
  isSecureContext: true
  storage: object
  locks: object
  serviceWorker: object
  indexedDB: object
  caches: object' "$(node storage.js)"
finish
