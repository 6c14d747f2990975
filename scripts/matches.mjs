// The command's engine plays ten won endings against stockfish and gnuchess, at 50 ms a move. Two programs host the
// games, both with polyglot: xboard under Xvfb, and engine-engine-match (matches/relayed.mjs). If fastchess is named,
// it hosts them once more. The engine must win them all, and none on time. Missing programs of Debian are installed.
//
// With --dir, the tables must exist by DTM, and those with three and four men also by DTZ50. Without it, the engine
// begins each match without tables, and builds them while it plays. Then the clocks of the endings are 0. The two
// endings with five men may end as they like, as their tables take longer than a game.
//
// On a busy machine GNU Chess 6.2.7 may crash, and xboard then waits for it.
//
//   node scripts/matches.mjs [--dir DIR] [--fastchess PROGRAM]

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installDebians, whyNotDebians } from './debian.mjs'
import { relayed } from './matches/relayed.mjs'
import { run } from './tools.mjs'

// In most of them the clock leaves just enough time.
const tight = [
  '8/8/6k1/3B4/3K4/4N3/8/8 w - - 53 106',
  '8/1K6/8/4k3/1P6/8/8/8 w - - 99 80',
  '8/8/8/8/4K3/1Q6/4nk2/8 w - - 95 80',
  '8/P7/8/8/3r4/5k2/8/2RK4 w - - 0 1',
  '8/P7/3Q4/8/8/8/8/K1k4q w - - 0 1',
  '8/8/8/3k4/2r5/8/8/KQ6 w - - 43 80',
  '8/8/8/8/7B/8/3k4/K2B4 w - - 63 80',
  '1n6/8/8/8/8/8/5R2/K2k4 w - - 77 80',
  '8/8/8/8/8/k7/p3R3/2K5 w - - 95 80',
  'K7/8/8/8/8/8/1p5Q/k7 w - - 64 80',
]
const opponents = { stockfish: ['stockfish'], gnuchess: ['gnuchess', '--uci'] }

const { values: options } = parseArgs({ options: { dir: { type: 'string' }, fastchess: { type: 'string' } } })
const builds = !options.dir
const endings = builds ? tight.map((fen) => fen.replace(/\d+ \d+$/, '0 1')) : tight
const temp = mkdtempSync(join(tmpdir(), 'matches-'))
const dir = options.dir ?? join(temp, 'tables')
// Games are not on every PATH.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/games`, MATEWRIGHT_DIR: dir }
const find = (/** @type {string} */ name) => spawnSync('which', [name], { env, encoding: 'utf8' }).stdout.trim()
const programs = ['xvfb-run', 'xboard', 'polyglot', 'engine-engine-match', 'stockfish', 'gnuchess']
const missing = programs.filter((name) => !find(name))
if (missing.length > 0) {
  const obstacle = whyNotDebians()
  if (obstacle) throw new Error(`${missing.join(', ')} not found, and can't be installed: ${obstacle}.`)
  installDebians(['xvfb', 'xauth', 'xboard', 'polyglot', 'tourney-manager', 'stockfish', 'gnuchess'])
}

