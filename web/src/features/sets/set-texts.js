// Sets as texts: files, and links. Every set from outside is checked by readSet, and the engine reads its FENs.

import { say } from '../../language.js'
import { trainingPage } from '../../shell/address.js'
import { movesInWords, pgnOf } from '../game/pgn.js'
import {
  candidatesIn,
  faultsInWords,
  isGames,
  MOST_FOUND,
  MOST_LETTERS,
  positionsIn,
  unreadLines,
} from '../paste/pasted.js'
import { nameFrom, positionOf, positionOfFound, sansOf, united } from './sets.js'

/**
 * @typedef {import('./sets.js').ReadFens} ReadFens
 * @typedef {import('./sets.js').Reading} Reading
 * @typedef {import('./sets.js').SetContent} SetContent
 * @typedef {import('./sets.js').SetPosition} SetPosition
 */

const VERSION = 1

/**
 * Reads a set from JSON, as in a file or a link.
 * @param {unknown} value
 * @param {ReadFens} read
 * @returns {Promise<Reading>}
 */
export async function readSet(value, read) {
  const { matewright, version, name, positions } = /** @type {Record<string, unknown>} */ (
    value && typeof value === 'object' ? value : {}
  )
  if (matewright !== 'set' || typeof version !== 'number' || !Array.isArray(positions))
    return refused(say('setFile.noSet'))
  if (version > VERSION) return refused(say('setFile.newer'))
  if (positions.length > MOST_FOUND)
    return refused(say('setFile.tooMany', { most: MOST_FOUND, count: positions.length }))
  if (!positions.length) return refused(say('setFile.empty'))
  const written = positions.map(candidateOf)
  const readings = await read(written.join('\n'))
  const all = positions.map((each, i) => positionOf({ ...each, fen: readings.get(written[i])?.fen }))
  const bad = all.indexOf(undefined)
  if (bad >= 0) {
    const why = readings.get(written[bad])?.error?.message
    const words = say('setFile.unreadable', { number: bad + 1 })
    return refused([words, why, say('setFile.notImported')].filter(Boolean).join(' '))
  }
  return {
    ok: true,
    set: { name: nameFrom(name), positions: united([], /** @type {SetPosition[]} */ (all)) },
    faults: faultsInWords(readings),
  }
}

/**
 * The candidate for the FEN of a position from outside; '' without one, or with more than one.
 * @param {unknown} value
 */
function candidateOf(value) {
  const { fen } = /** @type {Record<string, unknown>} */ (value && typeof value === 'object' ? value : {})
  const [candidate = '', another] = typeof fen === 'string' && fen.length <= 120 ? candidatesIn(fen) : []
  return another === undefined ? candidate : ''
}

/** @param {string} problem @returns {Reading} */
const refused = (problem) => ({ ok: false, problem })

/** @param {SetContent} set */
const contentOf = ({ name, positions }) => ({ matewright: 'set', version: VERSION, name, positions })

/** @param {SetContent} set */
export const jsonOf = (set) => `${JSON.stringify(contentOf(set), null, 1)}\n`

/** One game for each position. @param {SetContent} set */
export const pgnOfSet = ({ name, positions }) =>
  positions.map(({ fen, name: white, note, line }) => pgnOf(fen, plies(line), name, { white, note })).join('\n')

/** @param {string} line */
const plies = (line) => sansOf(line).map((san) => ({ uci: '', san, fen: '' }))

/** A position's line as in a book. @param {Pick<SetPosition, 'fen' | 'line'>} position */
export const lineInWords = ({ fen, line }) => movesInWords(fen, plies(line))

/**
 * A set out of a file's text: JSON, PGN, EPD or a list of FENs.
 * @param {string} text
 * @param {string} file  its name
 * @param {ReadFens} read
 * @returns {Promise<Reading>}
 */
export async function setIn(text, file, read) {
  if (text.length > MOST_LETTERS) return refused(say('setFile.tooLong'))
  if (text.trimStart().startsWith('{')) return readSet(parsed(text), read)
  const readings = await read(text)
  const found = positionsIn(text, readings)
  const faults = [faultsInWords(readings), unreadLines(text, readings)].filter(Boolean).join(' ')
  if (!found.length) return refused(faults || say(isGames(text) ? 'setFile.wholeGames' : 'setFile.noPosition'))
  const events = new Set(
    [...text.matchAll(/^[ \t]*\[Event "((?:[^"\\]|\\.)*)"\]/gm)].map(([, event]) => event.replace(/\\(.)/g, '$1')),
  )
  const [event = ''] = events.size === 1 && !events.has('?') ? events : []
  const name = event || file.replace(/\.\w+$/, '')
  return {
    ok: true,
    set: {
      name: nameFrom(name),
      positions: found.flatMap((each) => positionOfFound(each.name === event ? { ...each, name: '' } : each) ?? []),
    },
    faults,
  }
}

/** @param {string} text @returns {unknown} null for invalid JSON */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Most positions begin a game. */
const BEGINNING = ' - - 0 1'

/**
 * A set as text for a link. It uses only letters that an address can have, and gives nothing away at a glance.
 * @param {SetContent} set
 */
export function packed({ name, positions }) {
  const short = positions.map(({ fen, name, note, line }) => {
    const fields = [fen.endsWith(BEGINNING) ? fen.slice(0, -BEGINNING.length) : fen, name, note, line]
    return fields.slice(0, fields.findLastIndex(Boolean) + 1)
  })
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, name, ...short]))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** @param {string} subject  of the address @param {ReadFens} read @returns {Promise<Reading>} */
export async function unpacked(subject, read) {
  const damaged = say('setFile.damagedLink')
  if (subject.length > MOST_LETTERS || !/^[\w-]+$/.test(subject)) return refused(damaged)
  const value = parsed(textOf(subject))
  if (!Array.isArray(value)) return refused(damaged)
  const [version, name, ...positions] = value
  return readSet(
    {
      matewright: 'set',
      version,
      name,
      positions: positions.map((each) =>
        Array.isArray(each) ? { fen: each[0], name: each[1], note: each[2], line: each[3] } : null,
      ),
    },
    read,
  )
}

/** @param {string} base64 */
function textOf(base64) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)),
    )
  } catch {
    return ''
  }
}

/** @param {SetContent} set */
export const linkToSet = (set) => trainingPage(packed(set))
