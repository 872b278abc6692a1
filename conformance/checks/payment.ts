import { numberFromCents, parseCurrency } from '#contract/money.ts'
import { isFinished, isReadyToSubmit } from '#contract/rules/ticket.ts'
import type { PaymentBody, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Check } from '../check.ts'
import { expectThat, NotOffered } from '../findings.ts'
import { contact, openOrder, testCardOf } from '../steps.ts'
import type { Visit } from '../visit.ts'

/** §7 *Ticket order*: paying and placing, with a test card. Each of these checks needs `--pay`. */

const read = async (visit: Visit, id: string): Promise<TicketOrder> =>
  (await visit.answer('getTicket', { params: { id } })).ticket_order

const amountOf = ({ tip, totals }: TicketOrder): { tip: number; amount: number } => ({
  tip: numberFromCents(parseCurrency(tip)),
  amount: numberFromCents(parseCurrency(totals.due)),
})

type Paid = { id: string; due: string; body: PaymentBody; key: string; order: TicketOrder }

/** An order that is paid with a test card. */
const paidOrder = (visit: Visit): Promise<Paid> =>
  visit.step('paid', 'AT-15', async () => {
    const payment_source = await testCardOf(visit)
    const { id } = await openOrder(visit)
    const curbside = (await read(visit, id)).settings.show_curbside_option
    const handed = curbside ? { use_curbside: true, use_delivery: false } : {}
    await visit.answer('updateTicket', { params: { id }, body: { ...handed, ...contact } })
    const before = await read(visit, id)
    const body = { ...amountOf(before), payment_source }
    await expectWrongAmountRefused(visit, id, body)
    const key = visit.settings.ids.uuid()
    const { ticket_order: order } = await visit.answer('payTicket', { params: { id }, body, key })
    return { id, due: before.totals.due, body, key, order }
  })

/** The portal sends the amount due that its guest saw: the API must not charge a different one. */
async function expectWrongAmountRefused(visit: Visit, id: string, body: PaymentBody): Promise<void> {
  const wrong = { ...body, amount: body.amount + 1 }
  const answered = await visit.call('payTicket', { params: { id }, body: wrong })
  const after = await read(visit, id)
  expectThat(
    answered.status >= 400 && after.payments.length === 0,
    `an amount other than what is due refused, with nothing taken`,
    `${answered.status}, ${after.payments.length} payments`,
    'AT-15',
  )
}

/** Checks what reading a paid order returns: it is all that the portal has when the answer to a payment was lost. */
async function expectPaidOnce(visit: Visit, { id, due }: Paid): Promise<void> {
  const order = await read(visit, id)
  const isPaid = isReadyToSubmit(order) || isFinished(order.status)
  expectThat(isPaid, 'an order that is read as paid (PaymentComplete, or nothing due)', order.status)
  const taken = order.payments.reduce((sum, one) => sum + parseCurrency(one.display_amount), 0)
  expectThat(taken === parseCurrency(due), `one payment of ${due}`, order.payments)
}

const placedOrder = (visit: Visit): Promise<TicketOrder> =>
  visit.step('placed', 'AT-16', async () => {
    const { id } = await paidOrder(visit)
    const body = { phone_number: contact.phone_number }
    return (await visit.answer('submitTicket', { params: { id }, body })).ticket_order
  })

export const paymentChecks: readonly Check[] = [
  {
    id: 'AT-15',
    title: 'the amount due is charged once, and the order shows that to everybody who reads it',
    calls: ['payTicket', 'getTicket'],
    run: async (visit) => expectPaidOnce(visit, await paidOrder(visit)),
  },
  {
    id: 'AT-15',
    title: 'the same payment again, as after a lost answer, takes nothing more',
    calls: ['payTicket'],
    async run(visit) {
      const paid = await paidOrder(visit)
      // The same payment as a new request, as an API without idempotency keys receives a repeat.
      await visit.call('payTicket', { params: { id: paid.id }, body: paid.body })
      await visit.call('payTicket', { params: { id: paid.id }, body: paid.body, key: paid.key })
      await expectPaidOnce(visit, paid)
    },
  },
  {
    id: 'AT-16',
    title: 'a paid order is placed, with a number',
    calls: ['submitTicket'],
    async run(visit) {
      const order = await placedOrder(visit)
      expectThat(isFinished(order.status) && order.status !== 'Expired', 'Submitted or Queued', order.status)
      expectThat(order.name !== '', 'the order’s number as name', 'an empty text')
      visit.cleanUps.push(() => cancelled(visit, order.id))
    },
  },
  {
    id: 'AT-16',
    title: 'placing it again gives the same order',
    calls: ['submitTicket'],
    async run(visit) {
      const { id, name } = await placedOrder(visit)
      await visit.call('submitTicket', { params: { id }, body: { phone_number: contact.phone_number } })
      const again = await read(visit, id)
      expectThat(again.name === name, `order ${name}`, again.name)
    },
  },
  {
    id: 'AL-05',
    title: 'the receipt of a placed order',
    calls: ['getReceipt'],
    async run(visit) {
      const { id } = await placedOrder(visit)
      const { receipt } = await visit.answer('getReceipt', { query: { type: 'ticket_order', object_id: id } })
      expectThat(receipt.items.length > 0, 'its items', receipt.items)
    },
  },
  {
    id: 'AT-18',
    title: 'the comment of a placed order is changed',
    calls: ['updateDelivery'],
    async run(visit) {
      const { id } = await placedOrder(visit)
      const body = { ...contact, recipient_comment: 'A check of the API. Nothing is to be cooked.' }
      const answered = await visit.call('updateDelivery', { params: { id }, body })
      // It may be too late for a change: then the API refuses with an explanation.
      if (answered.status === 409) visit.readRefusal(answered, [409])
      else visit.read('updateDelivery', answered)
    },
  },
  {
    id: 'AT-09',
    title: "I'M HERE, twice",
    calls: ['checkIn'],
    async run(visit) {
      const { id } = await placedOrder(visit)
      if (!(await read(visit, id)).use_curbside) throw new NotOffered('curbside')
      const vehicle = {
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
        vehicle_color: 'Blue',
        vehicle_license: 'ABC123',
      }
      const body = { recipient_checked_in: true as const, ...vehicle }
      for (let times = 0; times < 2; times++) {
        const { ticket_order: order } = await visit.answer('checkIn', { params: { id }, body })
        expectThat(order.recipient_checked_in === true, 'recipient_checked_in', order.recipient_checked_in)
      }
    },
  },
  // The last of these: the others need the order placed.
  {
    id: 'x:guest_cancel',
    title: 'an order that says that its guest may cancel it is canceled',
    calls: ['cancelTicket'],
    async run(visit) {
      const { id } = await placedOrder(visit)
      if (!(await read(visit, id)).may_cancel) throw new NotOffered('the placed order has no may_cancel')
      const { ticket_order: order } = await visit.answer('cancelTicket', { params: { id } })
      expectThat(order.status === 'Cancelled', 'Cancelled', order.status)
    },
  },
]

/** Cancels the order, which refunds the test card, where the API lets a guest do that and no check has done so. */
async function cancelled(visit: Visit, id: string): Promise<void> {
  if ((await read(visit, id)).may_cancel) await visit.call('cancelTicket', { params: { id } })
}
