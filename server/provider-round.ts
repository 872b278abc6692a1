import type { Clock } from '#contract/ports.ts'
import type { MerchantDirectory, Merchant } from '#server/merchants/merchant.ts'
import { findChargedAttempt, settleReportedCharge } from '#server/modules/payments/reported-charges.ts'
import { recordProviderMoney } from '#server/modules/provider-events/record.ts'
import {
  finishEvent,
  postponeEvent,
  takeEvents,
  type StoredEvent,
} from '#server/modules/provider-events/store.ts'
import { withPayable } from '#server/payables.ts'
import type { ProviderPayment } from '#server/ports/payments/provider-books.ts'
import type { RoundPorts } from '#server/settle-round.ts'
import { errorName } from '#server/ports/log.ts'

/** Looks into what the card provider has reported: asks it for the current state, and records what our books lack. */

/** A round runs this often, and with each event that arrives. */
export const providerEveryMs = 15_000

type Ports = Omit<RoundPorts, 'directory'> & { directory: MerchantDirectory; clock: Clock }

/** One round over all merchants. A failure is logged, and the event is looked into again later. */
export async function providerRound(ports: Ports): Promise<void> {
  const { database, directory, clock } = ports
  const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
  for (;;) {
    const events = await takeEvents(database, [...merchants.keys()], clock.now())
    if (events.length === 0) return
    await Promise.all(events.map((event) => processEvent(merchants.get(event.locationId)!, event, ports)))
  }
}

async function processEvent(merchant: Merchant, event: StoredEvent, ports: Ports): Promise<void> {
  const { database, clock, payments, log } = ports
  try {
    const payment = await payments.findPayment(merchant.locationId, event.intentId)
    if (payment) await recordPayment(merchant, event.intentId, payment, ports)
    await finishEvent(database, event, clock.now())
  } catch (error) {
    log({
      level: 'error',
      event: 'provider_event_failed',
      error: errorName(error),
      detail: event.type,
    })
    await postponeEvent(database, event, clock.now())
  }
}

async function recordPayment(
  merchant: Merchant,
  intentId: string,
  payment: ProviderPayment,
  ports: Ports,
): Promise<void> {
  const { charged } = payment
  // An account may belong to several locations, and may have charges that were keyed in by hand: the reconciliation reports those.
  if (!charged || payment.locationId !== merchant.locationId) return
  const attempt = await findChargedAttempt(ports.database, merchant, payment.chargeKey)
  if (!attempt) return
  await withPayable(attempt.payable.kind, ports, async (payable) => {
    const { displayName } = charged
    const settled = await settleReportedCharge(merchant, payable, attempt, { intentId, displayName }, ports)
    if (settled.state !== 'succeeded') {
      // The guest was told that nothing was charged.
      ports.log({ level: 'error', event: 'payment_stray', detail: `${merchant.label} ${intentId}` })
      return
    }
    await ports.database.transaction(async (tx) => {
      const subject = await payable.lock(tx, merchant, attempt.payable.id)
      const recording = {
        merchant,
        payable,
        ref: attempt.payable,
        subject,
        intentId,
        payment: { ...payment, charged },
      }
      await recordProviderMoney(tx, recording, ports)
    })
  })
}
