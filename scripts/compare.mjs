// npm run compare: compares the speed, memory and size of the working tree with those of a commit.
//
//   npm run compare                        with the commit where the branch left main: the small suite, six times
//   npm run compare -- COMMIT              with another commit, or with a program, given its path
//   npm run compare -- COMMIT NAME...      only these measures, such as solve/KQvKR
//   npm run compare -- --count 10 --whole  ten times, the whole suite
//
// Both programs take the suite in turns. benchstat prints medians, their spread, and the differences that are larger
// than the noise. A slower program is not a failure. .github/workflows/test.yml does this for each change.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchmarks, hasSuite, inTemporaryFolder, inTurns, programsOf, WORKING_TREE } from './suite/measure.mjs'
import { output } from './tools.mjs'

/**
 * @param {string} commit
 * @param {number} count of turns
 * @param {string[]} args of the suite
 */
const compare = (commit, count, args) =>
  inTemporaryFolder((folder) => {
    const programs = programsOf(folder, [commit, WORKING_TREE])
    if (!hasSuite(programs[0])) {
      console.log(`${commit} has no suite (matewright bench --suite), so there is nothing to compare.`)
      return
    }
    const files = inTurns(programs, count, args).map((lines, i) => {
      const name = i ? 'new' : 'base'
      writeFileSync(`${folder}/${name}.txt`, benchmarks(lines))
      return `${name}=${folder}/${name}.txt`
    })
    console.log(output('go', ['tool', 'benchstat', ...files]))
  })

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'string', default: '6' }, whole: { type: 'boolean', default: false } },
  })
  const [commit = output('git', ['merge-base', 'main', 'HEAD']), ...names] = positionals
  const count = Number(values.count)
  if (!Number.isInteger(count) || count < 1) throw new Error('usage: npm run compare -- --count N COMMIT NAME...')
  compare(commit, count, values.whole || names.length ? names : ['--small'])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
