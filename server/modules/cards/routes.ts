import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Ids } from '#contract/ports.ts'
import type { CardsAnswer } from '#contract/schemas/card.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import type { Session } from '#server/plugins/auth.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerPreparedChange, registerUnstored } from '#server/plugins/idempotency.ts'
import { notFound } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { type BalancePorts, checkBalance } from './balance-check.ts'
import { findOwnCard, listCardEntries, listCards } from './cards.ts'
import { openEgift } from './egift.ts'
import { importCard, prepareImport } from './import.ts'

/** Gift cards (specification §7 *Cards and payment*): those of the signed-in user, those opened by a link, and those known by number. */
export function addCardRoutes(app: FastifyInstance, ports: BalancePorts & { ids: Ids }): void {
  const { database, clock } = ports
  register(app, endpoints.listCards, ({ merchant, session, query }) =>
    answerCards(ports, merchant, session, { zeroToo: query.showall === 'true' }),
  )
  registerUnstored(app, endpoints.listCardsByPost, ({ merchant, session }) =>
    answerCards(ports, merchant, session, { zeroToo: true }),
  )
  register(app, endpoints.getCard, async ({ merchant, session: { userId }, params: { id } }) => {
    const card = await findOwnCard(ports, merchant, userId, id!, todayAt(merchant, clock.now()))
    if (!card) throw notFound('We could not find this gift card.')
    return { body: { card, transactions: await listCardEntries(database, merchant, userId, card.id) } }
  })
  registerPreparedChange(app, ports, endpoints.importCard, {
    before: (call) => prepareImport(call, ports),
    change: (call, tx, guess) => importCard(call, tx, guess, ports),
  })
  register(app, endpoints.getEgift, async ({ merchant, params }) => ({
    body: await openEgift(ports, merchant, params['id']!),
  }))
  register(app, endpoints.checkBalance, async (call) => ({
    body: {
      card: await checkBalance(ports, { ...call, typed: call.params['number']!, confirmation: undefined }),
    },
  }))
  registerUnstored(app, endpoints.checkBalanceByPost, async (call) => ({
    body: {
      card: await checkBalance(ports, {
        ...call,
        typed: call.body.card_number,
        confirmation: call.body.recaptcha_confirmation,
      }),
    },
  }))
}

async function answerCards(
  ports: BalancePorts,
  merchant: Merchant,
  { userId }: Session,
  which: { zeroToo: boolean },
): Promise<Answer<CardsAnswer>> {
  return {
    body: {
      cards: await listCards(ports, merchant, userId, {
        ...which,
        today: todayAt(merchant, ports.clock.now()),
      }),
    },
  }
}
