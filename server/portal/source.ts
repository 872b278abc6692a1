import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where the portal comes from: a finished build, or the development server that compiles on demand. */
export type PortalSource =
  | {
      kind: 'built'
      /** The built portal: `index.html`, `assets/`, `service-worker.js`. */ dir: string
      /** The folder with files of earlier builds, for tabs that started with those. */ earlier?: string
      /** Serves a script that removes the service worker, in place of the worker. */ removesWorker?: boolean
    }
  | {
      kind: 'dev'
      /** The folder that holds `index.html`. */
      dir: string
      /** Turns a filled page into the development page (Vite's `transformIndexHtml`). */
      transformHtml(url: string, html: string): Promise<string>
      /** Answers modules and the like, and calls `next` for everything else (Vite's `middlewares`). */
      middleware(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
    }
  /** No portal: only the API. */
  | { kind: 'none' }
