import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { staticThemeCss } from './src/lib/theme/static-css.ts'
import { buildName } from './scripts/build-name.mjs'
import { css, fetchedTogether, slimRouteTree } from './vite.launch.ts'

/**
 * All that is built, each by its name as `--mode` (scripts/build.mjs, in this order): the portal, which is also what `vite` alone serves and builds; the two
 * scripts that run before it, each alone in its file; the worker that keeps those, and what takes it away; what makes the first screen on the server; the server. Formats, places and
 * what they may carry differ, and the worker lists what is built before it, so they are builds of their own.
 */
export default defineConfig(({ command, mode }) => {
  // The shell that builds may be set to development, as Vite sets the bench: React's development build then serves no page.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  switch (mode) {
    case 'counter-first':
    case 'begin':
      return early(mode)
    case 'first-screen':
      return firstScreen()
    case 'worker-sending':
      return workerSending()
    case 'worker':
      return worker()
    case 'worker-removal':
      return workerRemoval()
    case 'server':
      return server()
    default:
      return portal()
  }
})

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const portalFolder = from('dist/portal')
const production = { 'process.env.NODE_ENV': '"production"' }
const thisBuild = JSON.stringify(buildName(import.meta.dirname))

const themeId = 'virtual:larder-theme.css'

/** The theme's scales and recipes as a stylesheet, made from the same source that the kit takes (src/lib/theme). */
function larderTheme(): Plugin {
  return {
    name: 'larder-theme',
    resolveId: (id) => (id === themeId ? `\0${themeId}` : undefined),
    load: (id) => (id === `\0${themeId}` ? staticThemeCss() : undefined),
  }
}

type GetModule = (id: string) => { importedIds: string[] } | null

/** What the launch loads right after the first screen: one file instead of twenty, each of which would cost a slow phone a question of its own. */
const device = from('src/launch/services.ts')
let ofDevice: Set<string> | undefined

function isOfDevice(id: string, getModule: GetModule): boolean {
  if (!ofDevice) {
    ofDevice = new Set()
    const follow = (one: string): void => {
      if (ofDevice!.has(one)) return
      ofDevice!.add(one)
      getModule(one)?.importedIds.forEach(follow)
    }
    follow(device)
  }
  return ofDevice.has(id)
}

// What the router asks for brings a stand-in for a hook that React has had since 18: the same without it, for the launch's sake.
const alias = { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' }

/** What a browser runs. */
function portal(): UserConfig {
  const { plugin: notesFiles, resolveDependencies } = fetchedTogether()
  return {
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: './src/routes',
        generatedRouteTree: './src/routeTree.gen.ts',
        autoCodeSplitting: false,
        quoteStyle: 'single',
        semicolons: false,
      }),
      react(),
      larderTheme(),
      slimRouteTree(),
      notesFiles,
    ],
    define: { __LARDER_VERSION__: JSON.stringify(manifest.version), __LARDER_BUILD__: thisBuild },
    css,
    resolve: { alias },
    build: {
      outDir: portalFolder,
      emptyOutDir: true,
      target: 'es2023',
      manifest: true,
      // The launch path's stylesheet travels in the page; what lazy screens need comes with them.
      cssCodeSplit: true,
      modulePreload: { polyfill: false, resolveDependencies },
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // The launch names nearly every file, so no word is in a name, and as little of a hash as tells builds apart (docs/decisions/090).
          entryFileNames: 'assets/[hash:7].js',
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[hash:7][extname]',
          codeSplitting: {
            groups: [
              // What does not change with the portal stays in caches when the portal does. Each file is one piece of work for the phone, so none is large.
              {
                name: 'react',
                tags: ['$initial'],
                test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
                priority: 4,
              },
              { name: 'frame', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 3 },
              { name: 'launch', tags: ['$initial'], priority: 2 },
              // Small helpers that many chunks share: a file for each would cost the launch its name, and a chunk one more request.
              {
                name: 'helpers',
                test: /[\\/]src[\\/](lib[\\/](errors[\\/]field-refusal|paint[\\/]use-lost-focus|query[\\/](avoided-allergens|chosen-diets|kept-list|just-placed|last-placed|typed-forms|use-lost-answer|use-history-visit|use-repeat-key|use-dietary-needs|use-single-mutation)|time[\\/](age|format-day|zone-label)|ui[\\/](use-typed|use-media))|shared[\\/](allergens[\\/](avoided-note|dietary-needs-text|use-dietary-filter)|display[\\/](directions|front-picture)|forms[\\/]phone-link))\.tsx?$/,
                minShareCount: 2,
                priority: 1,
              },
              // What checks the answers, apart, and in two: each of the files is one piece of work for the phone.
              {
                name: 'shapes',
                test: /[\\/](node_modules[\\/]zod[\\/]|contract[\\/]schemas[\\/](picture|location|menu|first-screen)\.ts)/,
                priority: 2,
              },
              { name: 'contract', test: /[\\/]contract[\\/]/, minShareCount: 2, priority: 1 },
              {
                name: (id, modules) =>
                  isOfDevice(id, (one) => modules.getModuleInfo(one)) ? 'device' : null,
                debugName: 'device',
                priority: 1,
              },
            ],
          },
        },
      },
    },
  }
}

