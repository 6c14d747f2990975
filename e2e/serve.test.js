// The command's server, with a client of lichess's API that uses the types published by lichess.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test as base } from '@playwright/test'
import createClient from 'openapi-fetch'
import { output, root } from '../scripts/tools.mjs'
import { buildCommand } from './publish.js'

const MISSING = '8/8/8/8/2r5/8/2k5/K6Q w - - 0 1'
const FENS = [
  '8/3P4/8/8/8/8/8/k1K5 w - - 0 1', // promotes to all pieces
  '8/8/8/8/8/2k5/8/K6R w - - 74 90', // a win that comes a ply too late
  'k7/1Q6/1K6/8/8/8/8/8 b - - 0 1', // mated
  'k7/2Q5/1K6/8/8/8/8/8_b_-_-_0_1', // stalemate
  '8/8/8/8/8/2k5/8/K7 w - - 0 1', // bare kings
]

const test = base.extend({
  /** A server of small tables. */
  server: [
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'matewright-serve-'))
      const command = buildCommand(dir)
      for (const metric of ['dtm', 'dtz50', 'dtc']) output(command, ['build', 'KPvK', '--dir', dir, '--metric', metric])
      const server = spawn(command, ['serve', '--dir', dir, '--listen', '127.0.0.1:0'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [line] = await once(createInterface(server.stderr), 'line')
      await use({ process: server, url: `http://${line.match(/address=(\S+)/)[1]}` })
      server.kill()
      await rm(dir, { recursive: true, force: true })
    },
    { timeout: 120_000 },
  ],

  /** @type {ReturnType<typeof createClient<import('@lichess-org/types').paths>>} */
  lichess: async ({ server }, use) => use(createClient({ baseUrl: server.url })),
})

test("a client of lichess's API is answered", async ({ lichess, server }) => {
  const answers = []
  for (const fen of FENS) {
    const { data, response } = await lichess.GET('/standard', { params: { query: { fen } } })
    expect(response.status).toBe(200)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(data).toMatchObject({ fen })
    answers.push(data)
  }
  expect(answers.map(({ category }) => category)).toEqual(['win', 'cursed-win', 'loss', 'draw', 'draw'])
  expect(answers[0]).toMatchObject({
    dtm: 5,
    dtz: 1,
    precise_dtz: 1,
    dtc: null,
    checkmate: false,
    insufficient_material: false,
  })
  expect(answers[0].moves[0]).toMatchObject({ category: 'loss', dtm: -4 })
  expect(answers[0].moves.find(({ uci }) => uci === 'd7d8n')).toMatchObject({
    san: 'd8=N',
    category: 'draw',
    zeroing: true,
    conversion: true,
    insufficient_material: true,
  })
  expect(answers[2]).toMatchObject({ checkmate: true, dtm: 0, dtz: -1, moves: [] })
  const { data: all } = await lichess.GET('/standard', { params: { query: { fen: FENS[0], dtc: 'always' } } })
  expect(all).toMatchObject({ dtm: 5, dtz: 1, dtc: 1 })
  await conform([...answers, all])

  const missing = await lichess.GET('/standard', { params: { query: { fen: MISSING } } })
  expect(missing.response.status).toBe(404)
  expect(missing.data).toBeUndefined()
  expect(missing.error).toContain('KQvKR')
  expect((await lichess.GET('/standard', { params: { query: { fen: 'nonsense' } } })).response.status).toBe(400)

  const stopped = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  if (process.platform !== 'win32') expect(await stopped).toEqual([0, null])
})

/**
 * Lets the compiler check answers against lichess's types. Each field must be one of theirs or of ours, with an allowed
 * type.
 */
async function conform(answers) {
  const folder = join(root, 'e2e', 'results', 'types') // within the reach of node_modules
  const file = join(folder, 'answers.ts')
  await mkdir(folder, { recursive: true })
  const check = async (list) => {
    await writeFile(
      file,
      `
      import type { components } from '@lichess-org/types'
      type Theirs<T> = { [K in keyof T]-?: T[K] }
      type Of<Name extends 'TablebaseJson' | 'TablebaseMove'> =
        Theirs<components['schemas'][Name]> & { dtm50: number | null }
      type Answer = Omit<Of<'TablebaseJson'>, 'moves'> & { fen: string, moves: Of<'TablebaseMove'>[] }
      export const answers: Answer[] = ${JSON.stringify(list, null, 2)}`,
    )
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--types',
      '',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ]
    try {
      return execFileSync(process.execPath, [compiler, ...flags, file], { encoding: 'utf8' })
    } catch (error) {
      return error.stdout
    }
  }
  expect(await check(answers)).toBe('')
  const [
    {
      moves: [move],
      ...answer
    },
  ] = answers
  const { conversion, ...older } = move
  for (const wrong of [
    { ...answer, moves: [older] },
    { ...answer, moves: [{ ...move, conversion: Number(conversion) }] },
    { ...answer, moves: [], category: 'lost' },
    { ...answer, moves: [], more: 1 },
  ]) {
    expect(await check([wrong])).toContain('answers.ts') // the types do reject wrong answers
  }
}
