import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where the portal comes from: a finished build, or the development server that compiles as it goes. */
export type PortalSource =
  | {
      kind: 'built'
      /** The built portal: `index.html`, `assets/`, `service-worker.js`. */ dir: string
      /** Where files of earlier builds are, for tabs that began with those. */ earlier?: string
      /** Serves what takes the offline worker away, in its place. */ removesWorker?: boolean
    }
  | {
      kind: 'dev'
      /** The folder that holds `index.html`. */
      dir: string
      /** Makes the development page of a filled one (Vite's `transformIndexHtml`). */
      transformHtml(url: string, html: string): Promise<string>
      /** Answers modules and the like, and calls `next` for what is not its own (Vite's `middlewares`). */
      middleware(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
    }
  /** No portal at all: the API alone. */
  | { kind: 'none' }
