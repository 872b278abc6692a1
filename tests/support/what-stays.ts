/**
 * What is left of somebody who deleted their account, by where it is, with the line of the privacy page that names it (the second line says what is kept, and
 * how long). `tests/src/site/kept-data.test.tsx` compares it with the page, `tests/server/forget-account.test.ts` with what a search finds.
 */

const books =
  'Amounts, dishes and times of orders, the kind of card and its last four digits: the law asks for books.'
const cards = 'Gift cards with their money, for whoever has the number.'
const provider = 'What the card provider must keep of a payment; we delete the cards that you saved there.'
const sent =
  'Emails and texts that were sent: they are in your mailbox and on your phone, and we keep no copy. One last email says that the account is deleted.'
const gift =
  'A gift that somebody sent to your phone, or that is still to be sent to your email, until its own time is over.'
const underWay =
  'An order for food or gift cards with your email that was placed without signing in and is still under way, or has money to go back, until that is over.'
const activity = 'Account activity, without names'

/** Every table whose rows are kept, in full or without the person (lint/personal-tables.mjs). */
export const whatStaysInTables: Readonly<Record<string, readonly string[]>> = {
  tickets: [books, underWay],
  ticket_lines: [books],
  order_messages: [sent],
  payment_attempts: [books],
  card_orders: [books, underWay],
  card_deliveries: [sent, gift],
  cards: [cards],
  card_acts: [activity],
  card_order_refunds: [books],
  card_transactions: [cards],
  refunds: [books],
  staff_acts: [activity],
  audit_trail: [activity],
  kitchen_tablets: [activity],
  limits: ['Counts against guessing and misuse, as codes that name nobody'],
  tokens_of_deleted_accounts: ['Devices that were signed out, and links we mailed'],
  promo_uses: ['That a promo code was used, as a code made of your email and phone.'],
  idempotency_keys: ['Encrypted copies of answers, so that nothing is ordered or paid twice'],
  sandbox_objects: [provider],
  sandbox_requests: [provider],
}

/** What is left outside the database's tables. */
export const whatStaysElsewhere: Readonly<Record<string, string>> = {
  'the mailboxes of those who were written to': sent,
  'the restaurant’s mailbox (modules/location, contact)':
    'What you wrote to us with the contact form: it is in our mailbox.',
  'backups (docs/operating.md)': 'Backups of our database, until they are replaced.',
}
