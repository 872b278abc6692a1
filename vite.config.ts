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
  },
})
