// Requests parts of tables on a web server for Go (wasm/site.go), and keeps them in the browser's cache.

/** The cache. Its entries have addresses that no server has. */
const CACHE = 'matewright-parts'
const ADDRESS = 'https://parts.invalid/'

/** The longest time of a request. */
const REQUEST_MS = 20_000

/**
 * Headers that the page may not see are empty.
 * @typedef {{status: number, coding: string, range: string, body: Uint8Array}} SiteAnswer
 */

/** @type {Promise<Cache | null> | null} */
let opened = null

/** Returns the cache, or null without one, as in some private windows. */
const cache = () => (opened ??= (async () => caches.open(CACHE))().catch(() => null))

export const site = {
  /**
   * Requests a range of a file, or the whole file. It reads at most one byte more than the longest answer.
   * @param {string} url
   * @param {number} from
   * @param {number} end  of the range: the byte after its last one
   * @param {boolean} isRange
   * @param {number} mostWhole  the longest answer in bytes if the server sends the whole file
   * @param {boolean} fresh  the answer must come from the server itself
   * @returns {Promise<SiteAnswer>}
   */
  async fetch(url, from, end, isRange, mostWhole, fresh) {
    const range = { range: `bytes=${from}-${end - 1}` }
    const whole = () => load(url, {}, mostWhole, fresh)
    // Browsers refuse ranges that something on the way has compressed.
    return isRange ? load(url, range, mostWhole, fresh, end - from).catch(whole) : whole()
  },

  /** Returns the bytes of a key, or null. @param {string} key @returns {Promise<Uint8Array | null>} */
  async get(key) {
    const found = await (await cache())?.match(ADDRESS + key)
    return found ? new Uint8Array(await found.arrayBuffer()) : null
  },

  /** Keeps bytes, or forgets them for null. @param {string} key @param {Uint8Array<ArrayBuffer> | null} bytes */
  async put(key, bytes) {
    const kept = await cache()
    await (bytes ? kept?.put(ADDRESS + key, new Response(bytes)) : kept?.delete(ADDRESS + key))
  },
}

/**
 * @param {string} url @param {Record<string, string>} headers @param {number} mostWhole @param {boolean} fresh
 * @param {number} [length]  of the range in bytes
 * @returns {Promise<SiteAnswer>}
 */
async function load(url, headers, mostWhole, fresh, length) {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), REQUEST_MS)
  try {
    const answer = await fetch(url, {
      signal: abort.signal,
      credentials: 'omit',
      cache: fresh ? 'no-cache' : 'default',
      headers,
    })
    return {
      status: answer.status,
      coding: answer.headers.get('content-encoding') ?? '',
      range: answer.headers.get('content-range') ?? '',
      body: await read(answer.body, ((answer.status === 206 && length) || mostWhole) + 1),
    }
  } finally {
    clearTimeout(timer)
    abort.abort() // the rest of the body, if any
  }
}

/** @param {ReadableStream<Uint8Array> | null} stream @param {number} most  bytes */
async function read(stream, most) {
  const chunks = []
  let length = 0
  const reader = stream?.getReader()
  while (reader && length < most) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value.subarray(0, most - length))
    length += chunks[chunks.length - 1].length
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
