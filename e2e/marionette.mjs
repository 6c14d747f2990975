// A Firefox to be driven, by its own protocol: commands of WebDriver in JSON, each with its length before it.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const START_MS = 60_000
const LOOK_MS = 200

/** @typedef {(command: string, parameters?: object) => Promise<any>} Send */

function findFirefox() {
  const names = [process.env.FIREFOX ?? [], 'firefox', 'firefox-esr'].flat()
  const found = names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)
  if (!found) throw new Error('No Firefox found: install it, or set FIREFOX to its path.')
  return found
}

/** Starts a Firefox without a window, with a new profile. */
export async function launchFirefox() {
  const executable = findFirefox()
  const profile = await mkdtemp(join(tmpdir(), 'matewright-firefox-'))
  await writeFile(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n') // any free one
  const browser = spawn(executable, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' })
  const ended = once(browser, 'exit')
  const close = async () => {
    browser.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const send = await speak(await portOf(profile))
    const { capabilities } = await send('WebDriver:NewSession')
    return { version: capabilities.browserVersion, send, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Firefox writes it down when it listens. @param {string} profile */
async function portOf(profile) {
  for (const end = Date.now() + START_MS; Date.now() < end; await wait(LOOK_MS)) {
    const port = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')
    if (port) return Number(port)
  }
  throw new Error('Firefox did not start.')
}

/** @param {number} port @returns {Promise<Send>} */
async function speak(port) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map()
  let received = Buffer.alloc(0)
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (let message = take(); message; message = take()) hear(JSON.parse(message))
  })

  function take() {
    const colon = received.indexOf(':')
    const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
    if (colon < 0 || received.length < end) return null
    const message = received.toString('utf8', colon + 1, end)
    received = received.subarray(end)
    return message
  }

  /** An answer; the greeting is none. @param {any} message */
  function hear(message) {
    if (!Array.isArray(message)) return
    const [, id, error, result] = message
    if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }

  let last = 0
  return (command, parameters = {}) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject })
    const message = JSON.stringify([0, last, command, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
  })
}
