// npm run prose: checks the English of documents, comments and messages with Vale and misspell.
//
//   npm run prose                       counts of each pattern by folder
//   npm run prose -- FILE...            every finding in these files
//   npm run prose -- --changed          the findings of files with more than the baseline allows (npm test)
//   npm run prose -- --changed COMMIT   the findings in lines that changed since the branch left COMMIT
//   npm run prose -- --update           lowers the baseline
//
// docs/reference/prose.md lists the patterns and explains the baseline.

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './tools.mjs'

/** The files with prose: documents, code with comments, and the catalogue of the English messages. */
const FILES = ['*.md', '*.go', '*.js', '*.mjs', 'core/words/en.json']

const BASELINE = 'scripts/prose/baseline.tsv'

/** Builds tools for this machine. Vale needs a C compiler; the C code of its parsers compiles with warnings. */
const BUILD = { GOOS: '', GOARCH: '', CGO_ENABLED: '1', CGO_CFLAGS: '-O2 -w' }

/**
 * @typedef {object} Finding
 * @property {string} file     relative to the folder
 * @property {number} line     counted from 1
 * @property {number} column   counted from 1
 * @property {number} last     the last line of the match
 * @property {string} pattern  the name of a rule of Vale, such as "P4-HeldTo", or MISSPELLING
 * @property {string} message
 *
 * The number of findings by file and pattern; entries that are 0 are left out.
 * @typedef {Map<string, Map<string, number>>} Counts
 */

/** Misspellings fail, whatever the baseline allows. */
const MISSPELLING = 'misspelling'

/**
 * Runs a program in a folder and returns its output.
 * @param {string} folder
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 */
const print = (folder, command, args, env) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: Infinity, env: { ...process.env, ...env } })

/** The paths of the tools that were built. @type {Map<string, string>} */
const tools = new Map()

/**
 * Returns the path of a tool of the module in scripts/prose, built if necessary.
 * @param {string} name
 */
function tool(name) {
  const path = tools.get(name) ?? print(`${root}/scripts/prose`, 'go', ['tool', '-n', name], BUILD).trim()
  tools.set(name, path)
  return path
}

/** @param {string} text */
const lines = (text) => text.split('\n').filter(Boolean)

/**
 * Returns the files with prose in a folder that Git tracks or does not ignore.
 * @param {string} folder
 * @param {string[]} [which] patterns of Git
 */
