// npm run measurements: writes the tables of docs/measurements from their data.
//
//   npm run measurements             writes the tables between their markers
//   npm run measurements -- --check  fails if a table differs from its data (npm test)
//
// A table stands between the lines <!-- table NAME --> and <!-- end of table -->. Its data is in data/NAME.json: the
// command, the date, the machine and the first commit with these numbers, and then the columns and rows.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { root } from './tools.mjs'

const FOLDER = `${root}/docs/measurements`

/** From the marker before a table to the one after it, with the name of its data. */
const TABLE = /<!-- table (\S+) -->\n[^]*?<!-- end of table -->/g

/**
 * @typedef {object} Measurement
 * @property {string} command  that measured it; words in capitals stand for arguments
 * @property {string} date     YYYY-MM-DD, or several
 * @property {string} machine  with the browsers' versions
 * @property {string} commit   the first that records these numbers
 * @property {{name: string, align: 'left' | 'right'}[]} columns
 * @property {string[][]} rows  a cell for each column, in Markdown
 */

/**
 * Returns the data of a table. It is an error if something is missing or a row is too short or too long.
 * @param {string} name
 * @returns {Measurement}
 */
function read(name) {
  const data = JSON.parse(readFileSync(`${FOLDER}/data/${name}.json`, 'utf8'))
  for (const key of ['command', 'date', 'machine', 'commit']) {
    if (typeof data[key] !== 'string' || !data[key]) throw new Error(`data/${name}.json: no ${key}`)
  }
  const wrong = data.rows.find((row) => row.length !== data.columns.length)
  if (wrong) throw new Error(`data/${name}.json: "${wrong[0]}" has ${wrong.length} cells, not ${data.columns.length}`)
  return data
}

/** @param {string[]} cells */
const line = (cells) => `|${cells.map((cell) => (cell ? ` ${cell} ` : ' ')).join('|')}|`

/**
 * Formats a table in Markdown.
 * @param {Measurement} measurement
 */
export const table = ({ columns, rows }) =>
  [
    line(columns.map(({ name }) => name)),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n')

/** @param {boolean} check whether to fail instead of writing */
function main(check) {
  const unused = new Set(readdirSync(`${FOLDER}/data`).map((file) => file.replace(/\.json$/, '')))
  for (const file of readdirSync(FOLDER).filter((file) => file.endsWith('.md'))) {
    const before = readFileSync(`${FOLDER}/${file}`, 'utf8')
    const after = before.replace(TABLE, (_, name) => {
      unused.delete(name)
      return `<!-- table ${name} -->\n\n${table(read(name))}\n\n<!-- end of table -->`
    })
    if (after === before) continue
    if (check) throw new Error(`docs/measurements/${file} differs from its data: npm run measurements`)
    writeFileSync(`${FOLDER}/${file}`, after)
  }
  if (unused.size) throw new Error(`No table shows docs/measurements/data/${[...unused].join(', ')}.json`)
}

try {
  const [option, ...others] = process.argv.slice(2)
  if (others.length || (option && option !== '--check')) throw new Error('usage: npm run measurements [-- --check]')
  main(option === '--check')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
