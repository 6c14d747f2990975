// The full licences of all code by others in the page or the package, as those licences require.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { output, root, wasmEnv } from './tools.mjs'

/**
 * A plugin that notes the folders of npm's packages whose files are in a bundle, scripts and others.
 * @param {Set<string>} folders
 */
export const noting = (folders) => ({
  name: 'noting',
  /** @param {unknown} _ @param {Record<string, {moduleIds?: string[], originalFileNames?: string[]}>} bundle */
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle).flatMap(({ moduleIds = [], originalFileNames = [] }) => [
      ...moduleIds,
      ...originalFileNames,
    ])) {
      const [, folder] = file.match(/(?:^|\/)(node_modules\/(?:@[^/]+\/)?[^/]+)/) ?? []
      if (folder) folders.add(join(root, folder))
    }
  },
})

/**
 * Returns the text with the licences of these packages, of Go's runtime, and of the engine's modules with the code that
 * they include from others.
 * @param {Iterable<string>} folders
 */
export function licences(folders) {
  const ofPackages = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    return { title: `${name} ${version}`, files: licencesIn(folder) }
  })
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}'
  /** @type {Map<string, Set<string>>} */
  const ofModules = new Map()
  for (const line of output('go', ['list', '-deps', '-f', format, '-tags=check', './wasm'], wasmEnv)
    .split('\n')
    .filter(Boolean)) {
    const [title, module, folder] = line.split('\t')
    const files = ofModules.get(title) ?? new Set(licencesIn(module))
    for (let at = folder; at !== module; at = dirname(at)) licencesIn(at, false).forEach((file) => files.add(file))
    ofModules.set(title, files)
  }
  const go = { title: `Go ${output('go', ['env', 'GOVERSION'])}`, files: licencesIn(output('go', ['env', 'GOROOT'])) }
  const all = [...ofPackages, go, ...[...ofModules].map(([title, files]) => ({ title, files: [...files] }))]
  const texts = all.map(({ title, files }) =>
    [`${title}\n${'='.repeat(title.length)}`, ...files.map((file) => readFileSync(file, 'utf8').trim())].join('\n\n'),
  )
  return `What is here of others, with their licences.\n\n\n${texts.join('\n\n\n')}\n`
}

/** @param {string} folder @param {boolean} [must]  have one */
function licencesIn(folder, must = true) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
  if (must && !names.length)
    throw new Error(`There is no licence in ${folder}, and without it that can't be given to others.`)
  return names.map((name) => join(folder, name))
}
