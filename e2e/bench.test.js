import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const script = fileURLToPath(new URL('bench.mjs', import.meta.url))
const bench = (...args) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })

test('the bench measures the classes named, and not their dependencies', () => {
  const { status, stdout } = bench('KPvK', 'kqvk', '--workers', '2', '--json')
  const rows = JSON.parse(stdout)
  expect(status).toBe(0)
  expect(rows.map((row) => row.class)).toEqual(['KQvK', 'KPvK'])
  for (const row of rows) {
    expect(row.method).toBeTruthy()
    for (const field of ['positions', 'solve_seconds', 'encode_seconds', 'peak_bytes', 'stored_bytes'])
      expect(row[field]).toBeGreaterThan(0)
    expect(row.read_seconds).toBeLessThan(row.solve_seconds)
  }
})

test('the bench builds and checks all classes with a number of men', () => {
  const { status, stdout, stderr } = bench('--all', '3')
  expect(stdout.trim().split('\n')).toHaveLength(1 + 5 + 1)
  expect(stderr).toContain('All 5 tables are right.')
  expect(status).toBe(0)
})

test('the bench refuses unknown arguments', () => {
  expect(bench('KXvK')).toMatchObject({ status: 1, stderr: expect.stringContaining('no class KXvK') })
  expect(bench()).toMatchObject({ status: 1, stderr: expect.stringContaining('--all MEN') })
})
