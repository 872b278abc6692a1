import type { PayableKind } from '#contract/payables.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { findCardOrder } from '#db/card-orders.ts'
import { findPhysicalOrder } from '#db/physical-orders.ts'
import { saveCardOrder, startCardOrder } from '#features/card-orders/requests.ts'
import { addToCart, updateCart, wholeOf } from '#features/physical-cards/requests.ts'
import { newAttempt } from '#lib/payments/pay.ts'
import type { Services } from '#lib/query/services.ts'
import { cardsOf } from '../../server/support/card-orders.ts'
import { Guest, type TestLarder } from '../../server/support/larder.ts'
import { deviceAtPayment, paymentAttempt, visa } from './checkout.ts'
import { Device, type DeviceOptions, nextUuid } from './device.ts'
import { servicesOver } from './services.ts'

/** Every payable, on a device that lacks only its payment: for tests that must hold for each of them. */

export type DeviceAtPayment = {
  device: Device
  payableId: string
  serverId: string
  dueCents: number
  /** An attempt as a tap records it. */
  attempt(on?: Device): Promise<AttemptRow>
  /** The end of the payment call's path. */
  path: string
  /** Counts what the payment has produced: payments or cards. */
  given(): Promise<number>
}

const buyer = { buyer_first_name: 'Nora', buyer_last_name: 'Quill', buyer_email: 'nora@example.com' }
const address = {
  recipient_address: '12 Harbor Lane',
  recipient_city: 'Portland',
  recipient_state: 'ME',
  recipient_zip: '04101',
}
const loc = 'tavola-nyc'

/** One row for each kind of payable: a new kind without its row does not compile. */
type AtPayment = (larder: TestLarder, options?: DeviceOptions) => Promise<DeviceAtPayment>

export const devicesAtPayment: Record<PayableKind, AtPayment> = {
  async ticket(larder, options) {
    const device = await deviceAtPayment(larder, options)
    const { payableId, serverId } = await paymentAttempt(larder, device)
    return {
      device,
      payableId,
      serverId,
      dueCents: 1982,
      path: '/payment',
      attempt: (on = device) => paymentAttempt(larder, on),
      given: async () =>
        (await larder.database.query('SELECT 1 AS one FROM payments WHERE ticket_id = $1', [serverId]))
          .length,
    }
  },
  async 'card-order'(larder, options) {
    const { device, services } = newDevice(larder, options)
    await startCardOrder(services, { type: 'Purchase' }, nextUuid())
    const order = async () => (await findCardOrder(device.db, loc, 'guest'))!.row
    const items = [{ item: 'giftcard' as const, price: 50, quantity: 1, program_id: 'classic' }]
    await saveCardOrder(services, await order(), { items }, { key: nextUuid(), step: 2 })
    const { orderId } = await order()
    return {
      device,
      payableId: orderId,
      serverId: orderId,
      dueCents: 5000,
      path: '/submit',
      attempt: async () => ({
        ...newAttempt(services, { payableId: orderId, serverId: orderId }),
        payable: 'card-order',
        kind: 'checkout',
        body: { amount: 50, payment_token: await new Guest(larder).card(visa), ...buyer },
      }),
      given: async () => (await cardsOf(larder, orderId)).length,
    }
  },
  async 'posted-order'(larder, options) {
    const { device, services } = newDevice(larder, options)
    await addToCart(services, { item: 'posted-card', price: 20, quantity: 1 }, nextUuid())
    const cart = async () => (await findPhysicalOrder(device.db, loc, 'guest'))!.row
    await updateCart(
      services,
      await cart(),
      { recipient_first_name: 'Vera', recipient_last_name: 'Lund', ...address },
      nextUuid(),
    )
    const { orderId, snapshot } = await cart()
    return {
      device,
      payableId: orderId,
      serverId: orderId,
      dueCents: 2495,
      path: `/physicalcard/${orderId}`,
      attempt: async () => ({
        ...newAttempt(services, { payableId: orderId, serverId: orderId }),
        payable: 'posted-order',
        kind: 'checkout',
        body: {
          ...wholeOf(snapshot),
          ...buyer,
          status: 'Submit',
          amount: 24.95,
          payment_token: await new Guest(larder).card(visa),
        },
      }),
      given: async () =>
        (await larder.database.query('SELECT 1 AS one FROM card_shipments WHERE order_id = $1', [orderId]))
          .length,
    }
  },
}

function newDevice(larder: TestLarder, options?: DeviceOptions): { device: Device; services: Services } {
  const device = new Device(larder, options)
  return { device, services: servicesOver(device, larder.clock) }
}
