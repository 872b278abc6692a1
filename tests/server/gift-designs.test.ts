import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Card } from '#contract/schemas/card.ts'
import type { Program } from '#contract/schemas/card-order.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import {
  call,
  cardOrder,
  cardsOf,
  giftcard,
  guestPayment,
  orderPath,
  readyOrder,
  start,
  submit,
  visa,
} from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

/** A gift card has the design that its giver chose (extension `gift_designs`, decision 052). */

describe.for(databases)('gift-card designs [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const emails: MailMessage[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      mail: { send: async (message) => void (message.kind === 'gift-card' && emails.push(message)) },
    })
    guest = new Guest(larder)
  })
  afterEach(() => void (emails.length = 0))
  afterAll(() => larder.close())

  const designOf = async (orderId: string): Promise<GiftDesign | null> =>
    (
      await larder.database.query<{ design: GiftDesign | null }>(
        'SELECT c.design FROM card_order_cards m JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id WHERE m.order_id = $1',
        [orderId],
      )
    )[0]!.design

  it('come with the programs, and the one that is chosen is on the order, the link and in the email', async () => {
    const { body } = await guest.send<{ designs: GiftDesign[] }>('GET', '/location/:loc/programs')
    expect(body.designs.map(({ id }) => id)).toEqual(['classic', 'thank-you', 'birthday'])
    const order = await readyOrder(guest, 'SendEmail', 50)
    expect(order.design?.id).toBe('classic')
    const chosen = await cardOrder(guest, 'PUT', orderPath(order.id), { design_id: 'birthday' })
    expect(chosen.design).toEqual(body.designs[2])
    await submit(guest, order.id, guestPayment(chosen, await guest.card(visa)))
    expect(await designOf(order.id)).toEqual(body.designs[2])
    const [card] = await cardsOf(larder, order.id)
    const egift = await guest.send<{ card: Card }>('GET', `/location/:loc/card/${card!.id}/egift`)
    expect(egift.body.card.design?.id).toBe('birthday')
    await larder.minute()
    expect(emails[0]!.html).toContain('Happy birthday')
    expect(emails[0]!.html).toContain(`/gift/${card!.id}`)
    expect(emails[0]!.html).toContain('$50.00')
  })

  it('without a choice the card has the first, and its owner sees it among theirs', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const order = await readyOrder(member, 'Purchase', 25)
    await submit(member, order.id, { amount: 25, payment_source: await member.card(visa) })
    const { body } = await member.send<{ cards: Card[] }>('GET', '/location/:loc/cards')
    expect(body.cards[0]!.design).toMatchObject({ id: 'classic', words: 'A gift for you' })
  })

  it('belong to a kind of card: a card without a choice looks as its kind, and never as another', async () => {
    const { body } = await guest.send<{ programs: Program[] }>('GET', '/location/:loc/programs')
    const [classic, dinner] = body.programs.map(({ design }) => design!)
    expect(dinner).not.toMatchObject({ pattern: classic!.pattern, ground: classic!.ground })
    const member = await SignedIn.as(larder, await addUser(larder))
    const order = await start(member, 'Purchase')
    const items = [giftcard(120, { program_id: 'dinner-for-two' })]
    expect((await cardOrder(member, 'PUT', orderPath(order.id), { items })).design).toEqual(dinner)
    // An older portal sends the first of all designs, which belongs to another kind of card.
    const asked = await cardOrder(member, 'PUT', orderPath(order.id), { design_id: classic!.id })
    expect(asked).toMatchObject({ design: dinner, program: { id: 'dinner-for-two', design: dinner } })
    await submit(member, order.id, { amount: 120, payment_source: await member.card(visa) })
    expect(await designOf(order.id)).toEqual(dinner)
  })

  it('a card that was given without a design has the look of its kind', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const order = await readyOrder(member, 'Purchase', 25)
    await submit(member, order.id, { amount: 25, payment_source: await member.card(visa) })
    await larder.database.query('UPDATE cards SET design = NULL WHERE user_id = $1', [member.userId])
    const { body } = await member.send<{ cards: Card[] }>('GET', '/location/:loc/cards')
    expect(body.cards[0]!.design).toBeUndefined()
    expect(body.cards[0]!.program.design).toMatchObject({ id: 'classic' })
  })

  it('refuse an unknown design, and an order whose card is printed or was already made', async () => {
    const { id } = await start(guest, 'SendEmail')
    expect(await call(guest, 'PUT', orderPath(id), { design_id: 'moon-landing' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'design_id' }] },
    })
    const posted = await start(guest, 'SendPhysical')
    expect(posted.design).toBeUndefined()
    expect((await call(guest, 'PUT', orderPath(posted.id), { design_id: 'classic' })).status).toBe(422)
  })

  it('text that a giver types is shown in an email as text, whatever it contains', async () => {
    const order = await readyOrder(guest, 'SendEmail', 25)
    const body = guestPayment(order, await guest.card(visa))
    await submit(guest, order.id, { ...body, buyer_first_name: '<b>Ro</b>"sa' })
    await larder.minute()
    expect(emails[0]!.html).not.toContain('<b>')
  })
})
