import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The counter's first look (src/launch/counter-first.ts): one small script beside the portal's, built after it and before the worker that keeps it. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: fileURLToPath(new URL('dist/portal', import.meta.url)),
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: { 'counter-first': fileURLToPath(new URL('src/launch/counter-first.ts', import.meta.url)) },
      output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false },
    },
  },
})
