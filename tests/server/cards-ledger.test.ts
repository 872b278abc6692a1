import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { migrations } from '#server/db/migrations.ts'
import { newCardNumber, newClaimCode } from '#server/modules/cards/card-number.ts'
import { hashOfClaimCode } from '#server/modules/cards/claim-code.ts'
import { issueCard, loadCard } from '#server/modules/cards/issue.ts'
import { redeemCard, type Redemption } from '#server/modules/cards/redeem.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { systemIds } from '#server/ports/system.ts'
import { addCard, addProgram, booksOf } from './support/cards.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser } from './support/people.ts'
import { seededRandom } from '../support/seeded-random.ts'

const place = { locationId: tavola.location }
const today = '2026-11-20'

describe.for(databases)('the money on gift cards [$name]', (engine) => {
  let larder: TestLarder
  let userId: string
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    userId = await addUser(larder)
  })
  afterAll(() => larder.close())

  const ports = () => ({ clock: larder.clock, ids: systemIds, cipher: testCipher })
  const redeem = (cardId: string, amountCents: number, changes: Partial<Redemption> = {}): Promise<void> =>
    larder.database.transaction((tx) =>
      redeemCard(tx, ports(), larder.directory.findByLabel('tavola')!, today, {
        redemptionId: systemIds.uuid(),
        cardId,
        userId,
        amountCents,
        ticketId: 't1',
        ...changes,
      }),
    )
  const load = (cardId: string, amountCents: number, orderId: string = systemIds.uuid()): Promise<void> =>
    larder.database.transaction((tx) =>
      loadCard(tx, ports(), larder.directory.findByLabel('tavola')!, { cardId, amountCents, orderId }),
    )
  const balanceOf = async (id: string): Promise<number> =>
    (await booksOf(larder.database)).find((card) => card.id === id)!.balance
  const codeOf = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ProblemError ? error.code : 'broken'),
    )
  const expectBooks = async (database: Database): Promise<void> => {
    for (const { balance, rows } of await booksOf(database)) expect(balance).toBe(rows)
    expect(await database.query('SELECT coalesce(sum(amount_cents), 0)::int AS sum FROM ledger')).toEqual([
      { sum: 0 },
    ])
  }

  it('is the sum of the ledger’s rows, whatever happens in whatever order', async () => {
    const roll = seededRandom(20_261_120)
    const cards = [await addCard(larder, { userId }), await addCard(larder, { userId, amountCents: 100 })]
    const seen = new Set<string>()
    for (let step = 0; step < 150; step++) {
      const card = cards[roll(cards.length)]!
      const cents = 1 + roll(2000)
      const kind = roll(10)
      if (kind === 0) cards.push(await addCard(larder, { userId, amountCents: cents }))
      else if (kind < 4) await load(card.id, cents)
      else seen.add(await codeOf(redeem(card.id, cents, { tipCents: roll(2) * roll(300) })))
    }
    // Both outcomes occurred: amounts that could be taken, and amounts that could not.
    expect([...seen].toSorted()).toEqual(['done', 'insufficient_balance'])
    await expectBooks(larder.database)
  })

  it('is not overdrawn by a hundred simultaneous redemptions (X9)', async () => {
    const { id } = await addCard(larder, { userId, amountCents: 1000 })
    const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(redeem(id, 70))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(14)
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(86)
    expect(await balanceOf(id)).toBe(20)
    await expectBooks(larder.database)
  })

  it('is taken once for a tender and given once for an order, however often it is tried', async () => {
    const { id } = await addCard(larder, { userId, amountCents: 1000 })
    const redemptionId = systemIds.uuid()
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(redeem(id, 100, { redemptionId }))),
    )
    expect(codes.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'broken'), 'done'])
    await load(id, 500, 'order-1')
    expect(await codeOf(load(id, 500, 'order-1'))).toBe('broken')
    expect(await balanceOf(id)).toBe(1400)
    await expectBooks(larder.database)
  })

  it('pays an order and its tip into their own accounts, all of it or nothing', async () => {
    const { id } = await addCard(larder, { userId, amountCents: 1000 })
    await redeem(id, 800, { tipCents: 150, ticketId: 't-both' })
    expect(await codeOf(redeem(id, 40, { tipCents: 20, ticketId: 't-more' }))).toBe('insufficient_balance')
    const rows = await larder.database.query(
      `SELECT account, amount_cents FROM ledger WHERE ticket_id IN ('t-both', 't-more') AND side = 'to' ORDER BY account`,
    )
    expect(rows).toEqual([
      { account: 'orders', amount_cents: 800 },
      { account: 'tips', amount_cents: 150 },
    ])
    expect(await balanceOf(id)).toBe(50)
  })

  it('belongs to its owner alone, and is lost when the card has ended or is switched off', async () => {
    const { id } = await addCard(larder, { userId })
    const other = await addUser(larder)
    expect(await codeOf(redeem(id, 100, { userId: other }))).toBe('not_found')
    expect(await codeOf(redeem(id, 100, { userId: undefined }))).toBe('not_found')
    for (const changes of [{ expiresOn: '2026-11-19' }, { status: 'disabled' }, { status: 'pending' }])
      expect(await codeOf(redeem((await addCard(larder, { userId, ...changes })).id, 100))).toBe(
        'bad_request',
      )
    expect(await codeOf(redeem((await addCard(larder, { userId, expiresOn: today })).id, 100))).toBe('done')
    await expect(redeem(id, -100)).rejects.toThrow('whole cents')
    await expect(load(id, 0.5)).rejects.toThrow('whole cents')
    await expect(load('no-such-card', 100)).rejects.toThrow('not there')
    await expectBooks(larder.database)
  })

  it('leaves no trace of a card whose transaction was rolled back', async () => {
    const before = await booksOf(larder.database)
    const falls = larder.database.transaction(async (tx) => {
      await issueCard(tx, ports(), place, { programId: 'p1', amountCents: 2500, orderId: 'o' })
      throw new Error('the rest of the order failed')
    })
    await expect(falls).rejects.toThrow('the rest')
    expect(await booksOf(larder.database)).toEqual(before)
  })

  it('is on a card with another number when the first number drawn is taken', async () => {
    const first = await addCard(larder)
    // A card's id is drawn before its number; the first number drawn is already taken.
    const secrets = [systemIds.secret(), secretFor(first.cardNumber)]
    const ids = { uuid: systemIds.uuid, secret: () => secrets.shift() ?? systemIds.secret() }
    const second = await larder.database.transaction((tx) =>
      issueCard(tx, { clock: larder.clock, ids, cipher: testCipher }, place, {
        programId: 'p1',
        amountCents: 2500,
        orderId: 'o2',
      }),
    )
    expect(secrets).toEqual([])
    expect(second.cardNumber).not.toBe(first.cardNumber)
    expect(await balanceOf(second.id)).toBe(2500)
  })

  it('stores a claim code only as its hash', async () => {
    const { claimCode, id } = await addCard(larder, { claimCode: true })
    const rows = await larder.database.query<{ claim_code_hash: string }>(
      'SELECT * FROM cards WHERE id = $1',
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain(claimCode)
    expect(rows[0]?.claim_code_hash).toBe(
      hashOfClaimCode(tavola.location, ` ${claimCode!.toLowerCase().replaceAll('-', ' ')} `),
    )
  })
})

