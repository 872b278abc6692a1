import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { databases } from './support/databases.ts'
import { type Guest, type ProblemBody, startTestLarder, type TestLarder } from './support/larder.ts'
import { goodPassword } from './support/members.ts'
import { SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { Colleague, plantPasskey } from './support/second-factors.ts'
import { tabletOf } from './support/staff.ts'
import { type SensitiveCall, sensitiveCalls } from './support/who-may-call.ts'

/** Every call that moves money or powers, from the table of permissions. */
const sensitive = sensitiveCalls.map((name): [SensitiveCall, Endpoint] => [name, endpoints[name]])
const pathOf = (path: string): string =>
  path.replace(/:(\w+)/g, (whole, name: string) => (name === 'loc' ? whole : 'none'))

describe('step-up × call', () => {
  let larder: TestLarder
  let owner: SignedIn
  let colleague: Colleague
  beforeAll(async () => {
    larder = await startTestLarder(databases[0]!)
    colleague = await Colleague.new(larder)
  })
  afterAll(() => larder.close())
  beforeEach(async () => void (owner = await administratorOf(larder)))

  /** Sends a call with a body that makes it sensitive, for something that does not exist. */
  const codeOf = async (endpoint: Endpoint, who: Guest = owner): Promise<string | undefined> => {
    const { method, path } = endpoint
    const { body } = await who.send<ProblemBody | undefined>(method, pathOf(path), { status: 'Cancelled' })
    return body?.code
  }

  it('there are such calls', () => expect(sensitive.length).toBeGreaterThanOrEqual(10))

  it.each(sensitive)('%s: who signed in a moment ago is let in', async (_name, endpoint) => {
    larder.clock.advance(5 * 60_000)
    const code = await codeOf(endpoint)
    expect(code).not.toBe('step_up_required')
    expect(code).not.toBe('forbidden')
  })

  it.each(sensitive)(
    '%s: refused five minutes later, and let in after a step-up',
    async (_name, endpoint) => {
      larder.clock.advance(5 * 60_000 + 1)
      expect(await codeOf(endpoint, colleague)).toBe('step_up_required')
      expect((await colleague.stepUp({ kind: 'password', password: goodPassword })).status).toBe(200)
      expect(await codeOf(endpoint, colleague)).not.toBe('step_up_required')
    },
  )

  it.each(sensitive)(
    '%s: refused to a session that has not shown the second factor',
    async (_name, endpoint) => {
      await plantPasskey(larder, owner.userId)
      expect(await codeOf(endpoint)).not.toBe('step_up_required')
      const byPassword = await SignedIn.as(larder, owner.userId)
      expect(await codeOf(endpoint, byPassword)).toBe('step_up_required')
    },
  )

  it('other calls of the staff, and tablets, are asked for nothing', async () => {
    const tablet = await tabletOf(larder)
    larder.clock.advance(60 * 60_000)
    expect((await owner.send('GET', '/staff/people')).status).toBe(200)
    expect((await owner.send('PUT', '/location/:loc/kitchen', { is_on: true })).status).toBe(200)
    expect((await tablet.send('GET', '/location/:loc/kitchen')).status).toBe(200)
  })
})
