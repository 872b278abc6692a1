import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { WithdrawalAnswer } from '#contract/endpoints/payments.ts'
import type { Clock } from '#contract/ports.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { keyOf } from '#server/plugins/claim.ts'
import { registerUnstored } from '#server/plugins/idempotency.ts'
import { guestCaller } from '#server/plugins/idempotency-store.ts'
import { withdrawKey } from '#server/plugins/withdraw-key.ts'
import { abandonAttempt, abandonUnsent, findAttemptByKey, getAttempt, type PayableRef } from './attempts.ts'

/** The outcome of a payment call, asked for by its key; one that never arrived is withdrawn (extension `payment_withdrawal`). */

type WithdrawPorts = {
  database: Database
  clock: Clock
  limits: Limits
  trustProxy: boolean
  /** Locks a payable until the transaction ends. */
  lock(tx: Transaction, merchant: Merchant, payable: PayableRef): Promise<unknown>
}

/** Adds the call. It requires a key of its own, like every change, so that no link can trigger it. */
export function addWithdrawRoutes(app: FastifyInstance, ports: WithdrawPorts): void {
  registerUnstored(app, endpoints.withdrawPayment, async ({ merchant, session, params, request }) => {
    // Every key asked about is stored, whoever asks.
    await ports.limits.count(merchant.locationId, ...byClient(ports, request, 'withdraw'))
    const asked = { merchant, caller: session?.userId ?? guestCaller, key: keyOf(params['key']) }
    return { body: { state: await ports.database.transaction((tx) => withdraw(tx, asked, ports)) } }
  })
}

type Asked = { merchant: Merchant; caller: string; key: string }

async function withdraw(
  tx: Transaction,
  { merchant, caller, key }: Asked,
  ports: WithdrawPorts,
): Promise<WithdrawalAnswer['state']> {
  const { locationId } = merchant
  const claim = await withdrawKey(tx, { locationId, caller, key, nowMs: ports.clock.now() })
  if (claim.state !== 'begun') return claim.state
  const found = await findAttemptByKey(tx, locationId, key)
  if (!found) return claim.withdraw()
  await ports.lock(tx, merchant, found.payable)
  const attempt = await getAttempt(tx, locationId, found.id)
  switch (attempt.state) {
    case 'started':
      // The process that was about to admit it is gone.
      if (attempt.lockedUntil <= ports.clock.now() && (await abandonUnsent(tx, locationId, attempt)))
        return claim.withdraw()
      return 'running'
    case 'authenticating':
      // A guest who asks is no longer at their bank.
      abandonAttempt(tx, locationId, attempt)
      return claim.withdraw()
    case 'abandoned':
      return claim.withdraw()
    default:
      return 'answered'
  }
}