function listFiles(folder, which = FILES) {
  const listed = print(folder, 'git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...which])
  return [...new Set(lines(listed))].filter((file) => existsSync(join(folder, file))).sort()
}

/**
 * Returns the findings of Vale. Vale has no parser for .mjs, so it reads copies of those files named .js.
 * @param {string} folder
 * @param {string[]} files
 * @returns {Finding[]}
 */
function vale(folder, files) {
  const copies = mkdtempSync(join(tmpdir(), 'matewright-prose-'))
  try {
    const originals = new Map(
      files.map((file) => {
        if (!file.endsWith('.mjs')) return [file, file]
        const copy = join(copies, `${file}.js`)
        mkdirSync(dirname(copy), { recursive: true })
        copyFileSync(join(folder, file), copy)
        return [copy, file]
      }),
    )
    const args = ['--config', `${root}/.vale.ini`, '--no-global', '--no-exit', '--output=JSON', ...originals.keys()]
    return Object.entries(JSON.parse(print(folder, tool('vale'), args))).flatMap(([path, alerts]) => {
      const file = originals.get(path)
      if (!file) throw new Error(`Vale reports an unknown file: ${path}`)
      const source = readFileSync(join(folder, file), 'utf8').split('\n')
      return alerts
        .filter((alert) => !isJoined(alert, source[alert.Line - 1]))
        .map((alert) => ({
          file,
          line: alert.Line,
          column: alert.Span[0],
          last: alert.Line + alert.Match.split('\n').length - 1,
          pattern: alert.Check.slice(alert.Check.indexOf('.') + 1),
          message: alert.Message,
        }))
    })
  } finally {
    rmSync(copies, { recursive: true })
  }
}

/**
 * Reports whether a sentence is only long because Vale joined the comments behind lines of code, such as those of
 * a struct's fields.
 * @param {{Check: string}} alert
 * @param {string} line of the source
 */
const isJoined = (alert, line) => alert.Check.endsWith('.P13-Length') && /^\s*[^\s/*].*\/\/ /.test(line)

/**
 * Returns the findings of misspell.
 * @param {string} folder
 * @param {string[]} files
 * @returns {Finding[]}
 */
function misspell(folder, files) {
  return lines(print(folder, tool('misspell'), files)).map((text) => {
    const [, file, line, column, message] = /^(.+?):(\d+):(\d+): (.*)$/.exec(text) ?? []
    if (!file) throw new Error(`misspell printed: ${text}`)
    return { file, line: +line, column: +column + 1, last: +line, pattern: MISSPELLING, message }
  })
}

/**
 * @param {Finding[]} findings
 * @param {(finding: Finding) => string} group such as their files
 * @returns {Counts} by group and pattern
 */
function count(findings, group) {
  const counts = new Map()
  for (const finding of findings) {
    const byPattern = counts.get(group(finding)) ?? new Map()
    counts.set(group(finding), byPattern.set(finding.pattern, (byPattern.get(finding.pattern) ?? 0) + 1))
  }
  return counts
}

/** @param {Counts} counts */
function totals(counts) {
  const sums = new Map()
  for (const byPattern of counts.values()) {
    for (const [pattern, n] of byPattern) sums.set(pattern, (sums.get(pattern) ?? 0) + n)
  }
  return sums
}

/**
 * Reads the baseline. Without the file, nothing is allowed.
 * @param {string} folder
 * @returns {Counts}
 */
function readBaseline(folder) {
  const counts = new Map()
  const path = join(folder, BASELINE)
  if (!existsSync(path)) return counts
  for (const line of lines(readFileSync(path, 'utf8'))) {
    const [file, pattern, n] = line.split('\t')
    counts.set(file, (counts.get(file) ?? new Map()).set(pattern, Number(n)))
  }
  return counts
}

/** @param {string} a @param {string} b such as "P4-HeldTo" and "P10-GoesOn" */
const byNumber = (a, b) => a.localeCompare(b, 'en', { numeric: true })

/**
 * Writes the baseline, a line for each file and pattern.
 * @param {string} folder
 * @param {Counts} counts by file
 */
function writeBaseline(folder, counts) {
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, byPattern]) =>
      [...byPattern].sort(([a], [b]) => byNumber(a, b)).map(([pattern, n]) => `${file}\t${pattern}\t${n}\n`),
    )
  mkdirSync(dirname(join(folder, BASELINE)), { recursive: true })
  writeFileSync(join(folder, BASELINE), rows.join(''))
}

/**
 * Returns the findings of each file and pattern with more of them than the baseline allows.
 * @param {Finding[]} findings
 * @param {Counts} baseline
 */
function aboveBaseline(findings, baseline) {
  const counts = count(findings, ({ file }) => file)
  return findings.filter(
    ({ file, pattern }) =>
      pattern === MISSPELLING || (counts.get(file)?.get(pattern) ?? 0) > (baseline.get(file)?.get(pattern) ?? 0),
  )
}

/**
 * Returns why the counts can't replace the baseline. Moved and split files keep their findings: a file that is not
 * in the baseline may have those that other files lost.
 * @param {Counts} counts by file
 * @param {Counts} baseline
 * @returns {string[]}
 */
function raised(counts, baseline) {
  const reasons = []
  for (const [file, byPattern] of counts) {
    const allowed = baseline.get(file)
    if (!allowed) continue
    for (const [pattern, n] of byPattern) {
      const most = allowed.get(pattern) ?? 0
      if (n > most) reasons.push(`${file}: ${pattern} would rise from ${most} to ${n}`)
    }
  }
  const before = totals(baseline)
  for (const [pattern, n] of totals(counts)) {
    const most = before.get(pattern) ?? 0
    if (n > most) reasons.push(`all files: ${pattern} would rise from ${most} to ${n}`)
  }
  return reasons
}

/**
 * Returns the first and last lines of changes since the branch left a commit, by file.
 * @param {string} folder
 * @param {string} commit
 * @returns {Map<string, [number, number][]>}
 */