/**
 * A small script that runs before the portal's own: the counter's first look, or the one that begins a page. Built after the portal and before the
 * worker that keeps them.
 */
function early(name: string): UserConfig {
  return {
    publicDir: false,
    define: production,
    build: {
      outDir: portalFolder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: { [name]: from(`src/launch/${name}.ts`) },
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
      },
    },
  }
}

/** The launch path once more, for the server: it makes the first screen's markup with it (server/portal/first-screens.ts). */
function firstScreen(): UserConfig {
  const { plugins = [], define, resolve = {} } = portal()
  return {
    plugins,
    resolve,
    css,
    publicDir: false,
    define: { ...define, ...production },
    ssr: { noExternal: true },
    build: {
      ssr: from('src/launch/render-first-screen.tsx'),
      outDir: from('dist/first-screen'),
      emptyOutDir: true,
      target: 'node20',
      assetsInlineLimit: 0,
    },
  }
}

type Precached = {
  url: string
  revision: null
  /** Of its content, as the browser's own check of a download names it. */ integrity: string
}

/** What the worker sends with: the browser keeps it with the worker's own script. */
const isSending = (name: string): boolean => /^sending-[\w-]+\.js$/.test(name)

async function findSending(): Promise<string> {
  const name = (await readdir(`${portalFolder}/assets`)).find(isSending)
  if (!name) throw new Error('what the worker sends with is built before it')
  return `/assets/${name}`
}

/** The built files that the worker keeps: everything with a hash in its name, so a name never changes its content. */
async function listPrecached(): Promise<Precached[]> {
  const files = (await readdir(`${portalFolder}/assets`))
    .filter((name) => /\.(js|css|woff2)$/.test(name) && !isSending(name))
    .sort()
  return await Promise.all(
    files.map(async (name) => {
      const content = await readFile(`${portalFolder}/assets/${name}`)
      return {
        url: `/assets/${name}`,
        revision: null,
        integrity: `sha256-${createHash('sha256').update(content).digest('base64')}`,
      }
    }),
  )
}

function precacheList(): Plugin {
  return {
    name: 'larder-precache-list',
    config: async () => ({
      define: {
        ...production,
        __LARDER_BUILD__: thisBuild,
        __LARDER_SENDING__: JSON.stringify(await findSending()),
        'self.__WB_MANIFEST': JSON.stringify(await listPrecached()),
      },
    }),
  }
}

/** What the worker sends with when no window is open (src/sw/load-sending.ts). Built after the portal, which empties the folder, and before the worker, which names it. */
function workerSending(): UserConfig {
  return {
    publicDir: false,
    define: { ...production, __LARDER_VERSION__: JSON.stringify(manifest.version) },
    build: {
      outDir: portalFolder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: { sending: from('src/sw/sending.ts') },
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
      },
    },
  }
}

/** The worker, built after the portal whose files it keeps: one plain script at the address that the specification names. */
function worker(): UserConfig {
  return {
    plugins: [precacheList()],
    publicDir: false,
    build: {
      outDir: portalFolder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: from('src/sw/index.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
      },
    },
  }
}

/** What takes a broken worker away, to be served at its address (server/portal/routes.ts). */
function workerRemoval(): UserConfig {
  return {
    publicDir: false,
    build: {
      outDir: portalFolder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: from('src/sw/removal.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker-removal.js', codeSplitting: false },
      },
    },
  }
}

/** The sandbox's card fields, as files beside the server: whoever builds the server, which empties its folder, has them too. */
function hostedFields(): Plugin {
  return {
    name: 'hosted-fields',
    closeBundle: () =>
      cp(from('server/sandbox/hosted-fields'), from('dist/server/hosted-fields'), { recursive: true }),
  }
}

/** The server as plain modules for Node in dist/server: main, what tests start it by, the merchant command, and the embedded database's thread. */
function server(): UserConfig {
  return {
    publicDir: false,
    plugins: [hostedFields()],
    build: {
      ssr: true,
      outDir: from('dist/server'),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          main: from('server/main.ts'),
          start: from('server/start.ts'),
          'merchant-command': from('server/import/merchant-command.ts'),
          'reconcile-command': from('server/reconcile-command.ts'),
          'embedded-worker': from('server/db/embedded-worker.ts'),
        },
        // One flat folder: modules find the worker and the hosted fields beside themselves by import.meta.url.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  }
}
