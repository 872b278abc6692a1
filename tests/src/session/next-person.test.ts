import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { endSession, findSession } from '#db/sessions.ts'
import { browserPush } from '#lib/ports/browser-push.ts'
import { dinnerTime, tavola, type TestLarder } from '../../server/support/larder.ts'
import type { Member } from '../../server/support/members.ts'
import { Phone, Tab } from '../support/tab.ts'
import { startWithMembers } from '../support/two-members.ts'

const avoided = 'avoided_allergens'

describe('data that a device stores outside its database (U2, I6)', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  let phone: Phone
  let tab: Tab
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
  })
  const refuse = async (): Promise<void> => {
    await endSession(tab.db, (await findSession(tab.db, tavola.location))!, larder.clock.now())
    await tab.session.check()
    expect(tab.session.principal()).toBe('guest')
  }
  const ofBen = (): unknown[] => [phone.localStorage.getItem(avoided), tab.addressesGivenUp]

  it('is not given to the next person after a session that was refused, however long ago', async () => {
    await tab.signIn(ada.email)
    phone.localStorage.setItem(avoided, 'peanuts')
    tab.sessionStorage.setItem('custom_amount', 'yes')
    await refuse()
    tab.sessionStorage.setItem('previouspath', '/rewards')
    larder.clock.advance(48 * 60 * 60 * 1000)
    tab = await Tab.open(phone, { sessionStorage: tab.sessionStorage })
    await tab.session.check()
    await tab.signIn(ben.email)
    expect(ofBen()).toEqual([null, 1])
    expect(tab.sessionStorage.entries.has('custom_amount')).toBe(false)
    expect(tab.sessionStorage.getItem('previouspath')).toBe('/rewards')
  })

  it('is not theirs either where they sign in over another member', async () => {
    await tab.signIn(ada.email)
    phone.localStorage.setItem(avoided, 'peanuts')
    await tab.signIn(ben.email)
    expect(ofBen()).toEqual([null, 1])
  })

  it('of a guest is theirs when they sign in, and stays theirs through a session that was refused', async () => {
    phone.localStorage.setItem(avoided, 'milk')
    await tab.signIn(ada.email)
    await refuse()
    await tab.signIn(ada.email)
    expect(ofBen()).toEqual(['milk', 0])
  })

  it('that a guest chose after another’s session had ended stays theirs; the address does not', async () => {
    await tab.signIn(ada.email)
    phone.localStorage.setItem(avoided, 'peanuts')
    await refuse()
    phone.localStorage.setItem(avoided, 'peanuts,milk')
    await tab.signIn(ben.email)
    expect(ofBen()).toEqual(['peanuts,milk', 1])
  })

  it('does not pass on a member’s diet, and keeps one that a guest chose', async () => {
    await tab.signIn(ada.email)
    phone.localStorage.setItem('diets', 'vegan')
    await refuse()
    await tab.signIn(ben.email)
    expect(phone.localStorage.getItem('diets')).toBeNull()
    await refuse()
    phone.localStorage.setItem('diets', 'gluten_free')
    await tab.signIn(ada.email)
    expect(phone.localStorage.getItem('diets')).toBe('gluten_free')
  })

  it('is known for whose it is also of a session that was there before this was kept', async () => {
    await tab.signIn(ada.email)
    phone.localStorage.removeItem('larder:owner')
    phone.localStorage.setItem(avoided, 'peanuts')
    tab = await Tab.open(phone)
    await refuse()
    await tab.signIn(ben.email)
    expect(ofBen()).toEqual([null, 1])
  })
})

it.each([
  { lists: true, done: ['closed', 'closed', 'given up'] },
  { lists: false, done: ['given up'] },
])(
  'giving up a push address also removes shown notifications of orders (lists: $lists)',
  async ({ lists, done }) => {
    const seen: string[] = []
    const one = { close: () => void seen.push('closed') }
    const registration = {
      active: {},
      getNotifications: async () => (lists ? [one, one] : await Promise.reject(new Error('not here'))),
      pushManager: { getSubscription: async () => ({ unsubscribe: async () => void seen.push('given up') }) },
    }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    vi.stubGlobal('PushManager', vi.fn())
    vi.stubGlobal('Notification', vi.fn())
    onTestFinished(() => void vi.unstubAllGlobals())
    await browserPush.drop()
    expect(seen).toEqual(done)
  },
)
