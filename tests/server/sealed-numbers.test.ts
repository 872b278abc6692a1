import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import {
  add,
  startCardScenario,
  buy,
  changeAndPassOn,
  readCards,
  pay,
  post,
} from './support/card-scenario.ts'
import { addCard, addProgram } from './support/cards.ts'
import { findColumnsWith } from './support/columns.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

/** Whether a call's body or answer may contain a card number. */
function bearsNumber({ path, body, answer }: Endpoint): boolean {
  const schemas = [body, answer].flatMap((schema) =>
    schema ? [JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))] : [],
  )
  return (
    path.includes(':number') || schemas.some((schema) => /"(card_number|number|claim_code)":/.test(schema))
  )
}

/** Their `number` is an order's. */
const ofOrders = ['findOrders']
const withNumbers = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  bearsNumber(endpoint) && !ofOrders.includes(name) ? [name] : [],
)

describe.for(databases)('gift-card numbers in the database [$name]', (engine) => {
  it('are never stored in plain text, and people who may see one still see it', async () => {
    const larder = await startTestLarder(engine)
    await addProgram(larder)
    const scenario = startCardScenario(larder, await SignedIn.as(larder, await addUser(larder)))
    const { guest, member } = scenario
    await buy(scenario, guest, 'Purchase')
    await buy(scenario, member, 'Purchase')
    await buy(scenario, guest, 'SendEmail')
    await buy(scenario, guest, 'SendText')
    await post(scenario)
    const { number: imported } = await add(scenario)
    await pay(scenario)
    await changeAndPassOn(scenario)
    const cards = await readCards(scenario)
    await buy(scenario, member, 'Reload', {
      card_id: cards.find(({ card_number }) => card_number === imported)!.id,
    })
    expect(cards.map(({ card_number }) => card_number)).toEqual(expect.arrayContaining([imported]))

    expect(withNumbers.filter((name) => !scenario.called.has(name))).toEqual([])
    expect(new Set(scenario.numbers).size).toBe(14)
    const secrets = [...scenario.numbers, ...scenario.claimCodes.map((code) => code.replaceAll('-', ''))]
    expect(await findColumnsWith(larder.database, secrets)).toEqual([])
    // An unsalted hash reveals a number, too: there are few enough to try all.
    const hashes = scenario.numbers.flatMap((number) =>
      [number, JSON.stringify({ card_number: number })].flatMap(hashesOf),
    )
    expect(await findColumnsWith(larder.database, hashes)).toEqual([])
    const said = JSON.stringify(larder.log)
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([])
    // The search can find a number.
    await larder.database.query(
      `UPDATE cards SET personal_message = $1 WHERE location_id = $2 AND from_name IS NOT NULL`,
      [`your number is ${imported.replaceAll(/(.{4})(?=.)/g, '$1-')}`, tavola.location],
    )
    expect(await findColumnsWith(larder.database, [imported])).toEqual(['cards.personal_message'])
    await larder.close()
  }, 180_000)

  it('cannot be written in plain by any program', async () => {
    const larder = await startTestLarder(engine)
    await addProgram(larder)
    const { id } = await addCard(larder)
    const plain = larder.database.query(`UPDATE cards SET card_number = '4000123412341234' WHERE id = $1`, [
      id,
    ])
    await expect(plain).rejects.toThrow('cards_sealed')
    await larder.close()
  })

  it('are sealed for their own row, and one number twice is refused at a location', async () => {
    const larder = await startTestLarder(engine)
    await addProgram(larder)
    const [one, other] = [await addCard(larder), await addCard(larder)]
    const [row] = await larder.database.query<{ number_hash: string; sealed_number: string }>(
      'SELECT * FROM cards WHERE id = $1',
      [one.id],
    )
    await larder.database.query('UPDATE cards SET sealed_number = $1 WHERE id = $2', [
      row!.sealed_number,
      other.id,
    ])
    expect(await new Guest(larder).send('GET', `/location/:loc/card/${other.id}/egift`)).toMatchObject({
      status: 500,
    })
    const twice = larder.database.query('UPDATE cards SET number_hash = $1 WHERE id = $2', [
      row!.number_hash,
      other.id,
    ])
    await expect(twice).rejects.toThrow('cards_by_number')
    await larder.close()
  })
})

const hashesOf = (text: string): string[] => [
  createHash('sha256').update(text).digest('hex'),
  // The search strips dashes from the values.
  createHash('sha256').update(text).digest('base64url').replaceAll('-', ''),
]
