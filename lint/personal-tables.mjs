/**
 * What each table of the database stores about people, and what happens to it when somebody deletes their account (docs/decisions/062). A new table needs a
 * row: `tests/server/forget-account.test.ts` reads the schema, puts a person into every table, and searches them all afterwards.
 *
 * - `nobody`: never anything about a guest or member: no name, address, phone, car or text of theirs.
 * - `deleted`: the person's rows are deleted.
 * - `emptied`: the rows stay for the books, without the person.
 * - `hashed`: a person appears only as a hash, which is deleted after a while (contract/rules/retention.ts) or must stay (a promo code's uses).
 * - `sealed`: an encrypted copy of what other tables store; the person's rows are deleted.
 * - `provider`: not ours: in the sandbox these tables stand in for the card provider.
 */
export const personalTables = {
  access_tokens: 'deleted',
  refresh_tokens: 'deleted',
  sessions: 'deleted',
  users: 'deleted',
  mail_links: 'deleted',
  linked_accounts: 'deleted',
  reward_points: 'deleted',
  rewards: 'deleted',
  sign_in_failures: 'deleted',
  known_networks: 'deleted',
  push_subscriptions: 'deleted',
  passkeys: 'deleted',
  authenticator_apps: 'deleted',
  recovery_codes: 'deleted',
  proof_requests: 'deleted',

  tickets: 'emptied',
  ticket_lines: 'emptied',
  order_messages: 'emptied',
  payment_attempts: 'emptied',
  card_orders: 'emptied',
  card_deliveries: 'emptied',
  cards: 'emptied',
  card_acts: 'emptied',
  card_order_refunds: 'emptied',
  card_transactions: 'emptied',

  limits: 'hashed',
  tokens_of_deleted_accounts: 'hashed',
  promo_uses: 'hashed',
  idempotency_keys: 'sealed',
  sandbox_objects: 'provider',
  sandbox_requests: 'provider',

  // Who did something is recorded by ids only.
  audit_trail: 'nobody',
  refunds: 'emptied',
  refund_parts: 'nobody',
  payments: 'nobody',
  submissions: 'nobody',
  ledger: 'nobody',
  order_counters: 'nobody',
  slot_uses: 'nobody',
  card_order_payments: 'nobody',
  card_order_cards: 'nobody',
  card_shipments: 'nobody',
  card_order_holds: 'nobody',
  promo_counts: 'nobody',
  kitchens: 'nobody',
  sold_out: 'nobody',
  locations: 'nobody',
  hosts: 'nobody',
  card_programs: 'nobody',
  shared_lists: 'nobody',
  used_challenges: 'nobody',
  server_secrets: 'nobody',
  master_apps: 'nobody',
  devices: 'nobody',
  device_apps: 'nobody',
  app_activities: 'nobody',
  policy_reports: 'nobody',
  provider_events: 'nobody',
  provider_refunds: 'nobody',
  disputes: 'nobody',
  card_holds: 'nobody',
  reconciliations: 'nobody',
  // About staff, whose accounts are not deleted while they work here. The name of a passkey is its owner's text.
  kitchen_tablets: 'nobody',
  staff_acts: 'emptied',
}
