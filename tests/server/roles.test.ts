import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isAtLeast, roles } from '#contract/rules/roles.ts'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, type TestLarder } from './support/larder.ts'
import { contractRoutes, otherRoutes, routesServed } from './support/other-routes.ts'
import { addUser, SignedIn } from './support/people.ts'
import { tabletOf } from './support/staff.ts'
import { type Least, sensitiveCalls, tabletCalls, whoMayCall } from './support/who-may-call.ts'

const calls = Object.entries(endpoints) as [EndpointName, Endpoint][]
const everybody = ['guest', 'tablet', ...roles] as const
type Caller = (typeof everybody)[number]

const callsOfTablets: readonly EndpointName[] = tabletCalls

/**
 * What the table expects of a call: 401 for a caller who is not signed in, 403 for one without permission, `let in` for all
 * others, whatever the result.
 */
const expected = (name: EndpointName, caller: Caller): 'let in' | 401 | 403 =>
  expectedOf(whoMayCall[name].least, caller, callsOfTablets.includes(name))

function expectedOf(least: Least, caller: Caller, isOfTablets = false): 'let in' | 401 | 403 {
  // Where nobody is identified, a tablet is like anybody; elsewhere it may make only its own calls.
  if (least === 'anonymous') return 'let in'
  if (caller === 'tablet') return isOfTablets ? 'let in' : 403
  if (least === 'guest') return 'let in'
  if (caller === 'guest') return 401
  return isAtLeast(caller, least === 'staff' ? 'kitchen' : least) ? 'let in' : 403
}

const pathOf = (path: string): string =>
  path.replace(/:(\w+)/g, (whole, name: string) => (name === 'loc' ? whole : 'none'))

/** These routes take bodies other than JSON, or none, and have other answers. */
async function answerTo(
  guest: Guest,
  method: 'GET' | 'POST',
  path: string,
): Promise<{ status: number; code?: string | undefined }> {
  const { status, body } = await guest.send<Partial<ProblemBody> | undefined>(method, pathOf(path))
  return { status, code: body?.code }
}

describe('role × call', () => {
  let larder: TestLarder
  let served: string[] = []
  const people = new Map<Caller, Guest>()
  beforeAll(async () => {
    served = await routesServed(async () => void (larder = await startTestLarder(databases[0]!)))
    larder.change('tavola', ({ location, ...rest }) => ({
      ...rest,
      location: { ...location, settings: { ...location.settings, feedback: { enable: true } } },
    }))
    people.set('guest', new Guest(larder))
    people.set('tablet', await tabletOf(larder))
    for (const role of roles) people.set(role, await SignedIn.as(larder, await addUser(larder, { role })))
  })
  afterAll(() => larder.close())

  it.each(calls)('%s: only those whom the table names are let in @RO-03', async (name, endpoint) => {
    const answers = []
    for (const caller of everybody) {
      // Without a body, so that a permitted call changes nothing: permissions are checked first.
      const { status, body } = await people
        .get(caller)!
        .send<ProblemBody>(endpoint.method, pathOf(endpoint.path))
      const isRefused = (status === 401 && body.code === 'unauthorized') || body.code === 'forbidden'
      answers.push([caller, isRefused ? status : 'let in'])
    }
    // The refresh call needs a refresh token; these callers send access tokens.
    const wanted =
      name === 'refreshToken'
        ? everybody.map((one) => [one, 401])
        : everybody.map((one) => [one, expected(name, one)])
    expect(answers).toEqual(wanted)
  })

  it('every route that is served is a call of the contract, or an exception with a row @RO-03', () => {
    const known = [...contractRoutes, ...Object.keys(otherRoutes)]
    expect(served).toEqual([...new Set(known)].toSorted())
  })

  it.each(Object.entries(otherRoutes))(
    '%s: outside the contract, too, only those whom the table names are let in @RO-03',
    async (route, { least }) => {
      const [method, path] = route.split(' /api') as ['GET' | 'POST', string]
      const answers = []
      for (const caller of everybody) {
        const { status, code } = await answerTo(people.get(caller)!, method, path)
        const isRefused = status === 401 || code === 'forbidden'
        answers.push([caller, isRefused ? status : 'let in'])
      }
      expect(answers).toEqual(everybody.map((one) => [one, expectedOf(least, one)]))
    },
  )

  // Except for a person's changes of their own sign-in.
  const acts = sensitiveCalls.filter((name) => whoMayCall[name].least !== 'staff')
  it.each(acts)('%s: what moves money or powers is a manager’s at least', async (name) => {
    const { method, path } = endpoints[name]
    for (const caller of ['tablet', 'kitchen'] as const)
      expect(
        await people.get(caller)!.send(method, pathOf(path), { status: 'Cancelled' }),
        `${name} by ${caller}`,
      ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('the contract calls the same calls sensitive as the table', () => {
    const said = calls.filter(([, { sensitive }]) => sensitive !== undefined).map(([name]) => name)
    expect(said.toSorted()).toEqual(sensitiveCalls.toSorted())
  })
})
