// npm run package:tables: makes build/matewright-tables34-VERSION.tgz, the tables of three and four men by DTM and
// DTZ50 for other pages, and checks it with publint. They are those of the Go module tables34. The package is not
// published.

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './pack.mjs'
import { output, root } from './tools.mjs'

const target = `${root}/build/tables34`
const home = mkdtempSync(join(tmpdir(), 'matewright-tables34-'))

const INDEX = `/** The address of the tables, for \`new Matewright({ tables })\`. */
export const tables = new URL('./site/', import.meta.url).href
`

const TYPES = `/** The address of the tables, for \`new Matewright({ tables })\`. */
export const tables: string
`

try {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  cpSync(`${root}/tables34/dtm`, home, { recursive: true })
  cpSync(`${root}/tables34/dtz50`, join(home, 'dtz50'), { recursive: true })
  output('go', ['run', './core/cmd/matewright', 'export', 'all', '--dir', home, '--site', `${target}/site`])
  writeFileSync(`${target}/index.js`, INDEX)
  writeFileSync(`${target}/index.d.ts`, TYPES)
  copyFileSync(`${root}/tables34/README.md`, `${target}/README.md`)
  const entry = { types: './index.d.ts', default: './index.js' }
  await pack(target, {
    name: 'matewright-tables34',
    description: 'The chess endgame tables of three and four men for Matewright',
    types: entry.types,
    exports: { '.': entry, './site/*': './site/*', './package.json': './package.json' },
  })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(home, { recursive: true, force: true })
}
