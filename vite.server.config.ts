import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The server as plain modules for Node in dist/server: main, what tests start it by, the merchant command, and the embedded database's thread. */
export default defineConfig({
  publicDir: false,
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
        'embedded-worker': from('server/db/embedded-worker.ts'),
      },
      // One flat folder: modules find the worker and the hosted fields beside themselves by import.meta.url.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
