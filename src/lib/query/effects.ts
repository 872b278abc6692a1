import type { Endpoint } from '#contract/endpoint.ts'
import type { endpoints } from '#contract/endpoints.ts'
import { type AppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import type { ReadName } from './keys.ts'

/** What a change does to the cached reads. */
type Effect = {
  /** When it succeeds, these are stale: fetched again where they are shown, elsewhere when they are shown next. */
  stale?: readonly ReadName[]
  /** Its answer is the newest answer of this read. */
  replaces?: ReadName
  /** When it is refused, these are stale, since the refusal is about something newer. */
  refused?: readonly ReadName[]
}

/**
 * Nothing to do here: `store`, the answer is saved on the device, whose live queries show it; `session`, everything personal is removed together with the
 * person; `none`, nothing that is read changes.
 */
type Elsewhere = 'store' | 'session' | 'none'

type Endpoints = typeof endpoints
type CallOf<E> = E extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

/** Every call of the contract that changes something. */
type ChangingCall = {
  [N in keyof Endpoints]: Endpoints[N]['queue'] extends 'read' ? never : CallOf<Endpoints[N]>
}[keyof Endpoints]

/** A person's money changed: balances, points, and what a refusal is about, which may be the menu. */
const paid = {
  stale: ['cards', 'card-history', 'user', 'transactions'],
  refused: ['book', 'location', 'cards', 'user'],
} as const satisfies Effect
const placed = { ...paid, stale: [...paid.stale, 'ticket-history'] } as const satisfies Effect
/** Adding a line to an order: the answer is in the store. */
const line = { refused: ['book', 'location'] } as const satisfies Effect
/** Cards that were bought or reloaded are shown on /mycards at once. */
const bought = { stale: ['cards', 'card-history', 'transactions', 'sent-gifts'] } as const satisfies Effect
/** Sending a gift: if it is refused, the gift was opened meanwhile. */
const gift = {
  stale: ['sent-gift', 'sent-gifts'],
  refused: ['sent-gift', 'sent-gifts'],
} as const satisfies Effect
const staff = { stale: ['admin'] } as const satisfies Effect
/** When it is refused, the card or the app has changed since it was read. */
const staffSaw = { stale: ['admin'], refused: ['admin'] } as const satisfies Effect
const kitchen = { replaces: 'kitchen', refused: ['kitchen'] } as const satisfies Effect

/**
 * Every change of the contract, with the reads that it makes stale: a new call without a row does not compile. The page's API applies it to every call
 * (launch/services.ts), so that no screen has to; what the worker sends is in the store.
 */
export const effects = {
  'GET /location/:loc/ticketorder/create': 'store',
  // When it is refused, the dish is sold out, or has changed since the menu was read.
  'POST /location/:loc/ticketorder/:id/items': line,
  'PUT /location/:loc/ticketorder/:id/items/:index': line,
  'DELETE /location/:loc/ticketorder/:id/items/:index': 'store',
  'PUT /location/:loc/ticketorder/:id': 'store',
  'POST /location/:loc/ticketorder/:id/tip': 'store',
  'POST /location/:loc/ticketorder/:id/promocode': 'store',
  'PUT /location/:loc/ticketorder/:id/delivery': 'store',
  'POST /location/:loc/ticketorder/:id/reward': paid,
  'POST /location/:loc/ticketorder/:id/redeemcard': paid,
  'POST /location/:loc/ticketorder/:id/importandredeemcard': paid,
  'POST /location/:loc/ticketorder/:id/release': paid,
  'POST /location/:loc/ticketorder/:id/payment': placed,
  'POST /v2.0/location/:loc/ticketorder/:id/submit': placed,
  'POST /location/:loc/ticketorder/:id/cancel': placed,
  // The outcome is stored with the attempt; a call that was done is repeated to get its answer, with its own row here.
  'POST /location/:loc/payment/:key/withdraw': 'store',
  'PUT /location/:loc/ticketorder/:id/push': 'store',
  'POST /location/:loc/ticketorder/:id/push/off': 'store',

  'POST /location/:loc/card/import': bought,
  'POST /location/:loc/card/order/start': 'store',
  'PUT /location/:loc/card/order/:id': 'store',
  'POST /location/:loc/card/order/:id/submit': bought,
  'PUT /location/:loc/card/order/:id/gift': gift,
  'POST /location/:loc/card/order/:id/gift/resend': gift,
  // A refusal may mean that the card's balance has changed.
  'POST /location/:loc/card/:id/pass': { ...bought, refused: ['cards'] },
  'POST /location/:loc/card/order/:id/gift/takeback': { ...gift, stale: [...bought.stale, ...gift.stale] },
  'POST /location/:loc/physicalcard/start': 'store',
  'PUT /location/:loc/physicalcard/:id': bought,
  'POST /location/:loc/physicalcard/checkbalance': 'none',
  'POST /card/list': 'none',
  'POST /location/:loc/payment/ephemeralkey': 'none',

  'POST /auth/local': 'session',
  'POST /auth/secondstep': 'session',
  'POST /auth/facebook/clientside': 'session',
  'POST /auth/google/clientside': 'session',
  'GET /v2.0/auth/refreshtoken': 'session',
  'POST /auth/revoke': 'session',
  'POST /auth/register': 'none',
  'POST /user/sendpasswordreset': 'none',
  'POST /user/resetpassword': 'none',
  'GET /auth/unlock': 'none',
  'POST /auth/link': 'none',
  'POST /auth/unlock': 'none',
  'GET /auth/resendunlock': 'none',
  'POST /auth/resendunlock': 'none',
  // Its answer is in the store. A refusal means that the user was changed elsewhere: an edit of the older version would be refused again and again.
  'PUT /v2.0/user': { refused: ['user'] },
  // A new password ends the user's other sessions, and creates a newer version of the user: an edit of the older one would be refused.
  'PUT /auth/updatepassword': { stale: ['sessions', 'user'] },
  'POST /v2.0/user/passwordreset': { stale: ['sessions', 'user'] },
  'DELETE /user/savedcards/:id': { replaces: 'saved-cards' },
  'DELETE /user/sessions/:id': { replaces: 'sessions' },
  // The device is emptied afterwards.
  'POST /user/delete': 'session',

  'POST /location/:loc/contact': 'none',
  'PUT /location/:loc/kitchen': kitchen,
  'PUT /location/:loc/kitchen/pause': kitchen,
  'PUT /location/:loc/kitchen/sold-out': { ...kitchen, stale: ['location'] },
  'PUT /location/:loc/kitchen/orders/:id': kitchen,
  // It may be an order that the board stopped showing months ago: what the administration read about it is stale, too.
  'POST /location/:loc/kitchen/orders/:id/refund': {
    ...kitchen,
    stale: ['admin'],
    refused: ['kitchen', 'admin'],
  },
  'POST /admin/user/invite': staff,
  'POST /admin/app': staff,
  'PUT /admin/app/:id': staffSaw,
  'PUT /staff/people/:id': staff,
  'POST /staff/tablets': staff,
  'DELETE /staff/tablets/:id': staff,
  'POST /staff/orders/find': 'none',
  'POST /staff/cards/find': 'none',
  'POST /staff/cards/:id/hold': staffSaw,
  'POST /staff/cards/:id/release': staffSaw,
  'POST /staff/cards/:id/void': staffSaw,
  'POST /staff/cards/:id/reissue': staffSaw,
  'POST /staff/card-orders/:id/refund': staffSaw,
  'POST /staff/failed-refunds/:id/settle': staffSaw,
  'DELETE /staff/people/:id/security': staff,
  'POST /user/stepup/begin': 'none',
  'POST /user/stepup': 'none',
  'POST /user/security/passkeys/begin': 'none',
  'POST /user/security/passkeys': staff,
  'PUT /user/security/passkeys/:id': staff,
  'DELETE /user/security/passkeys/:id': staff,
  'POST /user/security/app/begin': 'none',
  'POST /user/security/app': staff,
  'DELETE /user/security/app': staff,
  'POST /user/security/recoverycodes': staff,
  'POST /kitchen/tablet': 'none',
  'POST /kitchen/tablet/leave': 'none',
} as const satisfies Record<ChangingCall, Effect | Elsewhere>

/** The result of a call. */
export type Outcome = { answer: unknown } | { error: AppError }

/** The cached reads (reads.ts). */
export type Reads = {
  makeStale(names: readonly ReadName[]): void
  replace(name: ReadName, answer: unknown): void
}

/** Applies a change's effects to the cached reads. A call without an answer may have been done. */
export function applyEffects(reads: Reads, { method, path }: Endpoint, outcome: Outcome): void {
  const row: Effect | Elsewhere = effects[`${method} ${path}` as ChangingCall]
  if (typeof row === 'string') return
  const { stale = [], replaces, refused = [] } = row
  if ('answer' in outcome) {
    if (replaces) reads.replace(replaces, outcome.answer)
    reads.makeStale(stale)
  } else
    reads.makeStale(isUnknownOutcome(outcome.error) ? [...stale, ...(replaces ? [replaces] : [])] : refused)
}
