import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import portal from './vite.config.ts'

/** The launch path once more, for the server: it makes the first screen's markup with it (server/portal/first-screens.ts). */
export default defineConfig({
  ...portal,
  publicDir: false,
  define: { ...portal.define, 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('src/launch/render-first-screen.tsx', import.meta.url)),
    outDir: fileURLToPath(new URL('dist/first-screen', import.meta.url)),
    emptyOutDir: true,
    target: 'node20',
    assetsInlineLimit: 0,
  },
})
