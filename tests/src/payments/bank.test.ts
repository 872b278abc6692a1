import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PayableKind, payableKinds } from '#contract/payables.ts'
import { findAttempt } from '#db/attempts.ts'
import { payAndPlace } from '#features/checkout/requests.ts'
import { type CardPayBody, payForCards } from '#lib/payments/pay.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import type { Services } from '#lib/query/services.ts'
import { authenticate } from '../../server/support/authenticate.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { cardThatAsks, listCharges } from '../support/checkout.ts'
import { embedded } from '../support/embedded.ts'
import { type DeviceAtPayment, devicesAtPayment } from '../support/payables.ts'
import { servicesOver } from '../support/services.ts'

const refusal = 'We are unable to authenticate your payment method.'

/** How a tap pays for each payable: a new kind without its row does not compile. */
type Pay = (
  services: Services,
  at: DeviceAtPayment,
  token: string,
  provider: PaymentProvider,
) => Promise<unknown>
const payForGift: Pay = async (services, at, token, provider) => {
  const { payable, kind, body } = (await at.attempt()) as unknown as CardPayBody
  const what = { payable, kind, body: { ...body, payment_token: token } } as CardPayBody
  return await payForCards(services, at.payableId, what, provider)
}
const ways: Record<PayableKind, Pay> = {
  ticket: async (services, at, source, provider) =>
    await payAndPlace(services, await at.device.view(), { source }, provider),
  'card-order': payForGift,
  'posted-order': payForGift,
}

describe.for(payableKinds)('a bank that authenticates its customer for a %s', (kind) => {
  let larder: TestLarder
  let at: DeviceAtPayment
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    at = await devicesAtPayment[kind](larder)
  })

  const pay = async (outcome: 'success' | 'failure'): Promise<unknown> => {
    const provider: Partial<PaymentProvider> = {
      authenticate: async (secret) => {
        expect(await listCharges(larder, at.serverId)).toEqual([])
        await authenticate(larder, secret, outcome)
        return outcome === 'failure' ? { problem: refusal } : undefined
      },
    }
    const services = servicesOver(at.device, larder.clock)
    const token = await new Guest(larder).card(cardThatAsks)
    return await ways[kind](services, at, token, provider as PaymentProvider)
  }

  it('and refuses: nothing is charged, and it can be paid again, once', async () => {
    expect(await pay('failure')).toEqual({ state: 'card-problem', message: refusal })
    expect([
      await listCharges(larder, at.serverId),
      await at.given(),
      await findAttempt(at.device.db, at.payableId),
    ]).toEqual([[], 0, undefined])
    expect(await pay('success')).toMatchObject({ state: kind === 'ticket' ? 'placed' : 'done' })
    expect([await listCharges(larder, at.serverId), await at.given()]).toEqual([[at.dueCents], 1])
  })
})
