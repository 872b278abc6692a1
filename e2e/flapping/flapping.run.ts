import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test as base, type TestInfo } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from '../fixtures/fault-proxy.ts'
import { systemClock } from '#server/ports/system.ts'
import { readFacts } from '../../tests/simulation/facts.ts'
import { type Random, randomFrom } from '../../tests/simulation/random.ts'
import { readStores } from '../fixtures/scan.ts'
import { startServer } from '../fixtures/server.ts'
import { buyGift, cardOf, checkIn, type Names, orderPizza } from './errands.ts'
import { type KillableServer, startKillable } from './killable-server.ts'
import { openPhone, type Phone } from './killable-phone.ts'
import { missing, type Missing } from './missing.ts'

/**
 * Guests on a link that goes up and down every 2 s, while their browsers and the restaurant's server are killed, until each guest has what they came for. Then
 * the books are checked (README.md). The seed chooses what dies when; the timing in between depends on the machine.
 */

const count = Number(process.env['FLAPPING_ERRANDS'] ?? 10)
const seed = Number(process.env['FLAPPING_SEED'] ?? 1)
const lacks = (process.env['FLAPPING_WITHOUT'] ?? '').split(',').filter((name) => name !== '') as Missing[]
const perGuest = 5
const linkMs = 2000

type Town = {
  server: KillableServer
  proxy: FaultProxy
  dataDir: string
  address: string
  /** A guest did not get there: the folder is kept for investigation. */
  keep?: boolean
}

const test = base.extend<{ phone: Phone; link: void }, { town: Town }>({
  town: [
    async ({}, use) => {
      const home = await mkdtemp(join(tmpdir(), 'larder-flapping-'))
      const dataDir = join(home, 'data')
      const server = await startKillable(dataDir)
      const proxy = await startFaultProxy(() => server.port())
      const town: Town = { server, proxy, dataDir, address: `http://bella.localhost:${proxy.port}` }
      await use(town)
      await proxy.close()
      await server.stop()
      await readBooks(dataDir)
      if (town.keep) console.log(`what the restaurant has stays in ${dataDir}`)
      else await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  phone: async ({ town, launchOptions }, use) => {
    const phone = await openPhone({
      launch: launchOptions,
      baseURL: town.address,
      without: lacks.map((name) => missing[name]),
    })
    await use(phone)
    await phone.close()
  },
  // The link only starts to flap after the first visit: nobody installs a portal without a signal.
  link: async ({ town, phone }, use) => {
    await phone.page.goto('/menus')
    await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const ending = new AbortController()
    const flapping = flap(town.proxy, ending.signal)
    await use()
    ending.abort()
    await flapping
  },
})

for (let guest = 1; guest <= Math.ceil(count / perGuest); guest++) {
  test(`guest ${guest}`, async ({ phone, town, link: _link }, info) => {
    const random = randomFrom(seed).fork(`guest ${guest}`)
    const placed = new Set<string>()
    // One network address could not buy all guests' gift cards: there is a limit.
    town.proxy.sendFrom(`198.51.100.${guest}`)
    const errands = Math.min(perGuest, count - (guest - 1) * perGuest)
    test.setTimeout(errands * 600_000)
    for (let errand = 1; errand <= errands; errand++) {
      const who = {
        first: 'Nora',
        last: `Quill ${guest}`,
        email: `g${seed}-${guest}-${errand}@example.test`,
        card: cardOf(guest),
      }
      const began = Date.now()
      const deaths = plan(random, phone, town.server)
      const got = await run(random, { phone, town, who, placed }).catch(async (error: unknown) => {
        town.keep = true
        await keepEvidence(info, { phone, town, deaths: deaths.said() })
        throw error
      })
      await deaths.end()
      console.log(
        `guest ${guest}.${errand}: ${got} in ${Math.round((Date.now() - began) / 1000)} s, ${deaths.said()}`,
      )
    }
  })
}

/** Saves what a guest who did not get there has on the phone, what their calls were, and what had been killed. */
async function keepEvidence(
  info: TestInfo,
  { phone, town, deaths }: { phone: Phone; town: Town; deaths: string },
): Promise<void> {
  const stores = phone.isAlive ? await readStores(phone.page).catch(String) : 'a dead phone'
  const calls = town.proxy.calls
    .filter(({ method, path }) => method !== 'GET' || path.includes('/api/'))
    .map(({ method, path, status, idempotencyKey, body }) =>
      [method, path, status ?? 'no answer', idempotencyKey ?? '', body].join(' '),
    )
  const evidence = { deaths, stores, calls: calls.join('\n') }
  await mkdir(info.outputDir, { recursive: true })
  for (const [name, text] of Object.entries(evidence)) await writeFile(info.outputPath(`${name}.txt`), text)
}

type Errand = {
  phone: Phone
  town: Town
  who: Names
  placed: Set<string>
}

async function run(random: Random, { phone, town, who, placed }: Errand): Promise<string> {
  if (random.chance(0.25)) {
    await buyGift(phone, who, (address) => hasReceipt(town.dataDir, address))
    return 'a gift card'
  }
  const id = await orderPizza(phone, who, placed)
  placed.add(id)
  if (random.chance(0.3)) {
    await checkIn(phone, id)
    return 'an order, and being here'
  }
  return 'an order'
}

/** Takes the link up for two seconds and down for two until aborted; then leaves it up. */
async function flap(proxy: FaultProxy, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await later(linkMs)
    await proxy.stop()
    await later(linkMs)
    await proxy.start()
  }
}

/** Draws what is killed during an errand, and when. */
function plan(random: Random, phone: Phone, server: KillableServer) {
  const said: string[] = []
  const doing: Promise<void>[] = []
  const ending = new AbortController()
  const die = async (who: string, kill: () => Promise<void>): Promise<void> => {
    const ms = Math.round(2000 + random.next() * 25_000)
    await later(ms, undefined, { signal: ending.signal }).catch(() => undefined)
    if (ending.signal.aborted) return
    said.push(`${who} killed after ${Math.round(ms / 1000)} s`)
    await kill()
  }
  if (random.chance(0.4)) doing.push(die('browser', () => phone.kill()))
  if (random.chance(0.25))
    doing.push(
      die('server', async () => {
        await server.kill()
        await server.start()
      }),
    )
  return {
    said: () => (said.length > 0 ? said.join(', ') : 'nobody killed'),
    async end() {
      ending.abort()
      await Promise.all(doing)
    },
  }
}

/** Whether the receipt of a gift card has arrived. */
async function hasReceipt(dataDir: string, address: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'outgoing')).catch(() => [])
  return names.some((name) => name.includes(`-${address.replaceAll(/[^A-Za-z0-9.]+/g, '-')}`))
}