const engine = join(temp, 'matewright')
const matewright = { name: 'matewright', command: `${engine} uci`, ...(builds ? { option: 'BuildTables=1' } : {}) }
const positions = join(temp, 'endings.fen')
const games = join(temp, 'games.pgn')
try {
  run('go', ['build', '-o', engine, './core/cmd/matewright'])
  writeFileSync(positions, endings.join('\n') + '\n')
  for (const [name, [command, ...args]] of Object.entries(opponents)) {
    host(`xboard, against ${name}`, 'xvfb-run', [
      '-a',
      'xboard',
      '-matchGames',
      '10',
      '-sameColorGames',
      '10',
      '-fcp',
      `polyglot -noini -ec "${engine} uci" -en matewright`,
      ...(builds ? ['-firstOptions', 'BuildTables=1'] : []),
      '-scp',
      `polyglot -noini -ec "${[command, ...args].join(' ')}" -en ${name}`,
      '-loadPositionFile',
      positions,
      '-loadPositionIndex',
      '-1',
      '-saveGameFile',
      games,
      '-matchPause',
      '100',
      '-movesPerSession',
      '40',
      '-timeControl',
      '0:02',
      '-repeatsToDraw',
      '3',
      '-ruleMoves',
      '50',
      '-ponderNextMove',
      'false',
      '-popupExitMessage',
      'false',
    ])
    begin()
    const black = { name, command: [command, ...args].join(' ') }
    report(
      `engine-engine-match, against ${name}`,
      endings.map((fen) => relayed(fen, matewright, black, temp, env)),
    )
    if (!options.fastchess) continue
    host(`fastchess, against ${name}`, options.fastchess, [
      '-engine',
      'name=matewright',
      `cmd=${engine}`,
      'args=uci',
      ...(builds ? ['option.BuildTables=true'] : []),
      '-engine',
      `name=${name}`,
      `cmd=${find(command)}`,
      ...(args.length ? [`args=${args.join(' ')}`] : []),
      '-each',
      'st=0.05',
      'timemargin=200',
      '-openings',
      `file=${positions}`,
      'format=epd',
      'order=sequential',
      '-rounds',
      '10',
      '-games',
      '1',
      '-noswap',
      '-pgnout',
      `file=${games}`,
    ])
  }
} finally {
  rmSync(temp, { recursive: true })
}

/** Deletes all tables, if the engine builds them. */
function begin() {
  if (!builds) return
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
}

/**
 * Lets a program host a match, and prints how each game ended.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 */
function host(title, program, args) {
  rmSync(games, { force: true })
  begin()
  const { stdout, stderr, error } = spawnSync(program, args, { cwd: temp, env, encoding: 'utf8', timeout: 300_000 })
  const stuck = error && 'code' in error && error.code === 'ETIMEDOUT'
  if (error && !stuck) throw error
  const pgn = existsSync(games) ? readFileSync(games, 'utf8') : ''
  const played = pgn
    .split(/^(?=\[Event )/m)
    .filter((game) => game.includes('[Result '))
    .map((game) => ({
      result: game.match(/^\[Result "(.*)"\]/m)?.[1] ?? '*',
      why: game.match(/\{([^{}]*)\}\s*\S*\s*$/)?.[1] ?? '',
      late: /forfeits? on time|time forfeit/i.test(game),
    }))
  report(stuck ? `${title}, stuck after five minutes` : title, played)
  if (process.exitCode) console.error(pgn, stdout, stderr)
}

/**
 * Prints how the games of a match ended. Unless all that should be won are, and none on time, the script fails.
 * @param {string} title
 * @param {{ result: string, why: string, slowest?: number, late: boolean }[]} played
 */
function report(title, played) {
  const won = played.filter(({ result }) => result === '1-0').length
  const late = played.filter((game) => game.late).length
  const results = played.map(({ result }) => result).join(' ')
  const slowest = Math.max(...played.map((game) => game.slowest ?? 0))
  console.log(
    `${title}: ${won} of ${endings.length} won, ${late} decided on time (${results})` +
      (slowest > 0 ? `, the slowest move took ${slowest} ms` : ''),
  )
  const lost = endings.filter((fen, i) => played[i]?.result !== '1-0' && (!builds || menOf(fen) < 5))
  for (const [i, { result, why }] of played.entries()) {
    if (result !== '1-0') console.log(`  ${endings[i]}: ${result} ${why}`)
  }
  if (lost.length > 0 || late > 0) process.exitCode = 1
}

/** Returns the number of men. @param {string} fen */
function menOf(fen) {
  return fen.split(' ')[0].match(/[a-z]/gi)?.length ?? 0
}
