// npm run prose: checks the English of documents, comments and messages with Vale and misspell.
//
//   npm run prose                       every finding (npm test)
//   npm run prose -- FILE...            every finding in these files
//   npm run prose -- --changed COMMIT   the findings in lines that changed since the branch left COMMIT
//
// Each finding fails. docs/reference/prose.md lists the patterns.

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilerEnv, root } from './tools.mjs'

/** The files with prose: documents, code with comments, and the catalogue of the English messages. */
const FILES = ['*.md', '*.go', '*.js', '*.mjs', 'core/words/en.json']

/**
 * Builds tools for this machine. Vale needs a C compiler. Its parsers compile with warnings. To optimize them takes the
 * compiler longer than they ever run here.
 */
const BUILD = { ...compilerEnv, GOOS: '', GOARCH: '', CGO_ENABLED: '1', CGO_CFLAGS: '-O0 -w' }

/**
 * @typedef {object} Finding
 * @property {string} file     relative to the folder
 * @property {number} line     counted from 1
 * @property {number} column   counted from 1
 * @property {number} last     the last line of the match
 * @property {string} pattern  the name of a rule of Vale, such as "P4-HeldTo", or MISSPELLING
 * @property {string} message
 */

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

/** @param {Finding} finding */
const format = ({ file, line, column, pattern, message }) => `${file}:${line}:${column}: ${pattern}: ${message}`

/**
 * Runs the command in a folder under Git, and returns the findings.
 * @param {string} folder
 * @param {string[]} args see the top of this file
 * @returns {string[]}
 */
export function prose(folder, args) {
  if (args[0]?.startsWith('--')) {
    if (args[0] !== '--changed' || args.length !== 2) {
      throw new Error('usage: npm run prose [-- FILE... | -- --changed COMMIT]')
    }
    return findingsSince(folder, args[1]).map(format)
  }
  const all = listFiles(folder)
  const files = args.length ? listFiles(folder, args).filter((file) => all.includes(file)) : all
  if (args.length && !files.length) throw new Error(`No prose is checked in ${args.join(' ')}.`)
  return findingsIn(folder, files).map(format)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const findings = prose(root, process.argv.slice(2))
    if (findings.length) {
      console.log(findings.join('\n'))
      process.exitCode = 1
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
