import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { defaultLimits, type Limit, type LimitName } from '#server/modules/limits/default-limits.ts'
import { buyer, giftcard, home, readyOrder } from './support/card-orders.ts'
import { addProgram, checkPath } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  grill,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
  submitPath,
  ticketPath,
} from './support/larder.ts'
import { everybody, place, signUpForm } from './support/members.ts'
import { merchantsWithSignIn } from './support/merchants.ts'
import { limitsOfOtherRoutes } from './support/other-routes.ts'
import { completeOrder, margherita, paymentOf } from './support/orders.ts'
import { profile, vehicle } from './support/forms.ts'
import { staffCalls } from './support/staff-calls.ts'
import { addUser, SignedIn } from './support/people.ts'
import { lightPasswords } from './support/passwords.ts'
import { placedOrder } from './support/placed.ts'
import { browser } from './support/push-browser.ts'

/** Every call of the contract has a row: the limits on it, each exercised below, or the reason for none. One without a row fails here. */

/** What a row's calls need. */
type World = { larder: TestLarder; guest: Guest; member: SignedIn; administrator: SignedIn; bad: string }
type Made = Promise<Reply<ProblemBody>>
/** Prepares, and returns the call to repeat. */
type Call = (world: World) => Promise<() => Made>
type Row = { limits: readonly LimitName[]; call: Call } | { none: string }

const byClient = <const What extends string>(what: What) => [`${what}OfClient`, `${what}OfLocation`] as const
const guesses = ['cardGuessOfClient', 'cardGuessOfLocation', 'cardGuessOverall'] as const
const ownGuesses = [...guesses, 'cardGuessOfSession', 'cardGuessOfUser'] as const
const paying = ['Client', 'Order', 'Address', 'Card', 'Location'].flatMap(
  (of) => [`payingOf${of}`, `declinedOf${of}`] as LimitName[],
)
const payingAsMember: LimitName[] = [
  ...paying.filter((name) => !name.endsWith('Address')),
  'payingOfUser',
  'declinedOfUser',
]
const gifts = ['giftCentsOfClient', 'giftCentsOfAddress', 'giftCentsOfCard'] as const

const none = (why: string): Row => ({ none: why })
const samePage = none('The same bytes for everybody, made once and kept by caches; one read of memory.')
const ownRead = none('One indexed read of what the caller knows the random id of, or owns.')
const staff = none('For those who work there only.')
const staffRows = Object.fromEntries(staffCalls.map((name) => [name, staff])) as Record<
  (typeof staffCalls)[number],
  Row
>

const card = '4000123412341234'
const once =
  (call: (world: World) => Made): Call =>
  async (world) =>
  () =>
    call(world)
const madeUp = 'x'.repeat(32)
const ofLink = (call: (world: World) => Made) => ({ limits: byClient('link'), call: once(call) })
const ticketCall =
  (
    make: (world: World, id: string, due: ReturnType<typeof paymentOf>) => Made,
    who: 'guest' | 'member' = 'guest',
  ): Call =>
  async (world) => {
    const order = await completeOrder(world[who])
    return () => make(world, order.id, paymentOf(order, world.bad))
  }

/** A change: each stores an answer under its key, which the caller chooses. */
const changes = ['changeOfOrder', ...byClient('change')] as const
const change = (
  method: 'POST' | 'PUT' | 'DELETE',
  rest: string,
  body?: unknown,
  who: 'guest' | 'member' = 'guest',
): Row => ({
  limits: changes,
  call: ticketCall((world, id) => world[who].send(method, ticketPath(id, rest), body), who),
})
const placedChange = (method: 'POST' | 'PUT', rest: string, body?: unknown): Row => ({
  limits: changes,
  call: async ({ guest }) => {
    const { id } = await placedOrder(guest)
    return () => guest.send(method, ticketPath(id, rest), body)
  },
})
const posted: Call = async ({ guest, bad }) => {
  const items = [giftcard(25)]
  const started = await guest.send<{ physical_order: { id: string } }>(
    'POST',
    '/location/:loc/physicalcard/start',
    { items },
  )
  const path = `/location/:loc/physicalcard/${started.body.physical_order.id}`
  return () =>
    guest.send('PUT', path, { items, status: 'Submit', ...home, ...buyer, amount: 29.95, payment_token: bad })
}

