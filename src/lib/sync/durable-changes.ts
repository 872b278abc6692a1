import type { Endpoint, QueueClass } from '#contract/endpoint.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { checkInLifetimeMs } from '#contract/rules/check-in.ts'
import { type ChangeKind, changeLifetimeMs } from '#db/outbox.ts'

/**
 * Every change that waits on the device, in one table: its call, whose queue class is in the contract, and how long it may wait (ms). What each depends on, and
 * what is shown while it waits, when it is refused and when it is too old, is in docs/design/durable-changes.md, which a test compares with this.
 */
export const durableChanges = {
  'ticket.create': { call: ticketEndpoints.createTicket, lifetimeMs: changeLifetimeMs },
  'item.add': { call: ticketEndpoints.addItems, lifetimeMs: changeLifetimeMs },
  'item.change': { call: ticketEndpoints.changeItem, lifetimeMs: changeLifetimeMs },
  'item.remove': { call: ticketEndpoints.removeItem, lifetimeMs: changeLifetimeMs },
  'ticket.update': { call: ticketEndpoints.updateTicket, lifetimeMs: changeLifetimeMs },
  'ticket.tip': { call: ticketEndpoints.setTip, lifetimeMs: changeLifetimeMs },
  'ticket.check-in': { call: ticketEndpoints.checkIn, lifetimeMs: checkInLifetimeMs },
  'user.update': { call: accountEndpoints.updateUser, lifetimeMs: changeLifetimeMs },
} as const satisfies Record<ChangeKind, { call: Endpoint; lifetimeMs: number }>

/** What happens to each kind without an answer. */
export const queueClassOf = (kind: ChangeKind): QueueClass => durableChanges[kind].call.queue