/** Checks the restaurant's and its card provider's books at the end: every charge has its order and every order its charge, once, to the cent. */
async function readBooks(dataDir: string): Promise<void> {
  const larder = await startServer({ dataDir, clock: systemClock, log: () => undefined })
  try {
    const facts = await readFacts({ rows: (sql) => larder.database.query(sql) })
    const kept = facts.charges.filter(({ cents, refundedCents }) => refundedCents < cents)
    const placed = [...facts.tickets.values()].filter(({ placedCents }) => placedCents !== undefined)
    const bought = [...facts.cardOrders.values()].filter(({ status }) => status === 'Submitted')
    console.log(
      `the books: ${placed.length} orders placed, ${bought.length} gift cards bought, ${facts.charges.length} charges, ${facts.charges.length - kept.length} given back`,
    )
    expect(facts.ledgerCents, 'the ledger').toBe(0)
    expect(new Set(kept.map(({ payableId }) => payableId)).size, 'nothing is charged twice').toBe(kept.length)
    for (const { payableId, cents } of kept) {
      const ticket = facts.tickets.get(payableId)
      const order = facts.cardOrders.get(payableId)
      expect(ticket?.placedCents ?? order?.paidCents, `what ${payableId} was charged for`).toBe(cents)
    }
    for (const { id, cardCents, giftCents, placedCents } of placed)
      expect(cardCents + giftCents, `what order ${id} has paid`).toBe(placedCents)
  } finally {
    await larder.close()
  }
}
