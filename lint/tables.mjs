const modules = 'server/modules'
const accounts = `${modules}/accounts`
const cardOrders = `${modules}/card-orders`
const cards = `${modules}/cards`
const providerEvents = `${modules}/provider-events`
const tickets = `${modules}/tickets`
const secondFactors = `${modules}/second-factors`
const auth = 'server/plugins/auth.ts'
const personLock = 'server/plugins/person-lock.ts'
const proved = 'server/plugins/proved.ts'
const switches = 'server/plugins/feature-switches.ts'
const postedCards = 'server/import/posted-cards.ts'
// Counts what is unfinished at a restaurant that is switched off, in one statement.
const unfinishedWork = 'server/import/unfinished-work.ts'

/**
 * Who owns and writes a table (`owner`), who else writes it (`writers`), and who reads it in a statement of its own (`readers`): a join is one round trip where
 * asking the owner would take several. Migrations and the demo's seed write all tables.
 */
export const tables = {
  // Authentication reads token, session and person in one statement, and records when the session was last used.
  access_tokens: { owner: accounts, readers: [auth] },
  sessions: { owner: accounts, writers: [auth], readers: [proved] },
  // Names are shown with what somebody did, and a person who is changing something is locked until that is done.
  users: { owner: accounts, readers: [auth, proved, personLock, `${modules}/staff`] },
  refresh_tokens: { owner: accounts },
  tokens_of_deleted_accounts: { owner: accounts },
  // Before anything that moves money or grants permissions, one statement reads which second factors a person has set up. The owner's list of people shows who
  // has any.
  passkeys: { owner: secondFactors, readers: [proved, `${modules}/staff`] },
  authenticator_apps: { owner: secondFactors, readers: [proved, `${modules}/staff`] },
  recovery_codes: { owner: secondFactors, readers: [proved] },
  proof_requests: { owner: secondFactors },
  audit_trail: { owner: accounts },
  known_networks: { owner: accounts },
  mail_links: { owner: accounts },
  reward_points: { owner: accounts },
  sign_in_failures: { owner: accounts },
  // An order is read together with the last day of the reward reserved for it.
  rewards: { owner: accounts, readers: [tickets] },

  app_activities: { owner: `${modules}/admin` },
  device_apps: { owner: `${modules}/admin` },
  devices: { owner: `${modules}/admin` },
  master_apps: { owner: `${modules}/admin` },

  card_deliveries: { owner: cardOrders, readers: [unfinishedWork] },
  // Reconciliation with the provider reads these in one statement beside the ledger's rows; a member's history is one list by time.
  card_order_payments: { owner: cardOrders, readers: [accounts, providerEvents] },
  // The list of cards to be posted, for the restaurant (npm run merchant -- posted-cards).
  card_order_cards: { owner: cardOrders, readers: [accounts, postedCards] },
  card_orders: { owner: cardOrders, readers: [accounts, postedCards] },
  // The same command records that they were posted.
  card_shipments: { owner: cardOrders, writers: [postedCards], readers: [unfinishedWork] },
  card_order_refunds: { owner: cardOrders, readers: [accounts, providerEvents, unfinishedWork] },
  card_order_holds: { owner: cardOrders },
  card_acts: { owner: cards },
  card_holds: { owner: cards },
  cards: { owner: cards, readers: [accounts, cardOrders, tickets, postedCards, unfinishedWork] },
  // What a restaurant sells is imported from its files.
  card_programs: { owner: 'server/merchants', readers: [cards] },
  // A member's history is orders and cards in one list, by time.
  card_transactions: { owner: cards, readers: [accounts] },

  // Deleted with their account.
  linked_accounts: { owner: `${modules}/identity`, writers: [accounts] },
  // A solved challenge, of either kind: the code for each kind records its own.
  used_challenges: { owner: 'server/ports/verification', writers: [`${modules}/identity`] },

  idempotency_keys: { owner: 'server/plugins' },
  shared_lists: { owner: 'server/plugins' },
  kitchens: { owner: `${modules}/kitchen` },
  sold_out: { owner: `${modules}/kitchen` },
  // A tablet's call is authenticated like a person's: by its token, in one statement.
  kitchen_tablets: { owner: `${modules}/staff`, writers: [auth] },
  staff_acts: { owner: `${modules}/staff` },
  ledger: { owner: `${modules}/ledger`, readers: [providerEvents] },
  limits: { owner: `${modules}/limits` },
  hosts: { owner: 'server/merchants' },
  locations: { owner: 'server/merchants' },

  order_messages: { owner: `${modules}/order-messages` },
  push_subscriptions: { owner: `${modules}/order-messages` },
  order_counters: { owner: tickets },
  slot_uses: { owner: tickets },
  ticket_lines: { owner: tickets },
  payments: { owner: tickets, readers: [accounts, providerEvents, switches] },
  payment_attempts: { owner: `${modules}/payments`, readers: [switches] },
  refunds: { owner: tickets, readers: [accounts] },
  refund_parts: { owner: tickets, readers: [accounts, providerEvents, unfinishedWork] },
  submissions: { owner: tickets, readers: [accounts] },
  // The kitchen's queue claims an order by a lease in the order's own row.
  tickets: {
    owner: tickets,
    writers: [`${modules}/kitchen`],
    readers: [accounts, `${modules}/order-events`, providerEvents, switches, unfinishedWork],
  },

  // An account is not deleted while a bank decides about its payment for gift cards. Staff see on a held card how much was lost, and members see that a refund
  // is waiting.
  disputes: { owner: providerEvents, readers: [cardOrders, accounts] },
  reconciliations: { owner: providerEvents },
  provider_events: { owner: providerEvents },
  provider_refunds: { owner: providerEvents },
  policy_reports: { owner: `${modules}/policy-reports` },
  promo_counts: { owner: `${modules}/promo` },
  promo_uses: { owner: `${modules}/promo` },
  sandbox_objects: { owner: 'server/sandbox' },
  sandbox_requests: { owner: 'server/sandbox' },
  // Keys, and records of what was done with them.
  server_secrets: { owner: 'server/db', writers: ['server/card-key.ts', 'server/seal-stored.ts'] },
}
