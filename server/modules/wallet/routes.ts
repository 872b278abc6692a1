import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { define, readMs } from '#contract/endpoint.ts'
import { walletEndpoints } from '#contract/endpoints/wallets.ts'
import type { Clock } from '#contract/ports.ts'
import { isOn } from '#contract/rules/features.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { WalletName } from '#contract/schemas/wallet.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { cardExpired, findLinkedCard, findOwnCard } from '#server/modules/cards/cards.ts'
import { noteOpened } from '#server/modules/cards/gift-links.ts'
import { cardNoLongerValid, cardOnHold } from '#server/modules/cards/holds.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { apiBase, register, registerRaw } from '#server/plugins/endpoints.ts'
import { notOffered } from '#server/plugins/feature-switches.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Wallet } from '#server/ports/wallet/wallet.ts'
import { passOfCard, type PassPorts } from './pass-of-card.ts'
import { findPassLink, passLinkMs, sealPassLink } from './pass-link.ts'
import { sendRefusedPage, wantsPage } from './refused-page.ts'

/** Extension `wallet_pass` (docs/design/contract.md): a gift card in a phone's wallet. */

type WalletPorts = PassPorts & {
  database: Database
  clock: Clock
  limits: Limits
  trustProxy: boolean
  /** Undefined: there are no wallet passes. */
  wallet: Wallet | undefined
}

/** A file is not a JSON answer, so the call is not in the table of `contract/endpoints.ts`. */
const fetchPass = define({
  method: 'GET',
  path: '/location/:loc/pass/:link',
  caller: 'anyone',
  anonymous: true,
  queue: 'read',
  answer: z.unknown(),
  timeoutMs: readMs,
})

/** The calls for wallets: which are available, the address of a card's pass, and Apple's file itself, at an address from `getWalletPass`. */
export function addWalletRoutes(app: FastifyInstance, ports: WalletPorts): void {
  const { clock, wallet } = ports
  register(app, walletEndpoints.listWallets, async ({ merchant: { label } }) => {
    const wallets = wallet?.offered(label, clock.now()) ?? []
    const sandbox = wallets.filter((one) => wallet?.isSandbox(label, one))
    return { body: { wallets: [...wallets], sandbox } }
  })
  register(app, walletEndpoints.getWalletPass, async ({ merchant, session, params, query, request }) => {
    await count(ports, merchant, request)
    const signer = getWallet(ports, merchant, query.wallet)
    const { card, userId } = await getReadableCard(ports, merchant, session?.userId, params['id']!)
    checkCard(merchant, card)
    const nowMs = clock.now()
    const untilMs = nowMs + passLinkMs
    const { language } = request
    const url =
      query.wallet === 'google'
        ? await signer.googleLink(merchant.label, passOfCard(ports, merchant, card, { language, nowMs }))
        : pathOf(
            merchant,
            sealPassLink(ports.cipher, merchant.locationId, { cardId: card.id, userId, untilMs, language }),
          )
    return { body: { url, expires_at: new Date(untilMs).toISOString() } }
  })
  registerRaw(app, fetchPass, async ({ merchant, params, request, reply }) => {
    const link = findPassLink(ports.cipher, merchant.locationId, params['link']!)
    try {
      await count(ports, merchant, request)
      const file = await makePass(ports, merchant, link)
      return await reply
        .headers({
          'cache-control': 'no-store',
          'content-type': 'application/vnd.apple.pkpass',
          'content-disposition': `attachment; filename="${merchant.label}-gift-card.pkpass"`,
        })
        .send(Buffer.from(file))
    } catch (error) {
      if (!(error instanceof ProblemError) || !wantsPage(request)) throw error
      return sendRefusedPage(reply, merchant, {
        problem: error,
        language: link?.language ?? request.language,
        from: link === undefined ? 'unknown' : link.userId === undefined ? 'gift' : 'own',
      })
    }
  })
}

/** Apple's file of the card behind a link. Throws 404 for a link that is over or unknown, and for a card that its holder may not see any more; 422, 403. */
async function makePass(
  ports: WalletPorts,
  merchant: Merchant,
  link: ReturnType<typeof findPassLink>,
): Promise<Uint8Array> {
  const signer = getWallet(ports, merchant, 'apple')
  const nowMs = ports.clock.now()
  if (!link || link.untilMs <= nowMs)
    throw notFound('This link has expired. Go back to your gift card and add it again.')
  const { card } = await getReadableCard(ports, merchant, link.userId, link.cardId)
  checkCard(merchant, card)
  const pass = passOfCard(ports, merchant, card, { language: link.language, nowMs })
  return signer.applePass(merchant.label, pass)
}

const pathOf = ({ locationId }: Merchant, link: string): string =>
  `${apiBase}/location/${encodeURIComponent(locationId)}/pass/${link}`

/** Throws 403 not_offered where the merchant has switched passes off, or has no (valid) keys for this wallet. */
function getWallet({ wallet, clock }: WalletPorts, { label, location }: Merchant, name: WalletName): Wallet {
  if (wallet && isOn(location.settings, 'walletPasses') && wallet.offered(label, clock.now()).includes(name))
    return wallet
  throw notOffered(location, 'walletPasses')
}

const count = (ports: WalletPorts, { locationId }: Merchant, request: FastifyRequest): Promise<void> =>
  ports.limits.count(locationId, ...byClient(ports, request, 'pass'))

/**
 * A card for whoever may see it: its owner or, while it has none, whoever has its link. Throws the same 404 for anything else: another user's card, an unpaid
 * one, and an unknown id. Asking by the link counts as opening it.
 */
async function getReadableCard(
  ports: WalletPorts,
  merchant: Merchant,
  userId: string | undefined,
  cardId: string,
): Promise<{ card: Card; userId: string | undefined }> {
  const today = todayAt(merchant, ports.clock.now())
  const { locationId } = merchant
  const own = userId === undefined ? undefined : await findOwnCard(ports, merchant, userId, cardId, today)
  if (own) return { card: own, userId }
  // The pass carries the number: as on the link's page, the opening is recorded before it is shown.
  await noteOpened(ports.database, locationId, cardId, ports.clock.now())
  const linked = await findLinkedCard(ports, merchant, cardId, today)
  if (!linked || linked.owned) throw notFound('We could not find this gift card.')
  return { card: linked.card, userId: undefined }
}

/** A card that cannot pay goes into no wallet. */
function checkCard(merchant: Merchant, { status, card_is_expired }: Card): void {
  if (status === 'frozen') throw new ProblemError(422, 'bad_request', cardOnHold(merchant))
  if (status === 'disabled') throw new ProblemError(422, 'bad_request', cardNoLongerValid(merchant))
  if (card_is_expired) throw new ProblemError(422, 'bad_request', cardExpired)
  if (status !== 'active')
    throw new ProblemError(
      422,
      'bad_request',
      'This gift card is switched off. Please ask us at the restaurant.',
    )
}