function changesSince(folder, commit) {
  const changes = new Map()
  const format = ['--relative', '--no-ext-diff', '--no-color', '--src-prefix=a/', '--dst-prefix=b/', '-U0']
  let file = ''
  for (const line of lines(print(folder, 'git', ['diff', '--merge-base', ...format, commit, '--']))) {
    if (line.startsWith('+++ b/')) changes.set((file = line.slice('+++ b/'.length)), [])
    const [, start, size = '1'] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start && size !== '0') changes.get(file)?.push([+start, +start + +size - 1])
  }
  for (const untracked of lines(print(folder, 'git', ['ls-files', '--others', '--exclude-standard']))) {
    changes.set(untracked, [[1, Infinity]])
  }
  return changes
}

/**
 * Checks the changed files and returns the findings in their changed lines.
 * @param {string} folder
 * @param {string} commit
 */
function findingsSince(folder, commit) {
  const changes = changesSince(folder, commit)
  const files = listFiles(folder).filter((file) => changes.has(file))
  return findingsIn(folder, files).filter(({ file, line, last }) =>
    changes.get(file)?.some(([from, to]) => line <= to && last >= from),
  )
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
const findingsIn = (folder, files) => (files.length ? [...misspell(folder, files), ...vale(folder, files)] : [])

/**
 * Formats the counts as a table: a row for each pattern, a column for each folder.
 * @param {Finding[]} findings
 */
function table(findings) {
  const folders = count(findings, ({ file }) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'))
  const sums = totals(folders)
  const names = [...folders.keys()].sort()
  const rows = [['', ...names, 'all']]
  for (const pattern of [...sums.keys()].sort(byNumber)) {
    const cells = names.map((name) => folders.get(name)?.get(pattern) ?? 0)
    rows.push([pattern, ...[...cells, sums.get(pattern)].map(String)])
  }
  const width = (i) => Math.max(...rows.map((row) => row[i].length))
  return rows.map((row) => row.map((cell, i) => (i ? cell.padStart(width(i) + 2) : cell.padEnd(width(0)))).join(''))
}

/** @param {Finding} finding */
const format = ({ file, line, column, pattern, message }) => `${file}:${line}:${column}: ${pattern}: ${message}`

/**
 * Runs the command in a folder under Git.
 * @param {string} folder
 * @param {string[]} args see the top of this file
 * @returns {{passed: boolean, report: string[]}} the report in lines
 */
export function prose(folder, args) {
  const [option, commit] = args
  const named = args.length > 0 && !option.startsWith('--')
  if (option?.startsWith('--') && (!['--changed', '--update'].includes(option) || args.length > 2)) {
    throw new Error('usage: npm run prose [-- FILE... | -- --changed [COMMIT] | -- --update]')
  }
  if (option === '--changed' && commit) return fail(findingsSince(folder, commit))
  const all = listFiles(folder)
  const files = named ? listFiles(folder, args).filter((file) => all.includes(file)) : all
  if (named && !files.length) throw new Error(`No prose is checked in ${args.join(' ')}.`)
  const findings = findingsIn(folder, files)
  if (named) return fail(findings)
  const baseline = readBaseline(folder)
  if (option === '--update') return update(folder, findings, baseline)

  const above = aboveBaseline(findings, baseline)
  const report = option ? [] : table(findings)
  if (above.length) report.push(...above.map(format), `Files have more findings than ${BASELINE} allows.`)
  return { passed: !above.length, report }
}

/** @param {Finding[]} findings @returns {ReturnType<typeof prose>} */
const fail = (findings) => ({ passed: !findings.length, report: findings.map(format) })

/**
 * Replaces the baseline, unless a count would rise. The first one may have any counts.
 * @param {string} folder
 * @param {Finding[]} findings
 * @param {Counts} baseline
 * @returns {ReturnType<typeof prose>}
 */
function update(folder, findings, baseline) {
  const counts = count(
    findings.filter(({ pattern }) => pattern !== MISSPELLING),
    ({ file }) => file,
  )
  const reasons = existsSync(join(folder, BASELINE)) ? raised(counts, baseline) : []
  if (reasons.length) return { passed: false, report: reasons }
  writeBaseline(folder, counts)
  const sum = [...totals(counts).values()].reduce((a, b) => a + b, 0)
  return { passed: true, report: [`${BASELINE} allows ${sum} findings.`] }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { passed, report } = prose(root, process.argv.slice(2))
    if (report.length) console.log(report.join('\n'))
    if (!passed) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
