import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isAtLeast, type Role, roles, type StaffRole } from '#contract/rules/roles.ts'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { tabletOf } from './support/staff.ts'

/** The calls that are the staff's, by the contract. */
type StaffCall = {
  [N in EndpointName]: (typeof endpoints)[N]['caller'] extends 'anyone' | 'user' ? never : N
}[EndpointName]

/**
 * The least role that may make each of the staff's calls. A new one without a row does not compile; one whose `caller` in the contract says something
 * else fails below: who may do what is said twice, so that nobody changes it by accident.
 */
const staffCalls: Record<StaffCall, StaffRole> = {
  getKitchen: 'kitchen',
  switchKitchen: 'manager',
  pauseOrders: 'manager',
  sellOut: 'kitchen',
  moveKitchenOrder: 'kitchen',
  refundKitchenOrder: 'manager',
  listDeviceApps: 'manager',
  getDeviceApp: 'manager',
  listActivities: 'manager',
  listMasterApps: 'manager',
  listPolicyReports: 'manager',
  getMasterApp: 'manager',
  createMasterApp: 'manager',
  updateMasterApp: 'manager',
  inviteUser: 'owner',
  listStaff: 'owner',
  changeStaffRole: 'owner',
  listActs: 'owner',
  listTablets: 'manager',
  makeTabletCode: 'manager',
  signOutTablet: 'manager',
  findCards: 'manager',
  getStaffCard: 'manager',
  holdCard: 'manager',
  releaseCard: 'manager',
  voidCard: 'manager',
  reissueCard: 'manager',
  getStaffCardOrder: 'manager',
  refundCardOrder: 'manager',
  findOrders: 'manager',
  getStaffOrder: 'manager',
  listFailedRefunds: 'manager',
  settleFailedRefund: 'manager',
  beginStepUp: 'kitchen',
  stepUp: 'kitchen',
  getSecurity: 'kitchen',
  beginPasskey: 'kitchen',
  addPasskey: 'kitchen',
  renamePasskey: 'kitchen',
  removePasskey: 'kitchen',
  beginApp: 'kitchen',
  addApp: 'kitchen',
  removeApp: 'kitchen',
  makeRecoveryCodes: 'kitchen',
  takeSecondFactors: 'owner',
}

const calls = Object.entries(endpoints) as [EndpointName, Endpoint][]
const everybody = ['guest', 'tablet', ...roles] as const
type Caller = (typeof everybody)[number]

/** What the table says of a call: 401 for who is not signed in, 403 for who may not, `let in` for all others, whatever comes of it. */
function expected(name: EndpointName, caller: Caller): 'let in' | 401 | 403 {
  const least: Role | undefined =
    name in staffCalls
      ? staffCalls[name as StaffCall]
      : endpoints[name].caller === 'user'
        ? 'member'
        : undefined
  // A tablet is signed in for the kitchen: where nobody is asked who they are it is anybody, elsewhere it may do nothing.
  // What is a person's own is nothing of a tablet's.
  const { anonymous, caller: who } = endpoints[name] as Endpoint
  if (caller === 'tablet') return anonymous || who === 'kitchen' ? 'let in' : 403
  if (least === undefined) return 'let in'
  if (caller === 'guest') return 401
  return isAtLeast(caller, least) ? 'let in' : 403
}

const pathOf = (path: string): string =>
  path.replace(/:(\w+)/g, (whole, name: string) => (name === 'loc' ? whole : 'none'))

describe('role × call', () => {
  let larder: TestLarder
  const people = new Map<Caller, Guest>()
  beforeAll(async () => {
    larder = await startTestLarder(databases[0]!)
    larder.change('tavola', ({ location, ...rest }) => ({
      ...rest,
      location: { ...location, settings: { ...location.settings, feedback: { enable: true } } },
    }))
    people.set('guest', new Guest(larder))
    people.set('tablet', await tabletOf(larder))
    for (const role of roles) people.set(role, await SignedIn.as(larder, await addUser(larder, { role })))
  })
  afterAll(() => larder.close())

  it.each(calls)(
    '%s: let in are those whom the table names, and nobody else @RO-03',
    async (name, endpoint) => {
      const answers = []
      for (const caller of everybody) {
        // Without a body, so that whoever is let in changes nothing: the caller is looked at first.
        const { status, body } = await people
          .get(caller)!
          .send<ProblemBody>(endpoint.method, pathOf(endpoint.path))
        const isRefused = (status === 401 && body.code === 'unauthorized') || body.code === 'forbidden'
        answers.push([caller, isRefused ? status : 'let in'])
      }
      // A refresh token is no access token: none of these is one.
      const wanted =
        name === 'refreshToken'
          ? everybody.map((one) => [one, 401])
          : everybody.map((one) => [one, expected(name, one)])
      expect(answers).toEqual(wanted)
    },
  )

  // But for what people change of their own sign-in.
  const acts = calls.filter(([, { sensitive, caller }]) => sensitive !== undefined && caller !== 'staff')
  it.each(acts)('%s: what moves money or powers is a manager’s at least', async (name, endpoint) => {
    for (const caller of ['tablet', 'kitchen'] as const)
      expect(
        await people.get(caller)!.send(endpoint.method, pathOf(endpoint.path), { status: 'Cancelled' }),
        `${name} by ${caller}`,
      ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})
