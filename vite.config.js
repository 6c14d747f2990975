import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { VitePWA } from 'vite-plugin-pwa'
import { licences, noting } from './scripts/licences.mjs'
import { words } from './scripts/pseudo.mjs'

const generated = fileURLToPath(new URL('./web/generated', import.meta.url))

/**
 * The content security policy: the page runs only its own files, and the workers made of them. It loads nothing but
 * these, and tables.
 */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Tables may be on another web server, whose address the user or a link gives.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Writes the policy into the page that is built: servers of static pages send none. */
const contentSecurityPolicy = () => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
})

/**
 * Loads the page's code beside the user's language, which comes before it, and names it for main.js.
 * @type {() => import('vite').Plugin}
 */
const preloadPage = () => ({
  name: 'preload-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/page.js'))
      if (!page) throw new Error('There is no chunk of src/page.js.')
      const files = page.imports.filter((file) => !chunks.find(({ fileName }) => fileName === file)?.isEntry)
      return [page.fileName, ...files].map((file) => ({
        tag: 'link',
        injectTo: 'head',
        attrs: {
          rel: 'modulepreload',
          crossorigin: true,
          href: `./${file}`,
          id: file === page.fileName && 'page-code',
        },
      }))
    },
  },
})

/**
 * The folders of the npm packages in the built page. These are the packages of the service worker, which is a bundle of
 * its own, and of code that plugins write. The build adds the packages of its modules.
 */
const packages = new Set(
  ['workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies', 'vite-plugin-pwa', 'vite'].map(
    (name) => fileURLToPath(new URL(`./node_modules/${name}`, import.meta.url)),
  ),
)

/** Writes the licences of these packages beside the page. @type {() => import('vite').Plugin} */
const thirdParty = () => ({
  name: 'third-party',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'third-party.txt', source: licences(packages) })
  },
})

/**
 * The beginnings of the names of files that most first visits do not need. The page stores them at their first use, or
 * at the second visit: see web/src/shell/later-files.effects.js.
 */
const LATER = [
  'compare-entry',
  'diagram',
  'film-entry',
  'histogram-plot',
  'matewright-check',
  'mw-check',
  'mw-paper',
  'mw-syzygy',
  'mw-tree',
  'sets',
  'zip',
]

/** Matches the paths of these files, and of languages. They are in a cache of their own. */
const LATER_PATHS = new RegExp(`/assets/(?:(?:${LATER.join('|')})[\\w.-]*|[\\w-]+\\.json)$`)

/** Lists these files in the page, as their names have hashes. @type {() => import('vite').Plugin} */
const listLater = () => ({
  name: 'list-later',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => [
      {
        tag: 'script',
        injectTo: 'body',
        attrs: { type: 'application/json', id: 'later-files' },
        children: JSON.stringify(Object.keys(bundle).filter((file) => LATER_PATHS.test(`/${file}`))),
      },
    ],
  },
})

export default defineConfig({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  // Relative addresses: the site works from any sub-path.
  base: './',
  resolve: { alias: { '#generated': generated } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // A chunk is named after its module, without the kind: LATER lists some of them.
    rolldownOptions: { output: { chunkFileNames: ({ name }) => `assets/${name.split('.')[0]}-[hash].js` } },
  },
  worker: { format: 'es', plugins: () => [noting(packages)] },
  plugins: [
    words(),
    contentSecurityPolicy(),
    preloadPage(),
    listLater(),
    noting(packages),
    thirdParty(),
    VitePWA({
      // A new version waits until the user asks for it: a reload must never interrupt a build.
      registerType: 'prompt',
      manifest: {
        name: 'Matewright',
        short_name: 'Matewright',
        description: 'Builds chess endgame tables in your browser',
        id: 'matewright',
        start_url: './',
        scope: './',
        display: 'standalone',
        background_color: '#121614',
        theme_color: '#121614',
        icons: [
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: 'icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        // An origin is shared by all of an account's project pages.
        cacheId: 'matewright',
        // The first visit is served offline too, without a reload in between.
        clientsClaim: true,
        cleanupOutdatedCaches: true,
        navigateFallbackDenylist: [/third-party\.txt$/],
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,zst}'],
        globIgnores: [`**/{${LATER.join()}}*`],
        runtimeCaching: [
          { urlPattern: LATER_PATHS, handler: 'CacheFirst', options: { cacheName: 'matewright-later' } },
          { urlPattern: /\/third-party\.txt$/, handler: 'NetworkFirst', options: { cacheName: 'matewright-later' } },
        ],
        maximumFileSizeToCacheInBytes: 64 * 1024 * 1024,
      },
    }),
  ],
  // Property tests take seconds, and more on a busy machine.
  test: { include: ['{src,package}/**/*.test.js'], environment: 'node', pool: 'threads', testTimeout: 30_000 },
})
