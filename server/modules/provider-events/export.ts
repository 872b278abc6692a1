import type { Queryable } from '#server/db/database.ts'

/** What the card provider reported about these tickets and gift card orders, by table: refunds made there, and disputes. */
export async function exportProviderNews(
  database: Queryable,
  locationId: string,
  { ticketIds, orderIds }: { ticketIds: readonly string[]; orderIds: readonly string[] },
): Promise<Record<'disputes' | 'provider_refunds', unknown[]>> {
  const read = async (table: string): Promise<unknown[]> =>
    (
      await database.query<{ row: unknown }>(
        `SELECT to_jsonb(x) AS row FROM ${table} x
         WHERE x.location_id = $1 AND (x.ticket_id = ANY (string_to_array($2, ',')) OR x.order_id = ANY (string_to_array($3, ',')))
         ORDER BY x.created_at, x.id`,
        [locationId, ticketIds.join(), orderIds.join()],
      )
    ).map(({ row }) => row)
  const [disputes, refunds] = await Promise.all([read('disputes'), read('provider_refunds')])
  return { disputes: disputes!, provider_refunds: refunds! }
}
