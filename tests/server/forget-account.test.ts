import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountExport } from '#contract/schemas/privacy.ts'
import { folderMail } from '#server/ports/mail/folder-mail.ts'
import { folderTexts } from '#server/ports/text-messages/folder-texts.ts'
import { type Payments, PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { personalTables } from '../../lint/personal-tables.mjs'
import { whatStaysInTables } from '../support/what-stays.ts'
import { addCard, addProgram, booksOf } from './support/cards.ts'
import { cardOrder, guestPayment, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  createFullHistory,
  listTables,
  personalValuesOf,
  person,
  searchDatabase,
} from './support/forgotten.ts'
import { Guest, type ProblemBody, startTestLarder, testClock, type TestLarder } from './support/larder.ts'
import { everybody, goodPassword, Member, trySignIn } from './support/members.ts'
import { addUser, SignedIn, userIdOf } from './support/people.ts'
import { administratorOf, placedOrder } from './support/placed.ts'
import { countRowsOf, findIdsOf } from './support/rows-of-person.ts'

type Deleted = { status: string } & ProblemBody
const remove = (who: Guest, password: string, key?: string) =>
  who.send<Deleted>('POST', '/user/delete', { password }, { key })
const monthMs = 31 * 24 * 60 * 60 * 1000

/** Further tables of the export that contain data from a table: gifts from somebody else, and cards that were given away. */
const alsoIn: Record<string, string[]> = {
  card_orders: ['gifts_received'],
  card_deliveries: ['gifts_received'],
  cards: ['gift_words', 'gifts_received'],
}

/** Tables that keep an id which no longer identifies anybody: records of what was done, and the stored answer of this last call. */
const trails = [
  'audit_trail',
  'card_order_refunds',
  'idempotency_keys',
  'kitchen_tablets',
  'refunds',
  'staff_acts',
]

/** Where the export has the rest of a table's rows. */
const restIn: Record<string, string> = {
  order_messages: 'card_order_messages',
  refunds: 'refunds_made',
  card_order_refunds: 'card_order_refunds_made',
}

describe.for(databases)('what is stored about a person [$name]', (engine) => {
  let larder: TestLarder
  let folder: string
  /** A member with every kind of data at the restaurant. */
  let member: Member
  let broken: Partial<Payments> = {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'larder-outgoing-'))
    const inFolder = folderMail(folder, testClock())
    larder = await startTestLarder(engine, {
      verification: everybody,
      // Emails go both to a folder, as on a server without a mail server, and to the list from which the helpers read links.
      mail: {
        send: async (message) => {
          larder.emails.push(message)
          await inFolder.send(message)
        },
        forget: (words) => inFolder.forget!(words),
      },
      texts: folderTexts(folder, testClock()),
      payments: (made) => ({
        ...made,
        forgetCustomer: (...call) => (broken.forgetCustomer ?? made.forgetCustomer)(...call),
        listSavedCards: (...call) => (broken.listSavedCards ?? made.listSavedCards)(...call),
      }),
    })
    await addProgram(larder)
    larder.change('tavola', (document) => {
      document.location.settings.feedback = { enable: true }
      return document
    })
    member = await createFullHistory(larder)
  })
  afterAll(async () => {
    await larder.close()
    await rm(folder, { recursive: true })
  })

  /** The kinds of emails whose files in the folder contain one of these texts. */
  async function filesWith(needles: readonly string[]): Promise<string[]> {
    const names = (await readdir(folder)).toSorted()
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return names.filter((_, at) =>
      needles.some((needle) => texts[at]!.toLowerCase().includes(needle.toLowerCase())),
    )
  }

  it('every table declares what it stores about people', async () => {
    expect((await listTables(larder)).filter((name) => name !== 'migrations')).toEqual(
      Object.keys(personalTables).toSorted(),
    )
  })

  /** Secrets that no export may contain, not even the person's own. */
  const secrets = [
    'public_key',
    'credential_id',
    '$argon2',
    'token_hash',
    'sealed_number',
    'revocation_hash',
    'client_secret',
  ]

  it('is all in the export', async () => {
    const { email } = member
    const needles = personalValuesOf(email)
    const before = await searchDatabase(larder, needles)
    const { status, body } = await member.send<AccountExport>('GET', '/user/export')
    expect(status).toBe(200)
    // Every value found in a table is in the export of that table, unchanged.
    for (const { table, needle } of before) {
      if (personalTables[table] === 'provider') continue
      const rows = JSON.stringify([table, ...(alsoIn[table] ?? [])].map((name) => body.tables[name]))
      expect(rows.toLowerCase(), `${needle} of ${table}`).toContain(needle.toLowerCase())
    }
    expect(body.tables['cards']).toContainEqual(
      expect.objectContaining({ number: expect.stringMatching(/^(\d{4} ){3}\d{4}$/), balance_cents: 2500 }),
    )
    expect(body.tables['saved_cards']).toHaveLength(1)
    expect(body.unavailable).toEqual([])
    expect(body.tables['passkeys']).toMatchObject([{ name: 'Planted', host: 'tavola.localhost' }])
    for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
    // All of these tables have data about the person; otherwise the search below would prove nothing.
    expect([...new Set(before.map(({ table }) => table))].toSorted()).toEqual([
      'card_acts',
      'card_deliveries',
      'card_order_refunds',
      'card_orders',
      'cards',
      'refunds',
      'staff_acts',
      'tickets',
      'users',
    ])
  })

  it('is in the export row by row, except for what it says is left out, and why', async () => {
    const counts = await countRowsOf(larder, await findIdsOf(larder, member.email))
    const { body } = await member.send<AccountExport>('GET', '/user/export')
    const leftOut = Object.keys(body.left_out!)
    const rowsOf = (table: string | undefined): number => body.tables[table ?? '']?.length ?? 0
    const tables = Object.keys(counts).filter((table) => !leftOut.includes(table))
    // None is empty: a new table needs rows about the person, or the test proves nothing.
    expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual([])
    expect(tables.map((table) => [table, rowsOf(table) + rowsOf(restIn[table])])).toEqual(
      tables.map((table) => [table, counts[table]]),
    )
    // Rows that are stored only under hashes cannot be counted.
    expect(leftOut.filter((table) => !(table in counts))).toEqual(['limits'])
  })

  it('has the person’s acts as staff in the export, and nothing about others', async () => {
    const { body } = await member.send<AccountExport>('GET', '/user/export')
    const acts = body.tables['staff_acts']!
    expect(acts).toContainEqual(expect.objectContaining({ action: 'order_refunded', by_you: true }))
    expect(acts).toContainEqual(
      expect.objectContaining({ action: 'role_changed', about_you: true, about: 'manager → member' }),
    )
    expect(acts).toContainEqual(
      expect.objectContaining({ action: 'card_held', by_you: false, about_you: true }),
    )
    const others = acts.filter(({ about_you: aboutThem }) => aboutThem === false)
    expect(others.filter(({ about }) => about !== undefined)).toMatchObject([
      { action: 'passkey_added', about: 'Quillon’s phone' },
    ])
    expect(body.tables['refunds_made']).toEqual([
      { created_at: expect.any(String), made_by: 'staff', reason: 'missing' },
    ])
    expect(body.tables['card_order_refunds_made']).toEqual([
      { created_at: expect.any(String), reason: 'guest_asked', amount_cents: 2500 },
    ])
  })

  it('is after deletion nowhere but where the privacy page says', async () => {
    const { email } = member
    const needles = personalValuesOf(email)
    expect(await filesWith(needles)).not.toEqual([])
    // A month later the posted card has arrived.
    larder.clock.advance(monthMs)
    member = await Member.signIn(larder, email)
    const ids = await findIdsOf(larder, email)
    const named = await countRowsOf(larder, ids)
    const deleted = Object.keys(personalTables).filter((table) => personalTables[table] === 'deleted')
    // Each of these tables has such rows; otherwise the count below would prove nothing.
    for (const table of deleted) expect(named[table], table).toBeGreaterThan(0)
    const books = await booksOf(larder.database)
    const money = await moneyOf()
    const userId = await userIdOf(larder, 'tavola-nyc', email)
    const done = await remove(member, goodPassword)
    expect(done).toMatchObject({ status: 200, body: { status: 'Your account is deleted.' } })
    await expect.poll(() => larder.emails.at(-1)?.kind).toBe('deleted')

    const after = await searchDatabase(larder, [...needles, person.comment, person.giftWords])
    expect(after.filter(({ table }) => personalTables[table] !== 'provider')).toEqual([])
    expect(after.filter(({ table }) => !(table in whatStaysInTables))).toEqual([])
    // Stored answers are encrypted and cannot be searched: none is left, neither the member's nor any about their orders.
    const kept = await larder.database.query<{ path: string }>(
      `SELECT path FROM idempotency_keys WHERE caller = $1 AND path <> '/api/user/delete'`,
      [userId],
    )
    expect(kept).toEqual([])
    // Counted by the ids from before: most of these rows have no user id.
    const left = await countRowsOf(larder, ids)
    for (const table of deleted) expect(left[table], table).toBe(0)
    const naming = Object.entries(await countRowsOf(larder, { user: ids.user })).filter(
      ([, count]) => count > 0,
    )
    expect(naming.map(([table]) => table)).toEqual(trails)
    // The privacy page names each of them, and each table whose rows stay (tests/src/site/kept-data.test.tsx).
    const still = Object.entries(left).filter(([, count]) => count > 0)
    const unnamed = [...naming, ...still].filter(
      ([table]) => personalTables[table] !== 'nobody' && !(table in whatStaysInTables),
    )
    expect(unnamed).toEqual([])
    expect(JSON.stringify(larder.log)).not.toMatch(
      new RegExp(needles.join('|').replaceAll(/[()]/g, '.'), 'i'),
    )
    expect(JSON.stringify(larder.pushes)).not.toMatch(/Quillon|Marisfarne|Wrenfield/i)
    // Only one email is left: the one that confirms the deletion.
    await expect.poll(() => filesWith(needles)).toEqual([expect.stringContaining('-deleted-')])

    // The ledger is unchanged, and a card still works for anybody who has its number.
    expect(await booksOf(larder.database)).toEqual(books)
    expect(await moneyOf()).toEqual(money)
    expect((await trySignIn(new Guest(larder), email)).status).toBe(422)
    expect((await member.send('GET', '/user')).status).toBe(401)
    // A repeat of the call, as after a lost answer: the account no longer exists.
    expect((await remove(member, goodPassword)).status).toBe(401)
  })

  const moneyOf = () =>
    larder.database.query(
      `SELECT (SELECT sum(non_tip_cents + tip_cents)::int FROM payments) AS paid, (SELECT sum(total_cents)::int FROM submissions) AS ordered,
         (SELECT count(*)::int FROM ledger) AS entries, (SELECT count(*)::int FROM payment_attempts) AS tries`,
    )

  describe('is not deleted', () => {
    const problemOf = async (who: Guest, password = goodPassword) => {
      const { status, body } = await remove(who, password)
      return { status, message: body.message }
    }

    it('without the password; wrong tries count', async () => {
      const member = await Member.new(larder)
      expect(await problemOf(member, '')).toEqual({ status: 422, message: 'Please enter your password.' })
      for (let count = 0; count < 4; count++)
        expect(await problemOf(member, 'wrong')).toMatchObject({
          status: 422,
          message: 'The current password is not right.',
        })
      expect((await remove(member, 'wrong')).status).toBe(423)
      expect((await member.send('GET', '/user')).status).toBe(200)
    })

    it('without a password, long after signing in', async () => {
      const id = await addUser(larder)
      const member = await SignedIn.as(larder, id)
      larder.clock.advance(16 * 60_000)
      expect((await problemOf(member, '')).status).toBe(403)
      expect(await problemOf(await SignedIn.as(larder, id), '')).toMatchObject({ status: 200 })
    })

    it('while an order is under way', async () => {
      const member = await SignedIn.as(larder, await addUser(larder))
      await placedOrder(member)
      expect(await problemOf(member, '')).toEqual({
        status: 409,
        message: 'You have an order on the way. You can delete your account once you have it.',
      })
    })

    it('when an order of theirs arrives while the provider is asked', async () => {
      const who = await SignedIn.as(larder, await addUser(larder, { customerId: 'cus_there' }))
      broken = { forgetCustomer: async () => void (await placedOrder(who)) }
      expect((await remove(who, '')).body.message).toMatch(/^You have an order on the way/)
      broken = {}
    })

    it('while a gift of theirs is still to be sent', async () => {
      const who = await SignedIn.as(larder, await addUser(larder))
      await tomorrowsGift(who, 'vera@example.com')
      expect(await problemOf(who, '')).toMatchObject({
        status: 409,
        message: expect.stringMatching(/^A gift is still to be sent/),
      })
    })

    it('of a member of the staff', async () => {
      expect((await problemOf(await administratorOf(larder), '')).status).toBe(403)
    })

    it('while the saved cards cannot be', async () => {
      const member = await SignedIn.as(larder, await addUser(larder, { customerId: 'cus_there' }))
      broken = { forgetCustomer: async () => Promise.reject(new PaymentsUnreachableError('away')) }
      expect((await remove(member, '')).status).toBe(503)
      broken = { listSavedCards: async () => Promise.reject(new PaymentsUnreachableError('away')) }
      const { body } = await member.send<AccountExport>('GET', '/user/export')
      expect(body.unavailable).toEqual(['saved_cards'])
      broken = {}
      // The provider no longer has the customer: the deletion succeeds all the same.
      expect((await remove(member, '')).status).toBe(200)
    })
  })

  /** A gift to an email address that is sent a day from now. Returns the order's id. */
  async function tomorrowsGift(giver: Guest, to: string, paidBy = {}): Promise<string> {
    const { id } = await readyOrder(giver, 'SendEmail', 25)
    const timed = await cardOrder(giver, 'PUT', orderPath(id), {
      recipient_first_name: 'Vera',
      recipient_last_name: 'Lund',
      recipient_email: to,
      send_at_local: new Date(larder.clock.now() + 24 * 60 * 60_000).toISOString().slice(0, 16),
      send_time_zone: 'UTC',
    })
    expect(
      (await submit(giver, id, { ...guestPayment(timed, await giver.card(visa)), ...paidBy })).status,
    ).toBe(200)
    return id
  }

  it('goes whatever others are about to send them: that is their givers’, and comes, and is no surprise spoiled', async () => {
    const email = 'surprised@example.com'
    const userId = await addUser(larder, { email, customerId: 'cus_there' })
    const friend = new Guest(larder)
    const sentTo = async (order: string) =>
      (
        await larder.database.query<{ sent_to: string; state: string }>(
          'SELECT sent_to, state FROM card_deliveries WHERE order_id = $1',
          [order],
        )
      )[0]
    const refused = await tomorrowsGift(friend, email)
    // Its address rejects mail.
    await larder.database.query(
      `UPDATE card_deliveries SET state = 'failed', next_try_at = 9e15::bigint WHERE order_id = $1`,
      [refused],
    )
    const gone = await tomorrowsGift(friend, email)
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    expect((await sentTo(gone))?.state).toBe('sent')
    const waiting = await tomorrowsGift(friend, email)
    const who = await SignedIn.as(larder, userId)
    const { body } = await who.send<AccountExport>('GET', '/user/export')
    expect(body.tables['gifts_received']).toHaveLength(1)
    // A gift that is ordered while the provider's answer is awaited.
    let another = ''
    broken = { forgetCustomer: async () => void (another = await tomorrowsGift(friend, email)) }
    expect(await remove(who, '')).toMatchObject({ status: 200 })
    broken = {}
    expect((await sentTo(gone))?.sent_to).toBe('')
    for (const order of [refused, waiting, another]) expect((await sentTo(order))?.sent_to, order).toBe(email)
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    const cards = larder.emails.filter((one) => one.to === email && one.kind === 'gift-card')
    expect(cards).toHaveLength(3)
  })

  it('goes whatever a stranger ordered with their address, which is forgotten there when that is over', async () => {
    const email = 'borrowed@example.com'
    const userId = await addUser(larder, { email })
    const stranger = new Guest(larder)
    const before = await placedOrder(stranger, { recipient_email: email })
    await larder.database.query(`UPDATE tickets SET status = 'Completed' WHERE id = $1`, [before.id])
    const cooking = await placedOrder(stranger, { recipient_email: email })
    const gift = await tomorrowsGift(stranger, 'nina@example.com', { buyer_email: email })
    const addressesOf = async (): Promise<(string | null)[]> =>
      (
        await larder.database.query<{ address: string | null }>(
          `SELECT contact->>'recipient_email' AS address FROM tickets WHERE id IN ($1, $2)
           UNION ALL SELECT buyer->>'buyer_email' FROM card_orders WHERE id = $3`,
          [before.id, cooking.id, gift],
        )
      )
        .map(({ address }) => address)
        .filter((address) => address)
    expect(await addressesOf()).toEqual([email, email, email])
    expect(await remove(await SignedIn.as(larder, userId), '')).toMatchObject({ status: 200 })
    // Two of them are orders under way, whose messages still go to this address.
    expect(await addressesOf()).toEqual([email, email])
    await larder.minute()
    expect(await addressesOf()).toEqual([email, email])
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    expect(await addressesOf()).toEqual([])
    expect(larder.emails.filter(({ to }) => to === 'nina@example.com')).toHaveLength(1)
  })

  it('releases cards with their money, to be added by number', async () => {
    const leaving = await SignedIn.as(larder, await addUser(larder))
    const card = await addCard(larder, { amountCents: 4200 })
    const addTo = async (who: SignedIn): Promise<void> => {
      const { status } = await who.send('POST', '/location/:loc/card/import', {
        card_number: card.cardNumber,
      })
      expect(status).toBe(200)
    }
    await addTo(leaving)
    expect((await remove(leaving, '')).status).toBe(200)
    const heir = await SignedIn.as(larder, await addUser(larder))
    await addTo(heir)
    const { body } = await heir.send<AccountExport>('GET', '/user/export')
    expect(body.tables['cards']).toMatchObject([{ balance_cents: 4200 }])
  })
})