const secretFor = (number: string): string =>
  Buffer.from((BigInt(number) - 10n ** 15n).toString(16).padStart(48, '0'), 'hex').toString('base64url')

describe('numbers and codes', () => {
  const many = Array.from({ length: 20_000 }, () => newCardNumber(systemIds))

  it('are sixteen digits, none again, every digit as likely as the others', () => {
    expect(many.every((number) => /^[1-9][0-9]{15}$/.test(number))).toBe(true)
    expect(new Set(many).size).toBe(many.length)
    for (let place = 0; place < 16; place++) {
      const counts = new Map<string, number>()
      for (const number of many) counts.set(number[place]!, (counts.get(number[place]!) ?? 0) + 1)
      const expected = many.length / (place === 0 ? 9 : 10)
      expect(counts.size).toBe(place === 0 ? 9 : 10)
      // Six standard deviations: a fair digit fails this once in millions of runs.
      for (const count of counts.values())
        expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
    }
  })

  it('are claim codes of 80 bits, in groups that can be read out', () => {
    const codes = Array.from({ length: 2000 }, () => newClaimCode(systemIds))
    expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(codes.length)
    const letters = new Map<string, number>()
    for (const letter of codes.join('').replaceAll('-', ''))
      letters.set(letter, (letters.get(letter) ?? 0) + 1)
    expect(letters.size).toBe(32)
    for (const count of letters.values()) expect(Math.abs(count - 1000)).toBeLessThan(6 * Math.sqrt(1000))
  })

  it('are the same code with O for 0 and l for 1', () => {
    expect(hashOfClaimCode('here', 'o1lI-0000')).toBe(hashOfClaimCode('here', '0111 OOOO'))
    expect(hashOfClaimCode('here', 'A')).not.toBe(hashOfClaimCode('there', 'A'))
  })
})

describe('balances from before the ledger', () => {
  it('get an opening row, so that they are the sum of their rows from then on', async () => {
    const embedded = databases.find((engine) => engine.name === 'PGlite')!
    const database = await embedded.open()
    // A second set of tables in a schema of its own, migrated up to the version before.
    await database.script('CREATE SCHEMA before_cards; SET search_path TO before_cards')
    const last = migrations.findIndex(({ id }) => id === '006-cards-ledger')
    for (const { sql } of migrations.slice(0, last)) await database.script(sql)
    await database.script(`
      INSERT INTO card_programs VALUES ('here', 'p', 'p', '', '');
      INSERT INTO cards (location_id, id, card_number, program_id, balance_cents, status, created_at) VALUES
        ('here', 'full', '6006491234567896', 'p', 7500, 'active', 5), ('here', 'empty', '6006491234567897', 'p', 0, 'active', 5)`)
    await database.script(migrations[last]!.sql)
    expect(await booksOf(database)).toEqual([
      { id: 'empty', balance: 0, rows: 0 },
      { id: 'full', balance: 7500, rows: 7500 },
    ])
    expect(await database.query('SELECT sum(amount_cents)::int AS sum FROM ledger')).toEqual([{ sum: 0 }])
    await database.close()
  })
})
