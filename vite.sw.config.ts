import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const portal = fileURLToPath(new URL('dist/portal', import.meta.url))

type Precached = {
  url: string
  revision: null
  /** Of its content, as the browser's own check of a download names it. */ integrity: string
}

/** The built files that the worker keeps: everything with a hash in its name, so a name never changes its content. */
async function listPrecached(): Promise<Precached[]> {
  const files = (await readdir(`${portal}/assets`)).filter((name) => /\.(js|css|woff2)$/.test(name)).sort()
  return await Promise.all(
    files.map(async (name) => {
      const content = await readFile(`${portal}/assets/${name}`)
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
    async config() {
      return {
        define: {
          'self.__WB_MANIFEST': JSON.stringify(await listPrecached()),
          'process.env.NODE_ENV': '"production"',
        },
      }
    },
  }
}

/** The worker, built after the portal whose files it keeps: one plain script at the address that the specification names. */
export default defineConfig({
  plugins: [precacheList()],
  publicDir: false,
  build: {
    outDir: portal,
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: fileURLToPath(new URL('src/sw/index.ts', import.meta.url)),
      output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
    },
  },
})
