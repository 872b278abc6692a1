import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits, type Limit, type LimitName } from '#server/modules/limits/default-limits.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { otherRoutes } from './support/other-routes.ts'

/**
 * Routes outside of the contract have limits, too: each limit that a row names stops its route. The contract's calls:
 * endpoint-limits.test.ts.
 */

type Limited = { route: string; limit: LimitName }
const limited: Limited[] = Object.entries(otherRoutes).flatMap(([route, { limits }]) =>
  typeof limits === 'string' ? [] : limits.map((limit) => ({ route, limit })),
)

/** A body that the route accepts. */
const bodies: Readonly<Record<string, { type: string; payload: unknown }>> = {
  'POST /api/policyreports': {
    type: 'application/csp-report',
    payload: { 'csp-report': { 'document-uri': `http://${tavola.host}/`, 'blocked-uri': 'inline' } },
  },
}

describe('every route outside the contract', () => {
  const limits: Partial<Record<LimitName, Limit>> = {}
  let larder: TestLarder
  beforeAll(
    async () =>
      void (larder = await startTestLarder(databases.at(-1)!, { limits, paymentLimits: 'as served' })),
  )
  afterAll(() => larder.close())

  it.each(limited)('$route is stopped by $limit', async ({ route, limit }) => {
    const [method, path] = route.split(' ') as ['GET' | 'POST', string]
    const body = bodies[route]
    const url = path.replace(':loc', tavola.location).replaceAll(/:\w+/g, 'none')
    const ask = async (): Promise<number> => {
      const { statusCode } = await larder.app.inject({
        method,
        url,
        headers: { host: tavola.host, ...(body && { 'content-type': body.type }) },
        ...(body && { payload: JSON.stringify(body.payload) }),
      })
      return statusCode
    }
    for (const name of Object.keys(defaultLimits) as LimitName[])
      limits[name] = { max: 1_000_000, minutes: 60 }
    await larder.database.query('DELETE FROM limits')
    limits[limit] = { max: 2, minutes: 60 }
    const [first, second, third] = [await ask(), await ask(), await ask()]
    expect([first, second]).not.toContain(429)
    expect(third).toBe(429)
  })
})
