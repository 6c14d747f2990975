// npm run package: makes build/matewright-VERSION.tgz, the engine for other pages, and checks it with publint. It needs
// the files of npm run build:wasm. The package is not published.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { licences, noting } from './licences.mjs'
import { pack } from './pack.mjs'
import { npm, root } from './tools.mjs'

const source = `${root}/web/package`
const out = `${root}/build`
const target = `${out}/package`

/** The folders of npm's packages in the bundle. @type {Set<string>} */
const bundled = new Set()

/**
 * Builds one file with all its imports, the worker, and the engine's code. Each refers to the next by a relative URL,
 * which bundlers support.
 */
const bundle = () =>
  build({
    configFile: false,
    root: `${root}/web`,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '#generated': `${root}/web/generated` } },
    plugins: [noting(bundled)],
    worker: {
      format: 'es',
      plugins: () => [noting(bundled)],
      rolldownOptions: { output: { entryFileNames: 'worker.js' } },
    },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${source}/matewright.js`,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'matewright.js', assetFileNames: '[name][extname]' },
      },
    },
  })

/** Generates the types of the sources, and copies those that the package's own types import. */
function types() {
  rmSync(`${out}/types`, { recursive: true, force: true })
  npm('exec', '--', 'tsc', '-p', source)
  copyFileSync(`${root}/web/src/engine/border.d.ts`, `${out}/types/src/engine/border.d.ts`)
  take(`${out}/types/package/matewright.d.ts`, new Set())
}

/** @param {string} file @param {Set<string>} taken */
function take(file, taken) {
  if (taken.has(file)) return
  taken.add(file)
  const text = readFileSync(file, 'utf8')
  const to = join(target, 'types', relative(`${out}/types`, file))
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, text)
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
    take(join(dirname(file), `${path}.d.ts`), taken)
}

/** Programs import the entry; bundlers find the worker and the engine by their addresses beside it. */
function manifest() {
  const entry = { types: './types/package/matewright.d.ts', default: './matewright.js' }
  const files = ['./worker.js', './matewright.wasm.zst', './matewright-check.wasm.zst', './package.json']
  return {
    types: entry.types,
    exports: { '.': entry, ...Object.fromEntries(files.map((file) => [file, file])) },
  }
}

try {
  await bundle()
  types()
  writeFileSync(`${target}/THIRD-PARTY.txt`, licences(bundled))
  for (const file of ['README.md', 'example.html', 'engine.html'])
    copyFileSync(`${source}/${file}`, `${target}/${file}`)
  await pack(target, manifest())
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
