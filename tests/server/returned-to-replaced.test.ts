import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, startTestLarder, submitPath, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, margherita } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, cancelOwn, kitchenOf, move, refund } from './support/placed.ts'
import { act, referenceOf, seen } from './support/staff-cards.ts'
import { balanceOf, dueOf, expectBooks, redeem } from './support/tenders.ts'

/** An order of two Margheritas, $34.84, paid with a gift card that is then replaced or voided. */
describe.for(databases)('money for a gift card that was replaced or voided [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  let ada: SignedIn
  let cardId: string
  let order: { id: string; line: number }
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    const userId = await addUser(larder)
    ada = await SignedIn.as(larder, userId)
    owner = await administratorOf(larder)
    cardId = (await addCard(larder, { userId, amountCents: 5000 })).id
    const ticket = await completeOrder(ada, margherita({ quantity: 2 }))
    await redeem(ada, ticket.id, { card_id: cardId, ...dueOf(ticket) })
    await ada.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    order = { id: ticket.id, line: ticket.items[0]!.index }
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  /** Replaces the card; returns the new one's id and name. */
  async function replace(): Promise<{ id: string; name: string; reference: string }> {
    const reference = await referenceOf(larder, cardId)
    const { balance_cents: amount } = await seen(owner, reference)
    expect((await act(owner, reference, 'reissue', { amount_cents: amount, email: '' })).status).toBe(200)
    const rows = await larder.database.query<{ id: string; last_four: string; reference: string }>(
      'SELECT n.id, n.last_four, n.reference FROM cards c JOIN cards n ON n.location_id = c.location_id AND n.id = c.replaced_by WHERE c.id = $1',
      [cardId],
    )
    const { id, last_four: lastFour, reference: own } = rows[0]!
    return { id, name: `Gift card •••• ${lastFour}`, reference: own }
  }
  const nameOf = async (id: string): Promise<string> => {
    const rows = await larder.database.query<{ last_four: string }>(
      'SELECT last_four FROM cards WHERE id = $1',
      [id],
    )
    return `Gift card •••• ${rows[0]!.last_four}`
  }
  const voidCard = async (reference: string): Promise<void> => {
    const { balance_cents: amount } = await seen(owner, reference)
    expect((await act(owner, reference, 'void', { amount_cents: amount })).status).toBe(200)
  }
  const seenByStaff = async () => (await kitchenOf(owner)).orders.find(({ id }) => id === order.id)!
  const receiptOf = async () =>
    (await ada.send<ReceiptAnswer>('GET', `/location/:loc/receipt?type=ticket_order&object_id=${order.id}`))
      .body.receipt
  const read = () => ada.ticket('GET', ticketPath(order.id))
  const emailOf = async (kind: string): Promise<string> => {
    await larder.minute()
    return larder.emails.find((email) => email.kind === kind && email.text.includes(order.id))!.text
  }
  /** The refunds of the order in the member's list of transactions. */
  const listed = async () => {
    const { body } = await ada.send<{ transactions: Transaction[] }>('GET', '/user/transactions')
    return body.transactions.flatMap(({ refunds }) => refunds ?? [])
  }
  const small = (name: string): string => name.replace('Gift', 'gift')

  it('is shown under the name of the card that gets it, and the payment keeps its own', async () => {
    const old = await nameOf(cardId)
    const fresh = await replace()
    expect(fresh.name).not.toBe(old)
    // The name is shown before the refund: to the staff and to the guest.
    expect((await seenByStaff()).refundable!.tenders).toMatchObject([{ display_name: fresh.name }])
    expect((await read()).payments).toMatchObject([{ display_name: old, back_to: fresh.name }])

    const part = { lines: [{ index: order.line, quantity: 1 }], amount: 17.42 }
    expect((await refund(owner, order.id, part)).status).toBe(200)
    expect(await balanceOf(larder, fresh.id)).toBe(5000 - 3484 + 1742)
    expect((await read()).refunds![0]!.parts).toMatchObject([{ display_name: fresh.name }])
    expect(await emailOf('order-part-refunded')).toContain(`$17.42 is back on ${small(fresh.name)}.`)

    const { body } = await cancelOwn(ada, order.id)
    expect(body.ticket_order.success_message!.message).toContain(`$17.42 is back on ${small(fresh.name)}.`)
    expect(await emailOf('order-cancelled')).toContain(`$17.42 is back on ${small(fresh.name)}.`)
    expect(await receiptOf()).toMatchObject({
      payments: [{ payment_type: old, payment_amount: '$34.84' }],
      refunds: [{ refund_type: fresh.name }, { refund_type: fresh.name }],
    })
    const told = { display_name: fresh.name }
    expect(await listed()).toMatchObject([{ parts: [told] }, { parts: [told] }])
  })

  it('that is on a void card is shown to the guest and the staff', async () => {
    const fresh = await replace()
    await voidCard(fresh.reference)
    expect((await seenByStaff()).refundable!.tenders).toMatchObject([
      { display_name: fresh.name, card_void: true },
    ])
    expect((await read()).payments).toMatchObject([{ back_to: fresh.name, card_void: true }])

    const told = `$34.84 is on ${small(fresh.name)}, which is no longer valid. Please call us.`
    const { body } = await cancelOwn(ada, order.id)
    expect(body.ticket_order.success_message!.message).toContain(told)
    expect(body.ticket_order.refunds![0]!.parts).toMatchObject([{ card_void: true }])
    expect(await emailOf('order-cancelled')).toContain(told)
    expect((await receiptOf()).refunds).toMatchObject([{ refund_type: fresh.name, card_void: true }])
    expect((await seenByStaff()).refunds![0]!.parts).toMatchObject([{ card_void: true }])
    expect(await listed()).toMatchObject([{ parts: [{ display_name: fresh.name, card_void: true }] }])
    expect(await balanceOf(larder, fresh.id)).toBe(3484)
  })

  it('that is on a card on hold is shown to the guest for as long as it is on hold', async () => {
    const name = await nameOf(cardId)
    const reference = await referenceOf(larder, cardId)
    expect((await act(owner, reference, 'hold')).status).toBe(200)
    expect((await read()).payments).toMatchObject([{ display_name: name, card_held: true }])
    const held = 'That card is on hold. Please call us before you use it.'

    const part = { lines: [{ index: order.line, quantity: 1 }], amount: 17.42 }
    expect((await refund(owner, order.id, part)).status).toBe(200)
    expect(await emailOf('order-part-refunded')).toContain(`$17.42 is back on ${small(name)}. ${held}`)
    const { body } = await cancelOwn(ada, order.id)
    expect(body.ticket_order.success_message!.message).toContain(`$17.42 is back on ${small(name)}. ${held}`)
    expect(await emailOf('order-cancelled')).toContain(held)
    const told = { display_name: name, card_held: true }
    expect(await listed()).toMatchObject([{ parts: [told] }, { parts: [told] }])

    expect((await act(owner, reference, 'release')).status).toBe(200)
    const after = await read()
    expect(after.success_message!.message).not.toContain(held)
    expect(JSON.stringify([after, await listed()])).not.toContain('card_held')
  })

  it('of an order that was not placed in time is shown under that name, too', async () => {
    const ticket = await completeOrder(ada)
    expect((await redeem(ada, ticket.id, { card_id: cardId, ...dueOf(ticket) })).status).toBe(409)
    await move(owner, order.id, 'Cancelled')
    await redeem(ada, ticket.id, { card_id: cardId, ...dueOf(ticket) })
    const fresh = await replace()
    larder.clock.advance(16 * 60_000)
    await larder.minute()
    const { success_message: told } = await ada.ticket('GET', ticketPath(ticket.id))
    expect(told!.message).toContain(`$17.42 is back on ${small(fresh.name)}.`)
  })
})
