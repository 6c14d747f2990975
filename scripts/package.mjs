// npm run package: the engine for other pages, build/matewright-VERSION.tgz, of web/package and what the page is made of
// (npm run build:wasm comes before it). It is not published.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { npm, npmOutput, output, root, wasmEnv } from './tools.mjs'

const source = `${root}/web/package`
const out = `${root}/build`
const target = `${out}/package`
const { name, version, description, license, type } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** The folders of npm's packages that are in what is bundled. @type {Set<string>} */
const bundled = new Set()

/** Notes them, as the bundler names the files of each script. */
const noting = () => ({
  name: 'noting',
  /** @param {unknown} _ @param {Record<string, {moduleIds?: string[]}>} scripts */
  generateBundle(_, scripts) {
    for (const id of Object.values(scripts).flatMap(({ moduleIds = [] }) => moduleIds)) {
      const [folder] = id.match(/^.*\/node_modules\/(@[^/]+\/)?[^/]+/) ?? []
      if (folder) bundled.add(folder)
    }
  },
})

/** One file with all that it imports, the worker, and the engine's code, each found by its address beside the other: bundlers know that. */
const bundle = () => build({
  configFile: false,
  root: `${root}/web`,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: { '#generated': `${root}/web/generated` } },
  plugins: [noting()],
  worker: { format: 'es', plugins: () => [noting()], rolldownOptions: { output: { entryFileNames: 'worker.js' } } },
  build: {
    outDir: target, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, minify: false, modulePreload: false,
    rolldownOptions: {
      input: `${source}/matewright.js`,
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'matewright.js', assetFileNames: '[name][extname]' },
    },
  },
})

/** Types are those of the sources. Of all that tsc writes, what the package's own lead to is taken. */
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
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) take(join(dirname(file), `${path}.d.ts`), taken)
}

function manifest() {
  const entry = { types: './types/package/matewright.d.ts', default: './matewright.js' }
  const manifest = { name, version, description, license, private: true, type, sideEffects: false, types: entry.types, exports: { '.': entry, './*': './*' } }
  writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * The licences of all that is in the package and isn't ours, whole, as they ask for: of npm's packages, of Go's runtime, and of the modules
 * in the engine with what these have of others.
 */
function licences() {
  const ofPackages = [...bundled].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    return { title: `${name} ${version}`, files: licencesIn(folder) }
  })
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}'
  /** @type {Map<string, Set<string>>} */
  const ofModules = new Map()
  for (const line of output('go', ['list', '-deps', '-f', format, './wasm'], wasmEnv).split('\n').filter(Boolean)) {
    const [title, module, folder] = line.split('\t')
    const files = ofModules.get(title) ?? new Set(licencesIn(module))
    for (let at = folder; at !== module; at = dirname(at)) licencesIn(at, false).forEach((file) => files.add(file))
    ofModules.set(title, files)
  }
  const go = { title: `Go ${output('go', ['env', 'GOVERSION'])}`, files: licencesIn(output('go', ['env', 'GOROOT'])) }
  const all = [...ofPackages, go, ...[...ofModules].map(([title, files]) => ({ title, files: [...files] }))]
  const texts = all.map(({ title, files }) => [`${title}\n${'='.repeat(title.length)}`, ...files.map((file) => readFileSync(file, 'utf8').trim())].join('\n\n'))
  writeFileSync(`${target}/THIRD-PARTY.txt`, `What this package has of others, with their licences.\n\n\n${texts.join('\n\n\n')}\n`)
}

/** @param {string} folder @param {boolean} [must]  have one */
function licencesIn(folder, must = true) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
  if (must && !names.length) throw new Error(`There is no licence in ${folder}, and without it the package can't be given to others.`)
  return names.map((name) => join(folder, name))
}

try {
  await bundle()
  types()
  manifest()
  licences()
  for (const file of ['README.md', 'example.html']) copyFileSync(`${source}/${file}`, `${target}/${file}`)
  copyFileSync(`${root}/LICENSE`, `${target}/LICENSE`)
  const [packed] = JSON.parse(npmOutput('pack', target, '--pack-destination', out, '--json'))
  console.log(`build/${packed.filename}: ${(packed.size / 1e6).toFixed(2)} MB, ${packed.files.map(({ path }) => path).join(', ')}`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
