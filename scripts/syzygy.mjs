// npm run syzygy: writes Syzygy files of all classes with three and four men, or of the named ones. Then other programs
// read positions whose values are known exactly: libfathom, Stockfish, and python-chess if Python has it. It installs
// missing packages of Debian.
//
//   npm run syzygy -- --to DIR --dir TABLES   keeps the files, and reads and builds tables in TABLES
//   npm run syzygy -- --men 5 --random N      reads N random positions of each class, whose values come from our tables

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { ensureCompilers, installDebians, onPath, whyNotDebians } from './debian.mjs'
import { root, run } from './tools.mjs'

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string' },
    dir: { type: 'string' },
    men: { type: 'string', default: '4' },
    random: { type: 'string' },
  },
  allowPositionals: true,
})
/** Positions of a class that the slower programs read. */
const fewer = 200
const folder = mkdtempSync(`${tmpdir()}/matewright-syzygy-`)
const files = values.to ?? `${folder}/files`
const tables = values.dir ?? `${folder}/tables`

try {
  ensure()
  run('go', ['build', '-o', `${folder}/matewright`, './core/cmd/matewright'])
  const wanted = positionals.length ? positionals : ['--men', values.men]
  run(`${folder}/matewright`, ['export', '--format', 'syzygy', ...wanted, '--to', files, '--dir', tables])
  const wrong = values.random ? readRandom(Number(values.random)) : readKnown()
  for (const line of wrong.slice(0, 20)) console.error(line)
  if (wrong.length) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Reads the known positions, and returns the lines of those that are wrong. */
function readKnown() {
  const samples = known().filter(({ fen }) => hasFile(fen))
  return readAll('known positions', samples, samples)
}

/**
 * Reads random positions class by class, and returns the lines of those that are wrong. Only libfathom reads all.
 * @param {number} count of each class
 */
function readRandom(count) {
  run('go', ['build', '-o', `${folder}/positions`, './scripts/syzygy/positions'])
  const classes = positionals.length
    ? positionals
    : readdirSync(files).flatMap((name) => (name.endsWith('.rtbz') ? [name.replace('.rtbz', '')] : []))
  return classes.flatMap((name) => {
    const samples = execFileSync(`${folder}/positions`, ['--dir', `${tables}/dtz50`, '--count', String(count), name], {
      maxBuffer: 1 << 30,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([fen, wdl, dtz]) => ({ fen, wdl: Number(wdl), dtz: Number(dtz) }))
    return readAll(name, samples, samples.slice(0, fewer))
  })
}

/**
 * Lets all programs read positions, and returns the lines of those that are wrong.
 * @param {string} title
 * @param {ReturnType<typeof known>} samples for libfathom
 * @param {ReturnType<typeof known>} few for the slower programs
 */
function readAll(title, samples, few) {
  console.log(title)
  return [
    ...compare('libfathom', samples, byFathom(samples)),
    ...compare('Stockfish', few, byStockfish(few)),
    ...compare('python-chess', few, byPython(few)),
  ]
}

/** Installs the readers that are missing. */
function ensure() {
  ensureCompilers()
  const missing = [
    ...(existsSync('/usr/include/tbprobe.h') ? [] : ['libfathom-dev']),
    ...(stockfish() ? [] : ['stockfish']),
  ]
  if (!missing.length) return
  const obstacle = whyNotDebians()
  if (obstacle) throw new Error(`${missing.join(' and ')} can't be installed: ${obstacle}.`)
  installDebians(missing)
}

function stockfish() {
  return [...onPath(['stockfish']), '/usr/games/stockfish'].find((path) => existsSync(path))
}

/**
 * The positions whose outcome and exact distance are known.
 * @returns {{ fen: string, wdl: number, dtz: number }[]}
 */
function known() {
  const text = gunzipSync(readFileSync(`${root}/core/internal/exact/testdata/samples-3-4-men.tsv.gz`)).toString()
  const [names, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const column = (row, name) => row[names.indexOf(name)]
  return rows
    .filter((row) => column(row, 'mated') !== '1') // readers differ in a mated side's distance
    .map((row) => ({
      fen: column(row, 'fen'),
      wdl: Number(column(row, 'wdl50')),
      dtz: Number(column(row, 'dtz_exact')),
    }))
}

/** Reports whether the file of a position's men was written. @param {string} fen */
function hasFile(fen) {
  const sorted = (/** @type {RegExp} */ side) =>
    [...fen.split(' ')[0].replace(side, '')]
      .map((c) => c.toUpperCase())
      .sort(byValue)
      .join('')
  const sides = [sorted(/[^A-Z]/g), sorted(/[^a-z]/g)]
  return sides.some((side, i) => existsSync(`${files}/${side}v${sides[1 - i]}.rtbz`))
}

/** @param {string} a @param {string} b */
function byValue(a, b) {
  return 'KQRBNP'.indexOf(a) - 'KQRBNP'.indexOf(b)
}

/**
 * Compares a program's answers with the known ones: wins and losses exactly, others up to a ply.
 * @param {string} program
 * @param {ReturnType<typeof known>} samples
 * @param {number[][] | null} answers outcomes and distances, or null if the program is missing
 */
function compare(program, samples, answers) {
  if (!answers) {
    console.log(`  ${program}: not installed`)
    return []
  }
  const wrong = samples.flatMap(({ fen, wdl, dtz }, i) => {
    const [gotWdl, gotDtz] = answers[i] ?? []
    const off = Math.abs(gotDtz - dtz)
    const right = gotWdl === wdl && (Math.abs(wdl) === 1 ? off <= 1 : off === 0)
    return right ? [] : [`${program}: ${fen}: ${gotWdl} ${gotDtz}, want ${wdl} ${dtz}`]
  })
  console.log(`  ${program}: ${samples.length} positions, ${wrong.length} wrong`)
  return wrong
}

/** @param {ReturnType<typeof known>} samples */
function byFathom(samples) {
  run('cc', ['-O2', '-o', `${folder}/probe`, `${root}/scripts/syzygy/fathom.c`, '-lfathom'])
  return numbers(
    execFileSync(`${folder}/probe`, [files], {
      input: lines(samples),
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'ignore'], // of files that were never mapped
    }),
  )
}

/** @param {ReturnType<typeof known>} samples */
function byStockfish(samples) {
  const commands = samples.map(({ fen }) => `position fen ${fen}\nd`)
  const { stdout } = spawnSync(/** @type {string} */ (stockfish()), {
    input: [`setoption name SyzygyPath value ${files}`, 'isready', ...commands, 'quit', ''].join('\n'),
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  })
  const outcomes = ['Loss', 'Blessed loss', 'Draw', 'Cursed win', 'Win']
  return [...stdout.matchAll(/^Tablebases WDL: +(.*) \(.*\n.*DTZ: +(-?\d+)/gm)].map(([, outcome, plies]) => [
    outcomes.indexOf(outcome) - 2,
    Number(plies),
  ])
}

/** @param {ReturnType<typeof known>} samples */
function byPython(samples) {
  if (spawnSync('python3', ['-c', 'import chess.syzygy']).status !== 0) return null
  writeFileSync(
    `${folder}/probe.py`,
    [
      'import sys, chess, chess.syzygy',
      'tables = chess.syzygy.open_tablebase(sys.argv[1])',
      'for line in sys.stdin:',
      '    board = chess.Board(line)',
      '    print(tables.probe_wdl(board), tables.probe_dtz(board))',
      '',
    ].join('\n'),
  )
  return numbers(execFileSync('python3', [`${folder}/probe.py`, files], { input: lines(samples), maxBuffer: 1 << 28 }))
}

/** @param {ReturnType<typeof known>} samples */
function lines(samples) {
  return samples.map(({ fen }) => `${fen}\n`).join('')
}

/** @param {Buffer} output lines of two numbers */
function numbers(output) {
  return output
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
}
