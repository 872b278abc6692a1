import { createHash } from 'node:crypto'
import { vi } from 'vitest'

/** A service worker's environment, as far as ours uses it: its events, caches and windows, and a network that the test controls. */

export const origin = 'https://bella.example'

export const integrityOf = (text: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`

type Kept = { body: Uint8Array; status: number; headers: [string, string][] }

class FakeCache {
  readonly #kept = new Map<string, Kept>()
  #keyOf = (request: Request | string): string =>
    new URL(typeof request === 'string' ? request : request.url, origin).href

  async put(request: Request | string, answer: Response): Promise<void> {
    this.#kept.set(this.#keyOf(request), {
      body: new Uint8Array(await answer.arrayBuffer()),
      status: answer.status,
      headers: [...answer.headers],
    })
  }

  async match(request: Request | string): Promise<Response | undefined> {
    const kept = this.#kept.get(this.#keyOf(request))
    return kept && new Response(new Uint8Array(kept.body), { status: kept.status, headers: kept.headers })
  }

  keys = async (): Promise<Request[]> => [...this.#kept.keys()].map((url) => new Request(url))
  delete = async (request: Request | string): Promise<boolean> => this.#kept.delete(this.#keyOf(request))
}

class FakeCaches {
  readonly #caches = new Map<string, FakeCache>()

  async open(name: string): Promise<FakeCache> {
    const cache = this.#caches.get(name) ?? new FakeCache()
    this.#caches.set(name, cache)
    return cache
  }

  async match(request: Request | string): Promise<Response | undefined> {
    for (const cache of this.#caches.values()) {
      const found = await cache.match(request)
      if (found) return found
    }
    return undefined
  }

  has = async (name: string): Promise<boolean> => this.#caches.has(name)
  keys = async (): Promise<string[]> => [...this.#caches.keys()]
  delete = async (name: string): Promise<boolean> => this.#caches.delete(name)
  clear = (): void => this.#caches.clear()
}

/** Our server's answer for a path; undefined cuts the connection. */
export type Server = (path: string, request: Request) => Response | undefined

/** Work that is awaited may add more work to the list. */
async function settled(waits: readonly Promise<unknown>[]): Promise<void> {
  for (let at = 0; at < waits.length; at++) await waits[at]
}

type Listener = (event: unknown) => void

export class WorkerStage {
  readonly caches = new FakeCaches()
  readonly #listeners: { type: string; listener: Listener }[] = []
  /** Every request that left the worker, as path and cache mode. */
  readonly asked: string[] = []
  /** How often the worker called `skipWaiting` and `clients.claim`. */
  skipped = 0
  claimed = 0
  windows: unknown[] = []
  /** Every script that was imported. `sending` is the script built from `src/sw/sending.ts`; undefined: it cannot be fetched. */
  readonly imported: string[] = []
  sending: unknown = {}
  server: Server = () => undefined

  /** Installs the environment; call it before the worker's files are imported. */
  set(manifest: Record<string, unknown>): void {
    // As in the build: otherwise Workbox logs to the console.
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubGlobal('self', globalThis)
    vi.stubGlobal('FetchEvent', Event)
    vi.stubGlobal('__LARDER_BUILD__', '1.2.3-a')
    const surroundings = {
      location: new URL(`${origin}/service-worker.js`),
      registration: { scope: `${origin}/`, sync: { register: async () => undefined } },
      clients: { matchAll: async () => this.windows, claim: async () => void this.claimed++ },
      skipWaiting: async () => void this.skipped++,
      addEventListener: (type: string, listener: Listener) => void this.#listeners.push({ type, listener }),
      caches: this.caches,
      __LARDER_SENDING__: '/assets/sending-abc.js',
      importScripts: (url: string) => this.#import(url),
      fetch: (input: Request | string, init?: RequestInit) => this.#fetch(input, init),
      ...manifest,
    }
    for (const [name, value] of Object.entries(surroundings)) vi.stubGlobal(name, value)
  }

  #import(url: string): void {
    this.imported.push(url)
    if (this.sending === undefined) throw new Error(`NetworkError: ${url}`)
    Object.assign(globalThis, { larderSending: this.sending })
  }

  /** The browser ends the worker and starts it again for the next event. */
  restart(): void {
    Reflect.deleteProperty(globalThis, 'larderSending')
    this.imported.length = 0
  }

  /** Gives the worker the tests' own build of its sending script: `load` imports the file. */
  async provideSending(load: () => Promise<unknown>): Promise<void> {
    await load()
    this.sending = Reflect.get(globalThis, 'larderSending')
    this.restart()
  }

  async #fetch(input: Request | string, init?: RequestInit): Promise<Response> {
    const request = typeof input === 'string' ? new Request(new URL(input, origin), init) : input
    const { pathname, search } = new URL(request.url)
    this.asked.push(`${pathname}${search} ${request.cache}`)
    const answer = this.server(pathname, request)
    if (!answer) throw new TypeError('Failed to fetch')
    if (
      request.integrity !== '' &&
      integrityOf(new Uint8Array(await answer.clone().arrayBuffer())) !== request.integrity
    )
      throw new TypeError('Failed to fetch: the integrity differs')
    return answer
  }

  /** Dispatches an event to every listener. Settles with the work passed to `waitUntil`: rejects when any of it does. */
  async dispatch(type: string, more: Record<string, unknown> = {}): Promise<void> {
    const waits: Promise<unknown>[] = []
    this.#tell({ type, waitUntil: (work: Promise<unknown>) => void waits.push(work), ...more })
    await settled(waits)
  }

  #tell(event: { type: string; waitUntil: (work: Promise<unknown>) => void }): void {
    for (const one of this.#listeners.filter(({ type }) => type === event.type)) one.listener(event)
  }

  /** Requests a page or a file. Undefined: the worker leaves it to the browser. Settles when all of the worker's work for it is done. */
  async fetch(path: string, mode: 'navigate' | 'cors' = 'cors'): Promise<Response | undefined> {
    const request = new Request(new URL(path, origin))
    Object.defineProperty(request, 'mode', { value: mode })
    let answered: Promise<Response> | undefined
    const waits: Promise<unknown>[] = []
    const event = {
      type: 'fetch',
      request,
      waitUntil: (work: Promise<unknown>) => void waits.push(work),
      respondWith: (answer: Promise<Response>) => void (answered = answer),
    }
    this.#tell(event)
    const answer = await answered
    await settled(waits)
    return answer
  }
}
