import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/**
 * The small scripts that run before the portal's own, each alone in its file (`--mode` names it): the counter's first look, and the one that
 * begins a page. Built after the portal and before the worker that keeps them.
 */
export default defineConfig(({ mode: name }) => ({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: fileURLToPath(new URL('dist/portal', import.meta.url)),
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: { [name]: fileURLToPath(new URL(`src/launch/${name}.ts`, import.meta.url)) },
      output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
    },
  },
}))
