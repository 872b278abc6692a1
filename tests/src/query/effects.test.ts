import { describe, expect, it } from 'vitest'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { applyEffects, type Outcome } from '#lib/query/effects.ts'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { readsOf } from '#lib/query/reads.ts'

const loc = 'tavola-nyc'
const read = {
  location: keys.location(loc),
  book: keys.book(loc, 'order'),
  cards: keys.cards(loc, 'ada'),
  user: keys.user(loc, 'ada'),
  kitchen: keys.kitchen(loc, 'ada'),
}

function memory() {
  const client = createQueryClient()
  for (const key of Object.values(read)) client.setQueryData(key, 'before')
  const stale = () =>
    Object.entries(read).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))
  return { client, reads: readsOf(client), stale }
}

const done: Outcome = { answer: {} }
const refused: Outcome = { error: new AppError('refused', 'no') }
const unanswered: Outcome = { error: new AppError('timeout', 'no answer') }

describe('the reads that a change makes stale', () => {
  it.each([
    ['a payment: balances and points', ticketEndpoints.payTicket, done, ['cards', 'user']],
    [
      'a payment without an answer: the same, it may have been made',
      ticketEndpoints.payTicket,
      unanswered,
      ['cards', 'user'],
    ],
    [
      'a refused payment: the menu, too',
      ticketEndpoints.payTicket,
      refused,
      ['location', 'book', 'cards', 'user'],
    ],
    ['a dish that was refused: the menu', ticketEndpoints.addItems, refused, ['location', 'book']],
    ['a dish: none, the store notifies the page', ticketEndpoints.addItems, done, []],
    ['a change of the account: none, the store notifies the page', accountEndpoints.updateUser, done, []],
    ['a new password: the user, who has a new version', accountEndpoints.changePassword, done, ['user']],
    ['a press in the kitchen that was refused', serviceEndpoints.moveKitchenOrder, refused, ['kitchen']],
    ['a press in the kitchen without an answer', serviceEndpoints.moveKitchenOrder, unanswered, ['kitchen']],
  ])('%s', (_name, endpoint, outcome, expected) => {
    const { reads, stale } = memory()
    applyEffects(reads, endpoint, outcome)
    expect(stale()).toEqual(expected)
  })

  it('an answer that is a read’s newest answer takes its place', () => {
    const { client, reads, stale } = memory()
    applyEffects(reads, serviceEndpoints.switchKitchen, { answer: 'after' })
    expect([client.getQueryData(read.kitchen), client.getQueryData(read.cards), stale()]).toEqual([
      'after',
      'before',
      [],
    ])
  })
})
