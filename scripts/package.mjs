// npm run package: makes build/matewright-VERSION.tgz, the engine for other pages, and checks it with publint. It needs
// the files of npm run build:wasm. The package is not published.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'
import { licences, noting } from './licences.mjs'
import { npm, npmOutput, root } from './tools.mjs'

const source = `${root}/web/package`
const out = `${root}/build`
const target = `${out}/package`
const ours = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** The keys that the package's manifest copies from that of the repository. */
const SHARED = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'repository',
  'homepage',
  'bugs',
  'type',
  'engines',
]

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

/**
 * Writes package.json. Programs import the entry; bundlers find the worker and the engine by their addresses beside it.
 */
function manifest() {
  const entry = { types: './types/package/matewright.d.ts', default: './matewright.js' }
  const files = ['./worker.js', './matewright.wasm.zst', './matewright-check.wasm.zst', './package.json']
  const manifest = {
    ...Object.fromEntries(SHARED.map((key) => [key, ours[key]])),
    private: true,
    sideEffects: false,
    types: entry.types,
    exports: { '.': entry, ...Object.fromEntries(files.map((file) => [file, file])) },
  }
  writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Checks the packed files as programs will find them. @param {string} file */
async function check(file) {
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: readFileSync(file).buffer } })
  const faults = messages.filter(({ type }) => type !== 'suggestion').map((message) => formatMessage(message, pkg))
  if (faults.length) throw new Error(`publint: ${faults.join('\n')}`)
}

try {
  await bundle()
  types()
  manifest()
  writeFileSync(`${target}/THIRD-PARTY.txt`, licences(bundled))
  for (const file of ['README.md', 'example.html', 'engine.html'])
    copyFileSync(`${source}/${file}`, `${target}/${file}`)
  copyFileSync(`${root}/LICENSE`, `${target}/LICENSE`)
  const [packed] = JSON.parse(npmOutput('pack', target, '--pack-destination', out, '--json'))
  await check(`${out}/${packed.filename}`)
  console.log(
    `build/${packed.filename}: ${(packed.size / 1e6).toFixed(2)} MB, ` +
      `${packed.files.map(({ path }) => path).join(', ')}`,
  )
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
