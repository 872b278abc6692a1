import { tavola, type TestLarder } from './larder.ts'

/** Inserts a row into a table that people rarely fill, as the server would have written it. */

const insert = async (
  { database }: TestLarder,
  table: string,
  row: Record<string, string | number | boolean>,
): Promise<void> => {
  const names = ['location_id', ...Object.keys(row)]
  await database.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    [tavola.location, ...Object.values(row)],
  )
}

/**
 * Inserts rows for a user, the hash of their email, and a ticket, a gift card order and a gift card of theirs. `atMs`: when
 * they were created; they last a year.
 */
export async function plantRows(
  larder: TestLarder,
  of: { user: string; email: string; ticket: string; order: string; card: string },
): Promise<void> {
  const atMs = larder.clock.now()
  const { user, email, ticket, order, card } = of
  const untilMs = atMs + 365 * 24 * 60 * 60_000
  const own = { user_id: user, created_at: atMs }
  const rows: [table: string, row: Record<string, string | number | boolean>][] = [
    ['linked_accounts', { ...own, provider: 'google', subject: 'planted' }],
    ['authenticator_apps', { user_id: user, sealed_secret: 'v1.planted', last_step: 0, added_at: atMs }],
    ['recovery_codes', { user_id: user, code_hash: 'v1.planted', made_key: 'planted', made_at: atMs }],
    [
      'proof_requests',
      {
        token_hash: 'planted',
        purpose: 'sign_in',
        user_id: user,
        user_version: 1,
        host: tavola.host,
        challenge: 'planted',
        expires_at: untilMs,
      },
    ],
    // From another network: a successful sign-in deletes those of its own.
    ['sign_in_failures', { email_hash: email, network_hash: 'planted', failures: 1, last_failed_at: atMs }],
    ['rewards', { ...own, id: 'planted', name: '$5 off', amount_cents: 500, ends_on: '2030-01-01' }],
    ['reward_points', { ...own, id: 'planted', points: 17, description: 'Order' }],
    [
      'push_subscriptions',
      {
        id: 'planted',
        ticket_id: ticket,
        endpoint: 'https://push.example/planted',
        p256dh: 'planted',
        auth: 'planted',
        created_at: atMs,
        expires_at: untilMs,
      },
    ],
    ['promo_uses', { code: 'PLANTED', person: 'planted', order_id: order }],
    [
      'disputes',
      {
        id: 'planted',
        intent_id: 'planted',
        ticket_id: ticket,
        amount_cents: 100,
        reason: 'duplicate',
        state: 'won',
        created_at: atMs,
        recorded_at: atMs,
      },
    ],
    [
      'provider_refunds',
      {
        id: 'planted',
        intent_id: 'planted',
        order_id: order,
        amount_cents: 100,
        created_at: atMs,
        recorded_at: atMs,
      },
    ],
    ['card_order_holds', { order_id: order, cause: 'dispute:planted', since: atMs }],
    ['card_holds', { card_id: card, cause: 'dispute:planted', since: atMs }],
  ]
  for (const [table, row] of rows) await insert(larder, table, row)
}
