import { expect, it, onTestFinished, vi } from 'vitest'
import type { LarderDatabase } from '#db/database.ts'
import type { Session } from '#lib/session/session.ts'
import { sessionServices } from '#app/account-services.ts'

/** A database that another tab is upgrading, and that answers nothing. */
const hanging = {
  transaction: () => new Promise<never>(() => undefined),
} as unknown as LarderDatabase

it.each([
  ['gives up the address that this device is told of orders at', async () => undefined],
  [
    'goes on where the browser cannot',
    async () => await Promise.reject(new Error('the push service is away')),
  ],
])('signing out %s', async (_what, dropping) => {
  const done: string[] = []
  const signOut: Session['signOut'] = async (isAgreed) => {
    await isAgreed?.()
    done.push('signed out')
    return true
  }
  const session = { signOut, principal: () => 'guest' } as Partial<Session> as Session
  const push = {
    async drop() {
      done.push('dropped')
      await dropping()
    },
  }
  const services = sessionServices(session, {
    db: {} as LarderDatabase,
    locationId: 'tavola-nyc',
    flush: async () => ({ left: 0 }),
    attempts: {} as Parameters<typeof sessionServices>[1]['attempts'],
    push,
  })
  await services.signOut([])
  expect(done).toEqual(['dropped', 'signed out'])
})

it('a store that is as slow as on a busy phone is waited for: unsent changes are asked about (U1)', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const waiting = { changes: [], payments: [{ key: 'unsent' }] }
  const slow = {
    transaction: () => new Promise((resolve) => setTimeout(() => resolve(waiting), 3000)),
  } as unknown as LarderDatabase
  const services = sessionServices({ principal: () => 'guest' } as Partial<Session> as Session, {
    db: slow,
    locationId: 'tavola-nyc',
    flush: async () => ({ left: 0 }),
    attempts: {} as Parameters<typeof sessionServices>[1]['attempts'],
    push: { drop: async () => undefined },
  })
  const asked = services.listUnsent()
  await vi.advanceTimersByTimeAsync(3000)
  expect(await asked).toEqual(['unsent'])
})

it('a store that hangs has nothing to ask about, and is waited for no longer than 6 s', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const services = sessionServices({ principal: () => 'guest' } as Partial<Session> as Session, {
    db: hanging,
    locationId: 'tavola-nyc',
    flush: async () => ({ left: 0 }),
    attempts: {} as Parameters<typeof sessionServices>[1]['attempts'],
    push: { drop: async () => undefined },
  })
  const asked = Promise.all([services.listUnsent(), services.countUnplaced()])
  await vi.advanceTimersByTimeAsync(6000)
  expect(await asked).toEqual([[], 0])
})