const passwords = { current: 'not it at all', next: 'seven green lanterns' }
const refreshes = once(({ member }) => member.refresh())
const asked = { destination: '', organization_id: place.organization_id }

const rows: Record<EndpointName, Row> = {
  ...staffRows,
  getLocation: samePage,
  getConfigurations: samePage,
  listAnnouncements: samePage,
  listMenus: samePage,
  listCategories: samePage,
  listItems: samePage,
  getItem: samePage,
  getMenuBook: samePage,
  getMenuChanges: samePage,
  listPrograms: samePage,
  listPhysicalProducts: samePage,
  lookupItem: none('One look into the menu that is held in memory.'),
  createTicket: {
    limits: byClient('start'),
    call: once(({ guest }) => guest.send('GET', '/location/:loc/ticketorder/create')),
  },
  getTicket: ownRead,
  addItems: change('POST', '/items', { items: [margherita()] }),
  changeItem: change('PUT', '/items/1', margherita({ quantity: 2 })),
  removeItem: change('DELETE', '/items/1'),
  updateTicket: change('PUT', '', { use_curbside: true }),
  setTip: change('POST', '/tip', { tip: 2 }),
  checkIn: placedChange('PUT', '', { recipient_checked_in: true }),
  updateDelivery: placedChange('PUT', '/delivery', vehicle),
  cancelTicket: placedChange('POST', '/cancel'),
  applyPromoCode: {
    limits: ['promoOfTicket', ...byClient('promo')],
    call: ticketCall(({ guest }, id) =>
      guest.send('POST', ticketPath(id, '/promocode'), { promo_code: 'NOPE' }),
    ),
  },
  redeemReward: change('POST', '/reward', { reward_id: 'none' }, 'member'),
  redeemCard: change('POST', '/redeemcard', { card_id: 'none', amount: 1 }, 'member'),
  importAndRedeemCard: {
    limits: [...ownGuesses, ...changes],
    call: ticketCall(
      ({ member }, id, { amount }) =>
        member.send('POST', ticketPath(id, '/importandredeemcard'), { card_number: card, amount }),
      'member',
    ),
  },
  releaseTenders: change('POST', '/release'),
  payTicket: {
    limits: [...paying, ...changes],
    call: async (world) => {
      const order = await completeOrder(world.guest)
      return () => world.guest.send('POST', ticketPath(order.id, '/payment'), paymentOf(order, world.bad))
    },
  },
  getPushKey: samePage,
  subscribeToOrder: {
    limits: ['pushOfTicket', ...byClient('push')],
    call: async ({ guest }) => {
      const order = await placedOrder(guest)
      return () => guest.send('PUT', ticketPath(order.id, '/push'), browser().subscription)
    },
  },
  unsubscribeFromOrder: placedChange('POST', '/push/off', { endpoint: 'https://push.example.com/1' }),
  findOrderSubscription: ownRead,
  submitTicket: {
    limits: changes,
    call: ticketCall(({ guest }, id) => guest.send('POST', submitPath(id), { phone_number: '' })),
  },
  listTicketHistory: ownRead,
  findOpenTicket: ownRead,
  withdrawPayment: {
    limits: byClient('withdraw'),
    call: once(({ guest }) => guest.send('POST', `/location/:loc/payment/${randomUUID()}/withdraw`)),
  },
  signIn: {
    limits: ['signInOfAddress', 'signInOfAddressToday', ...byClient('signIn')],
    call: async ({ guest, larder }) => {
      const email = `nobody-${larder.clock.now()}@example.com`
      return () => guest.send('POST', '/auth/local', { email, password: 'wrong', ...place })
    },
  },
  signInSecondStep: {
    limits: byClient('secondStep'),
    call: once(({ guest }) =>
      guest.send('POST', '/auth/secondstep', {
        challenge: 'x'.repeat(32),
        proof: { kind: 'totp', code: '000000' },
        ...place,
      }),
    ),
  },
  signInGoogle: {
    limits: byClient('signIn'),
    call: once(({ guest }) =>
      guest.send('POST', '/auth/google/clientside', { id_token: 'x', access_token: 'x', ...place }),
    ),
  },
  signInFacebook: {
    limits: byClient('signIn'),
    call: once(({ guest }) =>
      guest.send('POST', '/auth/facebook/clientside', { access_token: 'x', ...place }),
    ),
  },
  refreshToken: { limits: ['refreshOfSession', ...byClient('refresh')], call: refreshes },
  sendPasswordReset: {
    limits: ['resetOfAddress', ...byClient('reset')],
    call: once(({ guest }) =>
      guest.send('POST', '/user/sendpasswordreset', { email: 'ada@example.com', ...asked }),
    ),
  },
  resetPassword: {
    limits: byClient('link'),
    call: once(({ guest }) =>
      guest.send('POST', '/user/resetpassword', {
        key: 'x'.repeat(32),
        password: 'a',
        password_confirmation: 'a',
      }),
    ),
  },
  register: {
    limits: ['registerOfAddress', ...byClient('register')],
    call: once(({ guest }) => guest.send('POST', '/auth/register', signUpForm('ada@example.com'))),
  },
  updatePassword: {
    limits: ['passwordOfUser'],
    call: once(({ member }) =>
      member.send('PUT', '/auth/updatepassword', {
        currentPassword: passwords.current,
        newPassword: passwords.next,
        newPasswordConfirmation: passwords.next,
      }),
    ),
  },
  changePassword: {
    limits: ['passwordOfUser'],
    call: once(({ member }) =>
      member.send('POST', '/v2.0/user/passwordreset', {
        current_password: passwords.current,
        new_password: passwords.next,
        new_password_confirmation: passwords.next,
      }),
    ),
  },
  unlockAccount: ofLink(({ guest }) => guest.send('GET', `/auth/unlock?token=${madeUp}`)),
  unlockAccountByPost: ofLink(({ guest }) => guest.send('POST', '/auth/unlock', { token: madeUp })),
  checkLink: ofLink(({ guest }) => guest.send('POST', '/auth/link', { token: madeUp, purpose: 'reset' })),
  resendUnlock: {
    limits: ['resendOfAddress', ...byClient('resend')],
    call: once(({ guest }) => guest.send('GET', '/auth/resendunlock?email=ada@example.com&destination=')),
  },
  resendUnlockByPost: {
    limits: ['resendOfAddress', ...byClient('resend')],
    call: once(({ guest }) =>
      guest.send('POST', '/auth/resendunlock', { email: 'ada@example.com', ...asked }),
    ),
  },
  getUser: ownRead,
  exportAccount: {
    limits: ['exportOfUser'],
    call: once(({ member }) => member.send('GET', '/user/export')),
  },
  deleteAccount: {
    limits: ['passwordOfUser'],
    // A separate user with a password: the shared ones have none, and would be deleted.
    async call({ larder }) {
      const passwordHash = await lightPasswords.hash('seven green lanterns')
      const other = await SignedIn.as(larder, await addUser(larder, { passwordHash }))
      return () => other.send('POST', '/user/delete', { password: passwords.current })
    },
  },
  listTransactions: ownRead,
  updateUser: {
    limits: byClient('change'),
    call: once(({ member }) => member.send('PUT', '/v2.0/user', profile)),
  },
  createEphemeralKey: none(
    'For members, about the customer of their own; the provider limits its own calls.',
  ),
  removeSavedCard: none('Removes what is the member’s own; the provider limits its own calls.'),
  listSessions: ownRead,
  revokeSession: {
    limits: changes,
    call: once(({ member }) => member.send('DELETE', '/user/sessions/none')),
  },
  revokeByRevocationId: {
    limits: byClient('revoke'),
    call: once(({ guest }) => guest.send('POST', '/auth/revoke', { revocation_id: 'x'.repeat(32) })),
  },
  getChallenge: {
    limits: byClient('challenge'),
    call: once(({ guest }) => guest.send('GET', '/verification/challenge')),
  },

  listCards: ownRead,
  listCardsByPost: ownRead,
  getCard: ownRead,
  getEgift: none('The id of a gift has 192 bits.'),
  listWallets: samePage,
  getWalletPass: {
    limits: byClient('pass'),
    call: once(({ member }) => member.send('GET', '/location/:loc/card/unknown/pass?wallet=apple')),
  },
  importCard: {
    limits: [...ownGuesses, ...byClient('change')],
    call: once(({ member }) => member.send('POST', '/location/:loc/card/import', { card_number: card })),
  },
  checkBalance: { limits: guesses, call: once(({ guest }) => guest.send('GET', checkPath(card))) },
  checkBalanceByPost: {
    limits: ownGuesses,
    call: once(({ member }) =>
      member.send('POST', '/location/:loc/physicalcard/checkbalance', { card_number: card }),
    ),
  },
  startCardOrder: {
    limits: byClient('start'),
    call: once(({ guest }) => guest.send('POST', '/location/:loc/card/order/start', { type: 'Purchase' })),
  },
  getCardOrder: ownRead,
  updateCardOrder: {
    limits: [...changes, 'promoOfTicket', ...byClient('promo')],
    call: async ({ guest }) => {
      const { id } = await readyOrder(guest)
      return () => guest.send('PUT', `/location/:loc/card/order/${id}`, { promo_code: 'NOPE' })
    },
  },
  listGifts: ownRead,
  changeGift: {
    limits: ['giftSentOfOrder', ...byClient('gift')],
    call: async ({ guest }) => {
      const { id } = await readyOrder(guest)
      return () =>
        guest.send('PUT', `/location/:loc/card/order/${id}/gift`, { recipient_email: 'a@example.com' })
    },
  },
  resendGift: {
    limits: ['giftSentOfOrder', ...byClient('gift')],
    call: async ({ guest }) => {
      const { id } = await readyOrder(guest)
      return () => guest.send('POST', `/location/:loc/card/order/${id}/gift/resend`)
    },
  },
  passCard: {
    limits: ['giftPassedOfUser', ...byClient('gift')],
    call: once(({ member }) =>
      member.send('POST', '/location/:loc/card/none/pass', {
        type: 'SendEmail',
        recipient_first_name: 'Ada',
        recipient_last_name: 'Guest',
        recipient_email: 'ada@example.com',
      }),
    ),
  },
  takeBackGift: {
    limits: byClient('gift'),
    call: once(({ member }) => member.send('POST', '/location/:loc/card/order/none/gift/takeback')),
  },
  submitCardOrder: {
    limits: [...payingAsMember, 'giftCentsOfUser', ...changes],
    call: async ({ member, bad }) => {
      const order = await readyOrder(member)
      const body = { amount: Number(order.totals.due.replace('$', '')), payment_source: bad }
      return () => member.send('POST', `/location/:loc/card/order/${order.id}/submit`, body)
    },
  },
  startPhysicalOrder: {
    limits: byClient('start'),
    call: once(({ guest }) =>
      guest.send('POST', '/location/:loc/physicalcard/start', { items: [giftcard(25)] }),
    ),
  },
  getPhysicalOrder: ownRead,
  updatePhysicalOrder: { limits: [...paying, ...gifts, ...changes], call: posted },

  inviteUser: {
    limits: ['inviteOfUser', 'inviteOfAddress'],
    call: once(({ administrator }) =>
      administrator.send('POST', '/admin/user/invite', {
        email: 'ben@example.com',
        firstName: 'B',
        lastName: 'I',
        role: 'member',
        destination: '',
      }),
    ),
  },

  getReceipt: ownRead,
  searchPlaces: {
    limits: byClient('places'),
    call: once(({ guest }) => guest.send('GET', '/location/:loc/places?query=main')),
  },
  getPlace: {
    limits: byClient('places'),
    call: once(({ guest }) => guest.send('GET', '/location/:loc/places/nothing')),
  },
  stepUp: {
    limits: ['secondCodeOfUser', 'secondCodeOfUserToday'],
    call: once(async ({ administrator }) => {
      const { body } = await administrator.send<{ challenge: string }>('POST', '/user/stepup/begin')
      const proof = { kind: 'recovery', code: 'not one of them' }
      return administrator.send('POST', '/user/stepup', { challenge: body.challenge, proof })
    }),
  },
  findCards: {
    limits: ['cardFindOfUser', 'cardFindOfLocation'],
    call: once(({ administrator }) =>
      administrator.send('POST', '/staff/cards/find', { card_number: '4000123412341234' }),
    ),
  },
  leaveTablet: {
    limits: byClient('change'),
    call: once(({ guest }) => guest.send('POST', '/kitchen/tablet/leave', { token: 'x'.repeat(32) })),
  },
  signInTablet: {
    limits: byClient('tabletCode'),
    call: once(({ guest }) => guest.send('POST', '/kitchen/tablet', { code: '00000000' })),
  },
  sendContactMessage: {
    limits: ['contactOfAddress', ...byClient('contact')],
    call: once(({ larder }) =>
      new Guest(larder, grill).send('POST', '/location/:loc/contact', {
        first_name: 'Ada',
        last_name: 'Guest',
        email: 'ada@example.com',
        message: 'Hello',
        recaptcha_confirmation: 'a person',
      }),
    ),
  },
}

