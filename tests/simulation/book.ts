import type { TicketChange } from '#db/outbox.ts'

/** What was tapped and what was said of it, kept beside the product's own code. */

export type Tap = {
  opId: string
  change: TicketChange | { kind: 'user.update' } | { kind: 'ticket.check-in' }
  phone: string
  /** Whose it is: an address, or `guest`. */
  maker: string
  atMs: number
  /** Tells its line from every other in the session; of lines alone. */
  marker?: string
  /** What it was written down in was wiped, with its person's knowledge or by the browser. */
  isWiped: boolean
}

/** Somebody tapped for money to move, seeing this amount. */
export type PayTap = {
  phone: string
  serverId: string
  cents: number
  atMs: number
  what: string
  said?: string
}

export class Book {
  readonly taps: Tap[] = []
  readonly payTaps: PayTap[] = []
  /** A placed order was shown to its guest. */
  readonly shownPlaced = new Set<string>()
  /** Errors that no screen has words for. */
  readonly unexpected: string[] = []
  readonly checkIns: { ticketId: string; phone: string; maker: string }[] = []
  readonly #wipes = new Map<string, number>()

  wipesOf(phone: string): number {
    return this.#wipes.get(phone) ?? 0
  }

  /** All that a phone holds goes. */
  wipe(phone: string): void {
    this.#wipes.set(phone, this.wipesOf(phone) + 1)
    for (const tap of this.taps) if (tap.phone === phone) tap.isWiped = true
  }
}
