import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Database } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { readSettings } from '#server/env.ts'
import { noFirstScreen } from '#server/portal/first-screen.ts'
import type { Log } from '#server/ports/log.ts'
import { type RunningLarder, startLarder } from '#server/start.ts'
import { visa } from './card-orders.ts'
import { urlOf, workerFile } from './databases.ts'
import { testCardKey } from './cipher.ts'
import { fixtureMerchants, sandboxCard, type TicketBody } from './larder.ts'
import { contact, margherita } from './orders.ts'
import { buildTinyPortal } from './portal.ts'

/** The server as a separate program, started as by an operator. */

/** A tree like a fresh clone after a build. */
export function makeTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'larder-tree-'))
  mkdirSync(join(root, 'dist'))
  cpSync(inject('serverBundle'), join(root, 'dist/server'), { recursive: true })
  cpSync(buildTinyPortal(), join(root, 'dist/portal'), { recursive: true })
  cpSync(fixtureMerchants, join(root, 'merchants'), { recursive: true })
  cpSync(resolve('package.json'), join(root, 'package.json'))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return root
}

let closedInOrder: Promise<string> | undefined
/** A database that was closed cleanly, made once: copying its folder costs a tenth of making it. */
const closedDatabase = (): Promise<string> =>
  (closedInOrder ??= (async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'larder-data-')), 'database')
    const database = await openEmbedded({
      folder,
      dumpFile: inject('migratedDump'),
      workerFile: workerFile(),
    })
    await database.close()
    return folder
  })())

/** A data folder with a migrated, empty database that was closed cleanly: a start in an empty folder takes three seconds of processor time more. */
export async function dataWithDatabase(
  dataDir = mkdtempSync(join(tmpdir(), 'larder-data-')),
): Promise<string> {
  cpSync(await closedDatabase(), join(dataDir, 'database'), { recursive: true })
  return dataDir
}

/** Opens the fixture's kitchen all day: a program uses the machine's clock. */
export function openAllDay(root: string): void {
  const file = join(root, 'merchants/tavola/location.json')
  const day = [['00:00', '24:00']]
  const hours = {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { kitchen: object }
  writeFileSync(file, JSON.stringify({ ...settings, kitchen: { ...settings.kitchen, hours } }))
}

export type Run = { child: ChildProcess; output(): string; errors(): string; ended: Promise<number | null> }

/** The embedded engine is not optimized, as in vitest.config.ts: the program runs only for seconds. */
const engineFlag = '--liftoff-only'

/** Starts a tree's program. */
export function run(root: string, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [engineFlag, 'dist/server/main.js'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DEFAULT_MERCHANT: 'tavola',
      DATA_DIR: join(root, 'data'),
      ...env,
    },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => output, errors: () => errors, ended }
}

/** A started program's port. */
export async function portOf(running: Run): Promise<number> {
  await expect
    .poll(() => running.output() + running.errors(), { timeout: 120_000 })
    .toMatch(/tavola\.localhost:\d+/)
  return Number(/tavola\.localhost:(\d+)/.exec(running.output())![1])
}

/** Starts a program on an open PostgreSQL database. */
export async function startProgram(database: Database): Promise<{ run: Run; port: number }> {
  const root = makeTree()
  openAllDay(root)
  const started = run(root, { DATABASE_URL: await urlOf(database), CARD_KEY: testCardKey })
  return { run: started, port: await portOf(started) }
}

/** Starts a server on the same PostgreSQL database in this process. */
export async function startBeside(database: Database, log: Log): Promise<RunningLarder> {
  const root = makeTree()
  openAllDay(root)
  return await startHere(root, { DATABASE_URL: await urlOf(database), CARD_KEY: testCardKey }, log)
}

/** Starts a tree's server in this process: where no process has to be killed, to load the program takes longer than to start it. */
export const startHere = async (
  root: string,
  env: Record<string, string> = {},
  log: Log = () => undefined,
  worker: string | URL = workerFile(),
): Promise<RunningLarder> =>
  await startLarder({
    root,
    settings: readSettings({ PORT: '0', DEFAULT_MERCHANT: 'tavola', DATA_DIR: join(root, 'data'), ...env }),
    workerFile: worker,
    firstScreen: noFirstScreen,
    log,
  })

/** Calls a started program. */
export const callAt = (
  port: number,
  method: string,
  path: string,
  body?: unknown,
  { key = randomUUID(), orderKey = '' } = {},
): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/location/tavola-nyc/${path}`, {
    method,
    headers: {
      'idempotency-key': key,
      'x-order-key': orderKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** A ticket that lacks only its payment. */
export async function orderAt(port: number): Promise<TicketOrder> {
  const ask = async (method: string, path: string, body?: unknown, orderKey?: string): Promise<TicketOrder> =>
    ((await (await callAt(port, method, path, body, { orderKey })).json()) as TicketBody).ticket_order
  const { id, order_key: orderKey } = await ask('GET', 'ticketorder/create')
  await ask('POST', `ticketorder/${id}/items`, { items: [margherita()] }, orderKey)
  return {
    ...(await ask('PUT', `ticketorder/${id}`, { use_curbside: true, ...contact }, orderKey)),
    order_key: orderKey,
  }
}

/** A valid payment method. */
export async function cardAt(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/payments/v1/payment_methods`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: sandboxCard(visa).toString(),
  })
  return ((await response.json()) as { id: string }).id
}