type Limited = { name: string; limit: LimitName; call: Call }
const limited: Limited[] = Object.entries(rows).flatMap(([name, row]) =>
  'none' in row ? [] : row.limits.map((limit) => ({ name, limit, call: row.call })),
)
/** One engine is enough: each limit's own tests use both. */
const engine = databases.at(-1)!

describe('every call of the contract', () => {
  const limits: Partial<Record<LimitName, Limit>> = {}
  const world = {} as World
  beforeAll(async () => {
    const larder = await startTestLarder(engine, {
      verification: { ...everybody, makeChallenge: async () => ({}) },
      limits,
      paymentLimits: 'as served' as const,
      merchantsDir: merchantsWithSignIn({ google: 'tavola-at-google', facebook: '4711' }),
      identity: { google: { verify: async () => undefined }, facebook: { verify: async () => undefined } },
    })
    larder.directory.findByLabel('grill')!.location.settings.feedback = { enable: true }
    await addProgram(larder)
    const guest = new Guest(larder)
    const member = await SignedIn.as(larder, await addUser(larder))
    const administrator = await SignedIn.as(larder, await addUser(larder, { role: 'owner' }))
    Object.assign(world, { larder, guest, member, administrator, bad: await guest.card('4000000000000002') })
  })
  afterAll(() => world.larder.close())

  it('has a row, and every limit has a call', () => {
    expect(Object.keys(rows).toSorted()).toEqual(Object.keys(endpoints).toSorted())
    // The alarm only writes a line to the log. Routes outside of the contract have a table of their own (other-route-limits.test.ts).
    const others = ['cardGuessAlarm', ...limitsOfOtherRoutes]
    const exercised = new Set<string>([...limited.map(({ limit }) => limit), ...others])
    expect(Object.keys(defaultLimits).filter((name) => !exercised.has(name))).toEqual([])
  })

  it.each(limited)('$name is stopped by $limit', async ({ limit, call }) => {
    for (const name of Object.keys(defaultLimits) as LimitName[])
      limits[name] = { max: 1_000_000, minutes: 60 }
    await world.larder.database.query('DELETE FROM limits')
    await world.larder.database.query('DELETE FROM sign_in_failures')
    const repeated = await call(world)
    await world.larder.database.query('DELETE FROM limits')
    const isGift = limit.startsWith('giftCents')
    limits[limit] = { max: isGift ? 100 : 2, minutes: 60 }
    const replies: Reply<ProblemBody>[] = []
    for (let count = 0; count < 3; count++) replies.push(await repeated())
    const stopped = replies.at(-1)!
    expect(replies.slice(0, isGift ? 0 : 2).map(({ status }) => status)).not.toContain(429)
    // The daily limit on gift cards sends no Retry-After: waiting a little does not help.
    expect([stopped.status, stopped.headers['retry-after'] !== undefined]).toEqual(
      isGift ? [403, false] : [429, true],
    )
    expect(['rate_limited', 'payment_paused', 'gift_card_limit']).toContain(stopped.body.code)
    expect(stopped.body.message).not.toBe('')
  })

  it('stops a client that begins a thousand orders in five seconds', async () => {
    for (const name of Object.keys(limits) as LimitName[]) delete limits[name]
    await world.larder.database.query('DELETE FROM limits')
    const before = await world.larder.database.query('SELECT 1 AS ticket FROM tickets')
    const statuses: number[] = []
    for (let round = 0; round < 50; round++) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => world.guest.send('GET', '/location/:loc/ticketorder/create')),
      )
      statuses.push(...replies.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(700)
    expect(await world.larder.database.query('SELECT 1 AS ticket FROM tickets')).toHaveLength(
      before.length + 300,
    )
  })
})
