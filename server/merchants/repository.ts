import type { Database, Queryable } from '#server/db/database.ts'
import type { MerchantDocument } from './document.ts'

/** A merchant's stored document with the revision that names its content. */
export type StoredMerchant = { revision: string; document: MerchantDocument }

/** Every active merchant, by label. */
export async function listStoredMerchants(database: Queryable): Promise<StoredMerchant[]> {
  const rows = await database.query<{ revision: string; document: string }>(
    'SELECT revision, document FROM locations WHERE active ORDER BY label',
  )
  return rows.map((row) => ({
    revision: row.revision,
    document: JSON.parse(row.document) as MerchantDocument,
  }))
}

/** The locations that are switched off: their guests' data must still be deleted in time. */
export async function listInactiveIds(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ location_id: string }>(
    'SELECT location_id FROM locations WHERE NOT active ORDER BY location_id',
  )
  return rows.map((row) => row.location_id)
}

/** A location's document, its last one if it is switched off. Throws SyntaxError where it cannot be read. */
export async function findDocument(
  database: Queryable,
  locationId: string,
): Promise<MerchantDocument | undefined> {
  const [row] = await database.query<{ document: string }>(
    'SELECT document FROM locations WHERE location_id = $1',
    [locationId],
  )
  return row && (JSON.parse(row.document) as MerchantDocument)
}

/** The labels and revisions of every active merchant: equal results mean equal merchants, and they are small. */
export async function listRevisions(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ label: string; revision: string }>(
    'SELECT label, revision FROM locations WHERE active ORDER BY label',
  )
  return rows.map(({ label, revision }) => `${label} ${revision}`)
}

type SavedMerchants = {
  changed: string[]
  gone: { label: string; locationId: string }[]
  /** Host names that no merchant answers at any more, with the label of the one that did. */
  lostHosts: { host: string; label: string }[]
}

/**
 * Saves these as the merchants: new and changed ones are written, others are switched off (their orders stay), all in one transaction. Saving the same
 * merchants again changes nothing. Returns the labels written, those switched off, and the host names that are gone. `nowMs` is stored in the changed rows.
 */
export async function saveMerchants(
  database: Database,
  merchants: readonly StoredMerchant[],
  nowMs: number,
): Promise<SavedMerchants> {
  return database.transaction(async (tx) => {
    const known = await tx.query<{ location_id: string; label: string; revision: string; active: boolean }>(
      'SELECT location_id, label, revision, active FROM locations',
    )
    const ids = new Set(merchants.map(({ document }) => document.host.locationId))
    const changed = merchants.filter(
      ({ document, revision }) =>
        !known.some(
          (row) => row.location_id === document.host.locationId && row.revision === revision && row.active,
        ),
    )
    const gone = known.filter((row) => row.active && !ids.has(row.location_id))
    const hosts = await tx.query<{ host: string; label: string }>(
      'SELECT h.host, l.label FROM hosts h JOIN locations l ON l.location_id = h.location_id ORDER BY l.label, h.host',
    )
    if (changed.length === 0 && gone.length === 0) return { changed: [], gone: [], lostHosts: [] }
    for (const row of gone)
      await tx.query('UPDATE locations SET active = false WHERE location_id = $1', [row.location_id])
    // Labels are unique and may move between locations: every row first gets a temporary label that no merchant can have (isLabel).
    await tx.query(`UPDATE locations SET label = '-' || location_id`)
    for (const merchant of changed) await saveMerchant(tx, merchant, nowMs)
    for (const { document } of merchants)
      await tx.query('UPDATE locations SET label = $2 WHERE location_id = $1', [
        document.host.locationId,
        document.label,
      ])
    await saveHosts(tx, merchants)
    const kept = new Set(merchants.flatMap(({ document }) => hostsOf(document)))
    return {
      changed: changed.map(({ document }) => document.label),
      gone: gone.map((row) => ({ label: row.label, locationId: row.location_id })),
      // `<label>.localhost` is no address of guests.
      lostHosts: hosts.filter(({ host }) => !kept.has(host) && !host.endsWith('.localhost')),
    }
  })
}

async function saveMerchant(
  tx: Queryable,
  { document, revision }: StoredMerchant,
  nowMs: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO locations (location_id, label, revision, active, document, imported_at) VALUES ($1, '-' || $1, $2, true, $3, $4)
     ON CONFLICT (location_id) DO UPDATE SET revision = excluded.revision, active = true, document = excluded.document, imported_at = excluded.imported_at`,
    [document.host.locationId, revision, JSON.stringify(document), nowMs],
  )
  await saveCardPrograms(tx, document)
}

/** Programs no longer on sale stay, since there are cards of them. */
async function saveCardPrograms(
  tx: Queryable,
  { host, cardPrograms, physicalProduct: product }: MerchantDocument,
): Promise<void> {
  const posted = product ? [{ id: product.programId, image: product.image, description: product.name }] : []
  for (const { id, image, description } of [...cardPrograms, ...posted])
    await tx.query(
      `INSERT INTO card_programs (location_id, id, external_id, image, description) VALUES ($1, $2, $2, $3, $4)
       ON CONFLICT (location_id, id) DO UPDATE SET image = excluded.image, description = excluded.description`,
      [host.locationId, id, image, description],
    )
}

async function saveHosts(tx: Queryable, merchants: readonly StoredMerchant[]): Promise<void> {
  await tx.query('DELETE FROM hosts')
  for (const { document } of merchants)
    for (const host of hostsOf(document))
      await tx.query('INSERT INTO hosts (host, location_id) VALUES ($1, $2)', [
        host,
        document.host.locationId,
      ])
}

/** What to tell the operator about host names that are gone: a guest who saved such an address, or installed the portal there, gets no answer. */
export const listLostHostLines = ({ lostHosts }: Pick<SavedMerchants, 'lostHosts'>): string[] =>
  lostHosts.map(
    ({ host, label }) =>
      `No restaurant answers at ${host} any more (it was ${label}’s): links, saved pages and gifts with that address do not open.`,
  )

/** A merchant's exact host names: those in its file, and its label below `localhost`. */
export const hostsOf = (document: MerchantDocument): string[] => [
  ...new Set([...document.host.hosts.map((host) => host.toLowerCase()), `${document.label}.localhost`]),
]
