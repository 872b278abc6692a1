import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Verification } from '#server/ports/verification/verification.ts'
import { addCard, addEmptyCard, addProgram, checkFrom, observed } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { countOf } from '../../scripts/test/shares.mjs'

/**
 * 10,000 guesses at the balance check, 2,500 on most runs (reliability X4), from one address and from a thousand, with valid
 * check digits, on the embedded engine. The attacker's best case: they solve every human check.
 */

const guesses = countOf('guesses at a gift card')
const isLookUp = (sql: string): boolean => sql.includes('SELECT balance_cents FROM cards')

/** A sixteen-digit number with a valid Luhn check digit. */
function luhnNumber(index: number): string {
  const body = `60064912${String((index * 7919) % 10_000_000).padStart(7, '0')}`
  const sum = [...body].reduceRight((total, digit, place) => {
    const value = Number(digit) * ((body.length - place) % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

describe(`${guesses} guesses`, () => {
  const engine = databases.find(({ name }) => name === 'PGlite')!
  const statements: string[] = []
  let larder: TestLarder
  let solved: number
  let decoys: string[]

  beforeEach(async () => {
    solved = 0
    const verification: Verification = {
      provider: 'embedded',
      siteKey: undefined,
      verify: async () => ++solved > 0,
    }
    larder = await startTestLarder(observed(engine, statements), { trustProxy: true, verification })
    await addProgram(larder)
    // Cards whose numbers are guessed, but that have no balance or are disabled.
    decoys = [
      (await addEmptyCard(larder)).cardNumber,
      (await addCard(larder, { status: 'disabled' })).cardNumber,
    ]
    statements.length = 0
  })
  afterEach(() => larder.close())

  type Tally = { byStatus: Record<string, number>; bodies: Map<number, Set<string>> }

  /** Sends this many guesses, a hundred at a time, all within one minute of the server's clock. */
  async function attack(
    count: number,
    addressOf: (index: number) => string,
    confirmation?: string,
  ): Promise<Tally> {
    const guest = new Guest(larder)
    const tally: Tally = { byStatus: {}, bodies: new Map() }
    for (let from = 0; from < count; from += 100) {
      const burst = Array.from({ length: 100 }, (_, index) => from + index)
      const numberOf = (index: number): string =>
        index % 50 === 0 ? decoys[(index / 50) % 2]! : luhnNumber(index)
      for (const { status, body } of await Promise.all(
        burst.map((index) => checkFrom(guest, addressOf(index), numberOf(index), confirmation)),
      )) {
        tally.byStatus[status] = (tally.byStatus[status] ?? 0) + 1
        tally.bodies.set(status, (tally.bodies.get(status) ?? new Set()).add(JSON.stringify(body)))
      }
      larder.clock.advance(59_000 / (count / 100))
    }
    return tally
  }
  const lookUps = (): number => statements.filter(isLookUp).length
  /** Checks when the first alarm was raised, and that the log contains no card numbers. */
  const expectAlarm = (): void => {
    const alarms = larder.log.filter((line) => line.event === 'card_guessing')
    expect(alarms[0]?.detail).toMatch(/^OAT-002 token cracking at tavola-nyc: 101 gift card look-ups/)
    // One line for each tenfold increase, not one for each guess.
    expect(alarms.length).toBeLessThanOrEqual(3)
    expect(
      JSON.stringify(larder.log, (field, value: unknown) => (field === 'requestId' ? undefined : value)),
    ).not.toMatch(/\d{8}/)
  }

  it('are numbers with a valid check digit', () => {
    const numbers = Array.from({ length: guesses }, (_, index) => luhnNumber(index))
    expect(numbers.every((number) => /^\d{16}$/.test(number))).toBe(true)
    expect(new Set(numbers).size).toBe(guesses)
    // 6006 4912 0000 000 and the digit that makes the Luhn sum 30.
    expect(numbers[0]).toBe('6006491200000000')
  })

  it('from one address: five are looked up, twenty with a human check, and nothing is learned; the alarm is raised (X4)', async () => {
    const bare = await attack(guesses, () => '203.0.113.9')
    expect(bare.byStatus).toEqual({ 404: 5, 403: guesses - 5 })
    expect(lookUps()).toBe(5)
    expect(solved).toBe(0)
    expectAlarm()
    const helped = await attack(1000, () => '203.0.113.10', 'solved')
    expect(helped.byStatus).toEqual({ 404: 15, 429: 985 })
    expect(lookUps()).toBe(20)
    expect(solved).toBe(15)
    // A guest at another address is not affected.
    const { cardNumber } = await addCard(larder)
    expect(await checkFrom(new Guest(larder), '198.51.100.4', cardNumber)).toMatchObject({ status: 200 })
    for (const tally of [bare, helped]) expect(tally.bodies.get(404)!.size).toBe(1)
  }, 180_000)

  it('from a thousand addresses: a hundred are looked up in the location, two thousand with a human check each (X4)', async () => {
    const spread = (index: number): string =>
      `10.${Math.floor((index % 1000) / 250)}.${(index % 1000) % 250}.7`
    const bare = await attack(1000, spread)
    expect(bare.byStatus).toEqual({ 404: 100, 403: 900 })
    expectAlarm()
    const helped = await attack(guesses, spread, 'solved')
    expect(helped.byStatus[404]).toBe(1900)
    expect(lookUps()).toBe(2000)
    expect(solved).toBe(1900)
    for (const tally of [bare, helped]) expect(tally.bodies.get(404)!.size).toBe(1)
  }, 180_000)
})
