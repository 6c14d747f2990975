// Builds the command at a commit, and takes its suite of measures: see docs/measurements/speed.md.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { output, root, run } from '../tools.mjs'

/**
 * A line of `matewright bench --suite`, see docs/reference/json.md.
 * @typedef {object} Measured
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {'less' | 'more'} better
 * @property {number | null} ratio
 * @property {number} reference_seconds
 * @property {string} date
 * @property {string} commit
 * @property {boolean} modified
 * @property {{cpu: string, cores: number, system: string, go: string}} machine
 */

/**
 * Does some work in a folder that is removed afterwards.
 * @param {(folder: string) => void} work
 */
export function inTemporaryFolder(work) {
  const folder = mkdtempSync(`${tmpdir()}/matewright-suite-`)
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The working tree with its changes, in the place of a commit. */
export const WORKING_TREE = ''

/**
 * Returns programs at some commits. The path of a file stands for a program, such as an old one with the suite
 * added.
 * @param {string} folder for programs
 * @param {string[]} commits
 */
export const programsOf = (folder, commits) =>
  commits.map((commit, i) => {
    if (commit && statSync(commit, { throwIfNoEntry: false })?.isFile()) return resolve(commit)
    const program = `${folder}/${i}-${commit.slice(0, 8).replaceAll(/\W/g, '_') || 'new'}`
    build(program, commit)
    return program
  })

/** @param {string} program to write @param {string} commit */
function build(program, commit) {
  let at = root
  if (commit) {
    at = `${program}-tree`
    // Not a worktree: Go 1.26 does not record its commit.
    run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, at])
    run('git', ['-C', at, 'checkout', '--quiet', '--detach', output('git', ['rev-parse', `${commit}^{commit}`])])
  }
  run('go', ['build', '-C', at, '-buildvcs=true', '-o', program, './core/cmd/matewright'])
}

/**
 * Reports whether a program has the suite.
 * @param {string} program
 */
export const hasSuite = (program) => output(program, ['bench', '--help']).includes('--suite')

/**
 * Takes the suites of some programs in turns, so that all meet the same noise. It returns the lines of each program.
 * @param {string[]} programs
 * @param {number} count of turns
 * @param {string[]} args of the suite
 */
export function inTurns(programs, count, args) {
  /** @type {Measured[][]} */
  const lines = programs.map(() => [])
  for (let turn = 0; turn < count; turn++) {
    for (const i of programs.keys()) {
      console.error(`Turn ${turn + 1} of ${count}: ${programs[i]}`)
      lines[i].push(...parse(output(programs[i], ['bench', '--suite', ...args])))
    }
  }
  return lines
}

/**
 * Returns the lines of an output.
 * @param {string} text
 * @returns {Measured[]}
 */
export const parse = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The units as benchstat reads them. */
const UNITS = { s: 'sec/op', B: 'B', 'positions/s': 'positions/s' }

/**
 * Returns lines in the format of Go's benchmarks, for benchstat.
 * @param {Measured[]} lines
 */
export function benchmarks(lines) {
  const [{ machine }] = lines
  const [os, arch] = machine.system.split('/')
  return [
    `goos: ${os}`,
    `goarch: ${arch}`,
    `cpu: ${machine.cpu}`,
    ...new Set(lines.map(({ unit, better }) => `Unit ${UNITS[unit]} better=${better === 'more' ? 'higher' : 'lower'}`)),
    ...lines.map(
      ({ name, value, unit }) => `Benchmark${name[0].toUpperCase()}${name.slice(1)} 1 ${value} ${UNITS[unit]}`,
    ),
    '',
  ].join('\n')
}

/**
 * Returns the median of some numbers.
 * @param {number[]} numbers at least one
 */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
