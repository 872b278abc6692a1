import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type listAddresses, type Made, pathOf, type Preparation } from './addresses.ts'
import { type Content, type Subject, type Visit, visit } from './browser/visit.ts'
import { addressBudgets, type Result } from './budgets.ts'
import { serveFloor } from './floor.ts'
import { waitForIdleMachine } from './machine.ts'
import { preparations } from './prepare.ts'

/** First visit, later launch, and later launch with no network: each a new browser process. */
export type Launches = { first: Visit; later: Visit; offline: Visit }

/** Runs with a profile that is gone afterwards: a device that knows nothing yet. */
export async function withFreshProfile<T>(work: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'larder-bench-'))
  try {
    return await work(profile)
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The two launches of a device that knows the portal: after a visit that fills what the ones before missed. */
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

/** So many addresses share a floor: minutes later the machine may be another. */
const addressesPerFloor = 6

type ListedAddress = ReturnType<typeof listAddresses>[number]

/**
 * One run over the launches of some addresses, each as multiples of a floor of the same minutes. How busy the machine was before each goes into `busy`.
 * @param portal the restaurant's address, without a slash at its end
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

/** One after the other: they share a machine. */
async function measureEach(
  group: readonly ListedAddress[],
  measure: (address: ListedAddress) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const address of group) results.push(...(await measure(address)))
  return results
}

/** Undefined: the device could not be prepared, and the console says why. A device that nothing was done on has no profile. */
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

/** A launch that showed what it is for, or why it did not. */
type Tried = Visit | { why: string }
type TriedLaunches = Record<keyof Launches, Tried>

/** What one launch cannot show must not hide the others: an address may be of no use without a network. */
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

/** A first visit is always that of a device that knows nothing; the later ones are of the prepared device, where there is one. */
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

/** The floor now and then, and the last one in between. */
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
