import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type listAddresses, type Made, pathOf, type Preparation } from './addresses.ts'
import { type Content, type Subject, type Visit, visit } from './browser/visit.ts'
import { addressBudgets, type Result } from './budgets.ts'
import { serveFloor } from './floor.ts'
import { waitForIdleMachine } from './machine.ts'
import { preparations } from './prepare.ts'

/** First visit, later launch, and later launch without a network: each in a new browser process. */
type Launches = { first: Visit; later: Visit; offline: Visit }

/** Runs with a temporary profile: a device that stores nothing yet. */
export async function withFreshProfile<T>(work: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'larder-bench-'))
  try {
    return await work(profile)
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The two launches of a device that knows the portal, after an unmeasured visit that stores what earlier ones missed. */
export async function launchAgain(profile: string, subject: Subject): Promise<Omit<Launches, 'first'>> {
  await visit(profile, subject, { measured: false })
  const later = await visit(profile, subject)
  return { later, offline: await visit(profile, subject, { offline: true }) }
}

export const launchFresh = (subject: Subject): Promise<Launches> =>
  withFreshProfile(async (profile) => ({
    first: await visit(profile, subject),
    ...(await launchAgain(profile, subject)),
  }))

/** The floor is measured anew after this many addresses: the machine's speed may change within minutes. */
const addressesPerFloor = 6

type ListedAddress = ReturnType<typeof listAddresses>[number]

/**
 * One run over the launches of some addresses, each as multiples of a floor that was measured within minutes of it. Adds how busy the machine was before each
 * to `busy`.
 * @param portal the restaurant's address, without a trailing slash
 * @param gift the id of the demo's gift
 */
export async function measureLaunches(
  portal: string,
  gift: string | undefined,
  addresses: readonly ListedAddress[],
  busy: number[],
): Promise<Result[]> {
  const made: Made = gift === undefined ? {} : { gift }
  const kinds = [...new Set(addresses.map(({ after }) => after))]
  const floorPage = await serveFloor()
  const floors = floorFor(floorPage, busy)
  const results: Result[] = []
  try {
    for (const preparation of kinds) {
      const group = addresses.filter(({ after }) => after === preparation)
      const listed = await onPrepared(preparation, portal, (profile, ids) =>
        measureEach(group, async (address) => {
          busy.push(await waitForIdleMachine())
          const floor = await floors()
          const launches = await launch(profile, portal, address, { ...made, ...ids })
          console.log(`  ${address.pattern}  ${said(launches)}`)
          return resultsOf(address.pattern, launches, floor)
        }),
      )
      results.push(
        ...(listed ?? group.flatMap(({ pattern }) => missing(pattern, `not prepared: ${preparation}`))),
      )
    }
  } finally {
    floorPage.close()
  }
  return results
}

/** Measures one after the other, because they share a machine. */
async function measureEach(
  group: readonly ListedAddress[],
  measure: (address: ListedAddress) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const address of group) results.push(...(await measure(address)))
  return results
}

/** Undefined if the device could not be prepared; the console says why. Without a preparation there is no profile. */
async function onPrepared(
  preparation: Preparation,
  portal: string,
  work: (profile: string | undefined, made: Made) => Promise<Result[]>,
): Promise<Result[] | undefined> {
  if (preparation === 'nothing') return work(undefined, {})
  return withFreshProfile(async (profile) => {
    const home = { url: `${portal}/menus`, content: { within: 'main', text: 'Lunch' } }
    try {
      const { result = {} } = await visit(profile, home, {
        measured: false,
        afterwards: (page) => preparations[preparation](page, portal),
      })
      return await work(profile, result)
    } catch (error) {
      console.error(error)
      return undefined
    }
  })
}

/** A launch that showed its content, or why it did not. */
type Tried = Visit | { why: string }
type TriedLaunches = Record<keyof Launches, Tried>

/** One failed launch must not hide the others: an address may be useless without a network. */
async function attempt(which: string, launch: () => Promise<Visit>): Promise<Tried> {
  try {
    return await launch()
  } catch (error) {
    return {
      why: `${which}: ${String(error)
        .split('\n')[0]!
        .replace(/^Error: /, '')}`,
    }
  }
}

/** The first visit always uses an empty device; the later ones use the prepared device, where there is one. */
async function launch(
  prepared: string | undefined,
  portal: string,
  address: Address,
  made: Made,
): Promise<TriedLaunches> {
  const at = (content: Content): Subject => ({ url: portal + pathOf(address, made), content })
  const subject = at(address.content)
  const again = async (profile: string) => {
    await attempt('', () => visit(profile, subject, { measured: false }))
    return {
      later: await attempt('later', () => visit(profile, subject)),
      offline: await attempt('offline', () => visit(profile, subject, { offline: true })),
    }
  }
  const firstOn = (profile: string) =>
    attempt('first', () => visit(profile, at(address.first ?? address.content)))
  if (prepared !== undefined) return { first: await withFreshProfile(firstOn), ...(await again(prepared)) }
  return withFreshProfile(async (profile) => ({ first: await firstOn(profile), ...(await again(profile)) }))
}

/** Measures the floor now and then, and gives the last one in between. */
function floorFor(floorPage: Subject, busy: number[]): () => Promise<Launches> {
  let asked = 0
  let last: Launches
  return async () => {
    if (asked++ % addressesPerFloor === 0) {
      last = await launchFresh(floorPage)
      busy.push(await waitForIdleMachine())
    }
    return last
  }
}

const missing = (of: string, why: string): Result[] => addressBudgets.map(({ id }) => ({ id, of, why }))

const said = ({ first, later, offline }: TriedLaunches): string =>
  [tell('first', first, 'lcp'), tell('later', later, 'content'), tell('offline', offline, 'content')].join(
    ', ',
  )

const tell = (name: string, tried: Tried, which: 'lcp' | 'content'): string =>
  'why' in tried ? tried.why : `${name} ${Math.round(tried[which])} ms`

function resultsOf(of: string, launches: TriedLaunches, floor: Launches): Result[] {
  const over = (id: keyof Launches, which: 'lcp' | 'content'): Result => {
    const [tried, low] = [launches[id], floor[id][which]]
    return 'why' in tried
      ? { id, of, why: tried.why }
      : { id, of, value: tried[which] / low, figure: tried[which], floor: low }
  }
  const { first } = launches
  return [
    over('first', 'lcp'),
    over('later', 'content'),
    over('offline', 'content'),
    'why' in first ? { id: 'shift', of, why: first.why } : { id: 'shift', of, value: first.cls },
  ]
}
