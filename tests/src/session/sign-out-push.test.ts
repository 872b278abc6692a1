import { expect, it } from 'vitest'
import type { LarderDatabase } from '#db/database.ts'
import type { Session } from '#lib/session/session.ts'
import { sessionServices } from '#app/account-services.ts'

it.each([
  ['gives up the address that this device is told of orders at', async () => undefined],
  [
    'goes on where the browser cannot',
    async () => await Promise.reject(new Error('the push service is away')),
  ],
])('signing out %s', async (_what, dropping) => {
  const done: string[] = []
  const session = { signOut: async () => void done.push('signed out') } as Partial<Session> as Session
  const push = {
    async drop() {
      done.push('dropped')
      await dropping()
    },
  }
  const { signOut } = sessionServices(session, {
    db: {} as LarderDatabase,
    locationId: 'tavola-nyc',
    flush: async () => ({ left: 0 }),
    attempts: {} as Parameters<typeof sessionServices>[1]['attempts'],
    push,
  })
  await signOut()
  expect(done).toEqual(['dropped', 'signed out'])
})
