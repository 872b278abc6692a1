import type { Card } from '#contract/schemas/card.ts'
import type { Transaction, User } from '#contract/schemas/user.ts'

/** Builders of the server's answers about an account. */

export const card = (changes: Partial<Card> = {}): Card => ({
  id: 'card-1',
  number: '6006491234567896',
  number_display: '•••• 7896',
  card_number: '6006491234567896',
  balance: 7500,
  status: 'active',
  has_expiration_date: false,
  card_is_expired: false,
  created_at: '2026-11-20T12:00:00.000Z',
  program: { id: 'p', external_id: 'pe', image: '/p.webp', description: 'A card' },
  ...changes,
})

export const transaction = (changes: Partial<Transaction> = {}): Transaction => ({
  description: 'Card redeemed',
  pretty_amount: '$5.00',
  pretty_date: '11/20/2026',
  ...changes,
})

export const user = (changes: Partial<User> = {}): User => ({
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Guest',
  display_name: 'Ada Guest',
  dob: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  hasPassword: true,
  account_created_on: '11/20/2026',
  linked_accounts: [],
  role: 'member',
  ...changes,
})
