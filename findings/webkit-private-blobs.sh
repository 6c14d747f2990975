#!/usr/bin/env bash
# WebKitGTK 2.50.6 has IndexedDB in a private window, and stores arrays in it, but no Blob and no File.
#
# The database opens, and `put` returns a request. The request then fails with an UnknownError, "Error preparing
# Blob/File data to be stored in object store". A page that only opens a database as a test, or stores a number in it,
# passes the test and loses its files later. MiniBrowser's window is also private when a driver controls it
# (--automation), so tests by WebDriver fail where the user's browser works. Matewright stores a Blob as its test.
source "$(dirname "$0")/common.bash"
webkit_browser

cat >blobs.js <<'JS'
import { posted } from './webkit.js'

const page = `<!doctype html><script type=module>
  const result = (request) => new Promise((done, fails) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fails(request.error)
  })
  const opening = indexedDB.open('test')
  opening.onupgradeneeded = () => opening.result.createObjectStore('store')
  const database = await result(opening)
  const put = (value) => result(database.transaction('store', 'readwrite').objectStore('store').put(value, 0))
  const lines = []
  for (const value of [new Uint8Array(3), new Blob(['abc']), new File(['abc'], 'name')]) {
    const end = await put(value).then(() => 'stored', ({ name, message }) => name + ': ' + message)
    lines.push('  ' + value.constructor.name + ': ' + end)
  }
  await fetch('/', { method: 'POST', body: lines.join('\\n') })
</script>`
console.log(`an ordinary window\n${await posted({ '/': page })}`)
console.log(`a private window\n${await posted({ '/': page }, '--private')}`)
console.log(`a window that a driver may control\n${await posted({ '/': page }, '--automation')}`)
JS
expect 'what a database stores' 'an ordinary window
  Uint8Array: stored
  Blob: stored
  File: stored
a private window
  Uint8Array: stored
  Blob: UnknownError: Error preparing Blob/File data to be stored in object store
  File: UnknownError: Error preparing Blob/File data to be stored in object store
a window that a driver may control
  Uint8Array: stored
  Blob: UnknownError: Error preparing Blob/File data to be stored in object store
  File: UnknownError: Error preparing Blob/File data to be stored in object store' "$(node blobs.js)"
finish
