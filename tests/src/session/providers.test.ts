import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSession } from '#db/sessions.ts'
import { findUser } from '#db/users.ts'
import type { Credentials } from '#lib/session/sign-in.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { organization } from '../../server/support/members.ts'
import { merchantsWithSignIn } from '../../server/support/merchants.ts'
import { add } from '../support/changes.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

/**
 * The portal's part of signing in with a provider: what it sends, and who is then signed in. tests/server/identity.test.ts
 * has the server's part.
 */

const loc = tavola.location
const place = { organization_id: organization, location_id: loc }
const rosa = { subject: 'sub-1', email: 'rosa@example.com', firstName: 'Rosa', lastName: 'Bianchi' }

describe('signing in at a provider', () => {
  let larder: TestLarder
  let phone: Phone
  let tab: Tab
  beforeAll(async () => {
    const identityOf = (token: string) =>
      token === 'rosa’s token' ? { ...rosa, emailVerified: true } : undefined
    larder = await startTestLarder(embedded, {
      merchantsDir: merchantsWithSignIn({ google: 'google-app', facebook: '4711' }),
      identity: {
        google: { verify: async (_client, { idToken }) => identityOf(idToken) },
        facebook: { verify: async (_client, { accessToken }) => identityOf(accessToken) },
      },
    })
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
  })

  const ways: { credentials: Credentials; path: string; body: object }[] = [
    {
      credentials: { kind: 'facebook', accessToken: 'rosa’s token' },
      path: '/auth/facebook/clientside',
      body: { access_token: 'rosa’s token', ...place },
    },
    {
      credentials: { kind: 'google', idToken: 'rosa’s token', accessToken: 'of no use' },
      path: '/auth/google/clientside',
      body: { id_token: 'rosa’s token', access_token: 'of no use', ...place },
    },
  ]

  it.each(ways)(
    'by $credentials.kind sends its tokens and makes a guest that user, with their order @ST-01 @AU-02 @AU-03',
    async ({ credentials, path, body }) => {
      await tab.record(add('a'))
      await tab.session.signIn(credentials)
      expect(phone.callsOf(path).map((call) => [call.method, JSON.parse(call.body!)])).toEqual([
        ['POST', body],
      ])
      const row = (await findSession(tab.db, loc))!
      expect([tab.shown, row.email]).toEqual([['guest', row.principal], rosa.email])
      expect(tab.sessionStorage.getItem('email')).toBe(rosa.email)
      expect(await findUser(tab.db, loc, row.principal)).toMatchObject({ user: { first_name: 'Rosa' } })
      expect((await tab.active())?.row.principal).toBe(row.principal)
    },
  )

  it.each(ways)(
    'by $credentials.kind with wrong tokens leaves the person a guest @ST-01',
    async ({ credentials }) => {
      const wrong =
        credentials.kind === 'google'
          ? { ...credentials, idToken: 'another' }
          : { ...credentials, accessToken: 'another' }
      await expect(tab.session.signIn(wrong)).rejects.toMatchObject({ code: 'credentials_invalid' })
      expect([tab.shown, await findSession(tab.db, loc)]).toEqual([['guest'], undefined])
    },
  )
})
