import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { LimitName } from '#server/modules/limits/default-limits.ts'
import type { Least } from './who-may-call.ts'

/** Routes below `/api` that are not in the contract: each by name, with its reason. A new route without a row fails (roles.test.ts). */

type OtherRoute = {
  /** Why it is not in `contract/endpoints.ts`. */
  why: string
  least: Extract<Least, 'anonymous' | 'guest'>
  /** Its limits, or why it needs none. */
  limits: readonly LimitName[] | string
}

export const otherRoutes: Readonly<Record<string, OtherRoute>> = {
  'GET /api/location/:loc/ticketorder/:id/events': {
    why: 'a stream of events is no JSON answer',
    least: 'guest',
    limits: 'streams are counted while they are open, by client and order (order-events.test.ts)',
  },
  'GET /api/location/:loc/pass/:link': {
    why: 'a file is no JSON answer; who has its sealed link may fetch it',
    least: 'anonymous',
    limits: ['passOfClient', 'passOfLocation'],
  },
  'POST /api/location/:loc/payments/events': {
    why: 'the card provider’s, who signs what it tells',
    least: 'anonymous',
    limits: 'without a good signature nothing is read or kept (provider-events.test.ts)',
  },
  'POST /api/payments/events': {
    why: 'the card provider’s, of a platform’s connected accounts',
    least: 'anonymous',
    limits: 'without a good signature nothing is read or kept (provider-events.test.ts)',
  },
  'POST /api/policyreports': {
    why: 'browsers send it by themselves, in a format of their own',
    least: 'anonymous',
    limits: ['policyReportOfClient', 'policyReportOfLocation'],
  },
  'GET /api/openapi.json': {
    why: 'it describes the contract',
    least: 'anonymous',
    limits: 'bytes that are made once',
  },
}

/** Every limit on one of these routes. */
export const limitsOfOtherRoutes = Object.values(otherRoutes).flatMap(({ limits }): LimitName[] =>
  typeof limits === 'string' ? [] : [...limits],
)

/** Every route below a path (by default `/api`) that a server registers while `start` creates it, as `GET /api/…`, sorted. */
export async function routesServed(start: () => Promise<unknown>, below = '/api'): Promise<string[]> {
  const routes = new Set<string>()
  const listen = (made: unknown): void => {
    const { fastify } = made as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD' && url.startsWith(below)) routes.add(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    await start()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return [...routes].toSorted()
}

/** The routes of the contract's calls, each as `GET /api/…`. */
export const contractRoutes = Object.values(endpoints).map(({ method, path }) => `${method} /api${path}`)
