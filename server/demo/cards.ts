import { dayMs } from '#contract/durations.ts'
import { giftDesignOf } from '#contract/rules/gift-design.ts'
import { addDays } from '#contract/local-time.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { hashOfClaimCode } from '#server/modules/cards/claim-code.ts'
import { accountOf, recordEntry } from '#server/modules/cards/entries.ts'
import { designsForProgramOf } from '#server/merchants/card-designs.ts'
import { hashOfNumber, storedNumber } from '#server/modules/cards/stored-number.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { type DemoCard, type DemoPerson, demoCards, demoEgiftNumber } from './people.ts'

/** The kind of the demo's cards: the mailed kind where nothing else is sold. */
const firstProgramIdOf = ({ cardPrograms, physicalProduct }: Merchant): string =>
  cardPrograms.length === 0 && physicalProduct ? physicalProduct.programId : 'gift-card'

type SeedPorts = { clock: Clock; ids: Ids; cipher: DataCipher }
type People = ReadonlyMap<DemoPerson['key'], string>

/** Writes a location's cards, each with its ledger entries and the history that its owner sees: what was put on it and what was spent. */
export function seedCards(tx: Transaction, merchant: Merchant, users: People, ports: SeedPorts): void {
  const { locationId } = merchant
  const image =
    merchant.location.settings.consumer_application_settings.home_page?.header_images?.[0]?.image
      .imageSignedUrl ?? ''
  tx.later(
    `INSERT INTO card_programs (location_id, id, external_id, image, description) VALUES ($1, $4, $4, $2, $3)
     ON CONFLICT (location_id, id) DO NOTHING`,
    [locationId, image, `${merchant.location.name} gift card`, firstProgramIdOf(merchant)],
  )
  for (const card of demoCards(merchant.label)) seedCard(tx, merchant, card, users, ports)
}

function seedCard(
  tx: Transaction,
  merchant: Merchant,
  card: DemoCard,
  users: People,
  { clock, ids, cipher }: SeedPorts,
): void {
  const { locationId } = merchant
  const id = ids.secret()
  // The second kind, where the restaurant sells one.
  const programId = (card.isOther && merchant.cardPrograms[1]?.id) || firstProgramIdOf(merchant)
  const number = storedNumber(cipher, locationId, id, card.number)
  const createdMs = clock.now() - card.boughtDaysAgo * dayMs
  tx.later(
    `INSERT INTO cards (location_id, id, number_hash, sealed_number, last_four, program_id, user_id, balance_cents, status, from_name, personal_message,
       expires_on, claim_code_hash, created_at, design)
     VALUES ($1, $2, $3, $4, $5, $15, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      locationId,
      id,
      number.numberHash,
      number.sealedNumber,
      number.lastFour,
      card.owner === undefined ? null : users.get(card.owner)!,
      card.balanceCents,
      (card.expiresInDays ?? 0) < 0 ? 'expired' : 'active',
      card.from ?? null,
      card.message ?? null,
      card.expiresInDays === undefined ? null : addDays(todayAt(merchant, clock.now()), card.expiresInDays),
      card.claimCode === undefined ? null : hashOfClaimCode(locationId, card.claimCode),
      createdMs,
      designOf(merchant, card, programId),
      programId,
    ],
  )
  const spentCents = card.spentCents ?? 0
  const loadedCents = card.balanceCents + spentCents
  const load = `demo:${id}:load`
  recordTransfer(
    tx,
    locationId,
    { id: load, from: 'card_sales', to: accountOf(id), amountCents: loadedCents },
    createdMs,
  )
  const received =
    card.description ?? (card.from === undefined ? 'Gift card purchased' : 'Gift card received')
  recordEntry(
    tx,
    locationId,
    { id: load, cardId: id, description: received, amountCents: loadedCents },
    createdMs,
  )
  if (spentCents === 0) return
  const [spend, spentMs] = [`demo:${id}:spend`, createdMs + 30 * dayMs]
  recordTransfer(
    tx,
    locationId,
    { id: spend, from: accountOf(id), to: 'orders', amountCents: spentCents },
    spentMs,
  )
  recordEntry(
    tx,
    locationId,
    { id: spend, cardId: id, description: 'Paid at the counter', amountCents: -spentCents },
    spentMs,
  )
}

/** The id of the gift that the demo's link opens; undefined where a location has none. */
export async function findDemoEgift(
  database: Queryable,
  cipher: DataCipher,
  locationId: string,
): Promise<string | undefined> {
  const rows = await database.query<{ id: string }>(
    'SELECT id FROM cards WHERE location_id = $1 AND number_hash = $2',
    [locationId, hashOfNumber(cipher, locationId, demoEgiftNumber)],
  )
  return rows[0]?.id
}

/** The design that the card was given in; without one, it looks like its kind. */
function designOf(merchant: Merchant, { designId }: DemoCard, programId: string): string | null {
  if (designId === undefined) return null
  return JSON.stringify(giftDesignOf(designsForProgramOf(merchant, programId), designId))
}
