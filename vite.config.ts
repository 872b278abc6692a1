import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { staticThemeCss } from './src/lib/theme/static-css.ts'

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
const device = fileURLToPath(new URL('src/launch/services.ts', import.meta.url))
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

export default defineConfig({
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
  ],
  define: { __LARDER_VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: fileURLToPath(new URL('dist/portal', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // The launch path's stylesheet travels in the page; what lazy rooms need comes with them.
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
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
            // What checks the answers, apart, and in two: each of the files is one piece of work for the phone.
            {
              name: 'shapes',
              test: /[\\/](node_modules[\\/]zod[\\/]|contract[\\/]schemas[\\/](picture|location|menu|first-screen)\.ts)/,
              priority: 2,
            },
            { name: 'contract', test: /[\\/]contract[\\/]/, minShareCount: 2, priority: 1 },
            {
              name: (id, modules) => (isOfDevice(id, (one) => modules.getModuleInfo(one)) ? 'device' : null),
              debugName: 'device',
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
