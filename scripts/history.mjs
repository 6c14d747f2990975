// npm run history: takes the suite of measures, adds the medians to docs/measurements/history.jsonl, and draws them.
//
//   npm run history                      at HEAD, five times
//   npm run history -- --beside COMMIT   and in turns at another commit, or by a program with this path. That point
//                                        comes first.
//   npm run history -- --samples 3 --note 'beside other work'
//   npm run history -- --draw            only draws the stored points
//   npm run history -- --check           fails if a picture or table differs from the points (npm test)
//
// The picture is docs/measurements/history.svg, and the table is in docs/measurements/speed.md. Only committed code is
// measured.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chartOf } from './suite/chart.mjs'
import { pointOf, pointsOf, tableOf } from './suite/history.mjs'
import { hasSuite, inTemporaryFolder, inTurns, programsOf } from './suite/measure.mjs'
import { output, root, run } from './tools.mjs'

const FOLDER = `${root}/docs/measurements`
const POINTS = `${FOLDER}/history.jsonl`

/**
 * @param {string[]} commits
 * @param {number} samples
 * @param {string} note
 */
const measure = (commits, samples, note) =>
  inTemporaryFolder((folder) => {
    const programs = programsOf(folder, commits)
    const without = commits.filter((_, i) => !hasSuite(programs[i]))
    if (without.length) throw new Error(`${without.join(', ')}: no suite (matewright bench --suite)`)
    for (const lines of inTurns(programs, samples, [])) {
      appendFileSync(POINTS, `${JSON.stringify(pointOf(lines, note))}\n`)
    }
  })

/** Draws the points. @param {boolean} check whether to fail instead of writing */
function draw(check) {
  const points = pointsOf(readFileSync(POINTS, 'utf8'))
  const drawn = { 'history.svg': chartOf(points), 'data/speed.json': `${JSON.stringify(tableOf(points), null, 2)}\n` }
  for (const [name, text] of Object.entries(drawn)) {
    if (!check) writeFileSync(`${FOLDER}/${name}`, text)
    else if (readFileSync(`${FOLDER}/${name}`, 'utf8') !== text) {
      throw new Error(`docs/measurements/${name} differs from history.jsonl: npm run history -- --draw`)
    }
  }
  if (!check) run(process.execPath, [`${root}/scripts/measurements.mjs`])
}

try {
  const { values } = parseArgs({
    options: {
      beside: { type: 'string' },
      samples: { type: 'string', default: '5' },
      note: { type: 'string', default: '' },
      draw: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const samples = Number(values.samples)
  if (!Number.isInteger(samples) || samples < 1) throw new Error('usage: npm run history -- --samples N')
  if (!values.draw && !values.check) {
    const head = output('git', ['rev-parse', 'HEAD'])
    measure(values.beside ? [values.beside, head] : [head], samples, values.note)
  }
  draw(values.check)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
