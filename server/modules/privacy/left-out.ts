/**
 * Tables with something about a person that are not in their export, each with the reason, which the file states. Everything else that carries their id is in
 * it (`tests/server/forget-account.test.ts`).
 */
export const leftOut: Readonly<Record<string, string>> = {
  sign_in_failures: 'counts of wrong passwords, under hashes of the email address and of the network',
  known_networks: 'where the account was used, as hashes of the email address and of the network',
  limits: 'counts against guessing and misuse, under hashes',
  access_tokens: 'hashes of what keeps a device signed in; the devices are in sessions',
  refresh_tokens: 'hashes of what keeps a device signed in; the devices are in sessions',
  proof_requests: 'a sign-in that is under way, for some minutes; what it waits for is a secret',
  idempotency_keys: 'encrypted copies of answers, so that nothing is ordered or paid twice',
  ledger: 'the amounts of payments, refunds and orders once more, as bookkeeping has them',
  card_order_cards:
    'which gift cards came of which order: each is in cards, or belongs to whoever it was given to',
}
