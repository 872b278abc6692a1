import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { formatCents } from '#contract/money.ts'
import type { ItemLookupAnswer } from '#contract/schemas/ticket-history.ts'
import { oneDatabase } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, type TestLarder } from './support/larder.ts'
import { margherita, modifiers, startOrder } from './support/orders.ts'

describe.for(oneDatabase)('looking a dish up [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const lookUp = (item: string, ids = '') =>
    guest.send<ItemLookupAnswer & ProblemBody>(
      'GET',
      `/location/:loc/menu/item/${item}/lookup?modifiers=${ids}`,
    )

  it('returns a line as it looks and costs today, as adding it would @AT-19 @EN-34', async () => {
    const ids = ['size-16', 'cut-12', 'top-salami', 'salami-double', 'no-basil']
    const line = (await startOrder(guest, margherita({ modifiers: modifiers(...ids) }))).items[0]!
    const { status, body } = await lookUp('margherita', ids.join())
    expect(status).toBe(200)
    expect(endpoints.lookupItem.answer.safeParse(body).success).toBe(true)
    expect(body.item).toMatchObject({
      name: 'Margherita',
      price: line.price,
      pretty_price: line.pretty_price,
    })
    expect(body.item.modifiers.map(({ name, price }) => ({ name, price }))).toEqual(
      line.modifiers.filter((one) => one.name !== '').map(({ name, price }) => ({ name, price })),
    )
    expect(body.item.modifiers.map((one) => one.pretty_price)).toEqual(
      body.item.modifiers.map((one) => formatCents(one.price)),
    )
    expect(body.item.imageUrl).toBe('')
  })

  it('gives the address of the first picture @EN-34', async () => {
    const merchant = larder.directory.findByLabel('tavola')!
    const picture = (name: string) => ({ imageSignedUrl: `/pictures/${name}.webp` })
    merchant.findOrderItem('dinner', 'pizza', 'tartufo')!.images.push(picture('pie'), picture('slice'))
    expect((await lookUp('tartufo')).body.item.imageUrl).toBe('/pictures/pie.webp')
  })

  it('finds a dish by its ordering id, too', async () => {
    expect((await lookUp('dinner.pizza.margherita')).body.item.name).toBe('Margherita')
  })

  it('says what no longer exists', async () => {
    expect(await lookUp('calzone')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const refused = await lookUp('margherita', 'size-12,top-gold')
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'modifiers', message: expect.stringContaining('top-gold') as string }] },
    })
  })
})
