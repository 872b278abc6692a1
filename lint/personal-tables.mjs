/**
 * What each table of the database knows of people, and what becomes of it when somebody deletes their account (docs/decisions/062). A new table needs a row:
 * `tests/server/forget-account.test.ts` makes its list from the schema, plants a person in all of them, and looks again afterwards.
 *
 * - `nobody`: never anything of a guest or member: no name, address, phone, car or word of theirs.
 * - `deleted`: the person's rows go.
 * - `emptied`: the rows stay for the books, and the person is taken out of them.
 * - `hashed`: what there is of a person is a hash, and goes after a while (contract/rules/retention.ts) or stands for a promise (a promo code's uses).
 * - `sealed`: encrypted, a copy of what others hold; the person's rows go.
 * - `provider`: not ours: what stands in the card provider's place in the sandbox.
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
  promo_uses: 'hashed',
  idempotency_keys: 'sealed',
  sandbox_objects: 'provider',
  sandbox_requests: 'provider',

  // What was done by whom is told by ids alone.
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
  // Of staff, whose accounts are not deleted while they work here. A passkey's name is its person's word.
  kitchen_tablets: 'nobody',
  staff_acts: 'emptied',
}
