// node --test scripts/prose.test.mjs

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { prose } from './prose.mjs'
import { root } from './tools.mjs'

let folder = ''

const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })

/** Writes files into the folder. @param {Record<string, string>} files texts by name */
function write(files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Runs the command and returns its findings as "file:line pattern". @param {...string} args */
const findings = (...args) =>
  prose(folder, args).map((line) => {
    const [, place, pattern] = /^(\S+?:\d+):\d+: ([\w-]+):/.exec(line) ?? []
    return `${place} ${pattern}`
  })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matewright-prose-test-'))
  git('init', '--quiet')
})

afterEach(() => rmSync(folder, { recursive: true }))

const long = `The builder ${'and the reader '.repeat(8)}wait.`

/** For each pattern: sentences that have it, and others like them that have not. */
const PATTERNS = {
  'P1-Who': [
    ['Who finds exits visits the kings in order.', 'By who took it, it is released.', 'Whoever stops loses no work.'],
    ['Who wins?', 'The exit finder visits the kings in order.', 'Users who stop a build lose no work.'],
  ],
  'P2-What': [
    ['The cache has what is read of finished tables.', 'What takes long is saved.'],
    [
      'What is cached?',
      'Options decide what to store.',
      'A note on what it costs.',
      'The cache holds tiles of finished tables.',
    ],
  ],
  'P3-Says': [
    ['The table says that White wins.', 'The store knows its files.', 'It was asked twice.'],
    ['You know the rest.', 'Users ask for a table.', 'The store lists its files.'],
  ],
  'P4-HeldTo': [
    ['Each byte is held to a checksum.', 'The test holds the values to the moves.'],
    ['The checksum of each byte is verified.', 'The cache holds two tables.'],
  ],
  'P5-There': [
    ['Tables that are there stay.', 'The file is not there yet.', 'That is all there is.'],
    ['Existing tables stay.', 'There is one file.', 'Is there a file?'],
  ],
  'P6-Of': [
    ['Of a study the result is known.', 'Two are built: of the second one, half.'],
    ['The result of a study is known.', 'Of course, two are built.'],
  ],
  'P7-SoMany': [
    ['It fits in so much memory.', 'Builds are saved about so often.', 'There are so many as rows.'],
    ['It fits in 64 MiB.', 'There are so many rows that a page is too short.'],
  ],
  'P8-ButFor': [
    ['All are stored but for the last ones.', 'Mates are stored but in small classes.'],
    ['All are stored except the last ones.', 'Mates are rare, but in small classes all are stored.'],
  ],
  'P9-None': [
    ['The size 12x is none.', 'The text is no size.'],
    ['The size 12x is invalid.', 'There is no size.', 'The file is no longer used.', 'It is no larger than a tile.'],
  ],
  'P10-GoesOn': [
    ['The build goes on.', 'Load the page anew.', 'Both are taken in at once.', 'The sum comes to ten.'],
    ['The build resumes.', 'The build takes 10 s in Firefox and is taken in 2 steps.'],
  ],
  'P11-Where': [
    ['Where a class is too large, the build fails.', 'Tables are used where there are some.'],
    ['Where is the table?', 'The folder where it is stored is new.', 'The page shows where the king goes.'],
  ],
  'P12-StandsOn': [
    ['The cluster rests on Beam.', 'Tables stand on smaller tables.'],
    ['The cluster uses Beam.', 'It may stand on e4.', 'Rooks stand on both.', 'All stand on dark squares.'],
  ],
  'P13-Length': [[long], [`${long.slice(0, 60)}.`, `The option \`${'word '.repeat(30)}\` is code.`]],
  'P14-It': [['It has no header.', "It's too short."], ['The file has no header.']],
  'P15-He': [
    ['The loser keeps his king near.', 'A user stops when he likes.'],
    ['The loser keeps the king near.', 'This is the other one.'],
  ],
}

test('each pattern is found, and sentences like it are not', () => {
  const rules = readdirSync(`${root}/scripts/prose/styles/Matewright`).map((name) => name.replace('.yml', ''))
  assert.deepEqual(Object.keys(PATTERNS).sort(), rules.sort())
  for (const [pattern, [bad, good]] of Object.entries(PATTERNS)) {
    bad.forEach((text, i) => write({ [`${pattern}-bad-${i}.md`]: `${text}\n` }))
    good.forEach((text, i) => write({ [`${pattern}-good-${i}.md`]: `${text}\n` }))
  }
  const found = new Set(findings())
  for (const [pattern, [bad, good]] of Object.entries(PATTERNS)) {
    bad.forEach((text, i) => assert(found.has(`${pattern}-bad-${i}.md:1 ${pattern}`), `${pattern} in: ${text}`))
    good.forEach((text, i) => assert(!found.has(`${pattern}-good-${i}.md:1 ${pattern}`), `no ${pattern} in: ${text}`))
  }
})

test('documents, comments, errors and messages are read, and code is not', () => {
  write({
    'a.md': 'First.\n\n- Load the page anew.\n\n```\nanew := true\n```\n\n`anew`\n',
    'a.go':
      'package a\n\nimport "errors"\n\n// Load loads a\n// page anew.\nfunc Load() error {\n' +
      '\tanew := "anew"\n\t_ = anew\n\treturn errors.New("load the page anew")\n}\n',
    'b.go':
      'package b\n\ntype T struct {\n' +
      `\ta int // ${'one two '.repeat(8)}\n\tb int // ${'three four '.repeat(8)}\n}\n`,
    'a.js': '/**\n * Loads a page anew.\n * @param {string} page\n */\nconst anew = "anew"\n',
    'a.mjs': `// The page\n// loads anew.\n\n// The builder ${'and the reader\n// '.repeat(8)}wait.\n`,
    'terms.md': 'The board of lichess.\n',
    'terms.js': '// The package lichess.\n',
    'core/words/en.json': '{\n  "anew": "Fine.",\n  "b": "Load the page anew."\n}\n',
    'ignored.md': 'Load the page anew.\n',
    '.gitignore': 'ignored.md\n',
  })
  assert.deepEqual(findings().sort(), [
    'a.go:10 P10-GoesOn',
    'a.go:6 P10-GoesOn',
    'a.js:2 P10-GoesOn',
    'a.md:3 P10-GoesOn',
    'a.mjs:2 P10-GoesOn',
    'a.mjs:4 P13-Length',
    'core/words/en.json:3 P10-GoesOn',
    'terms.md:1 Terms',
  ])
})

test('misspellings are found', () => {
  // In two parts, so that this file has none.
  write({ 'a.md': `Tables are ${'rec'}ieved.\n` })
  assert.deepEqual(findings(), ['a.md:1 misspelling'])
})

test('lines that changed since a commit are checked alone', () => {
  write({ 'a.md': 'Load it anew.\n\nOne.\n' })
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=a')
  assert.deepEqual(findings('--changed', 'HEAD'), [])
  write({ 'a.md': 'Load it anew.\n\nLoad it\nanew.\n', 'b.md': 'Load it anew.\n' })
  assert.deepEqual(findings('--changed', 'HEAD'), ['a.md:4 P10-GoesOn', 'b.md:1 P10-GoesOn'])
})

test('named files are listed', () => {
  write({ 'a.md': 'Load it anew.\n', 'b.md': 'Load it anew.\n' })
  assert.deepEqual(findings('b.md'), ['b.md:1 P10-GoesOn'])
  assert.throws(() => prose(folder, ['--unknown']), /usage/)
  assert.throws(() => prose(folder, ['--changed']), /usage/)
  assert.throws(() => prose(folder, ['c.md']), /c\.md/)
})
