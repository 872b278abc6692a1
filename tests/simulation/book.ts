import type { TicketChange } from '#db/outbox.ts'
import type { People } from './people.ts'

/** A record of what was tapped and what the screens said, kept independently of the product's own code. */

export type Tap = {
  opId: string
  change: TicketChange | { kind: 'user.update' }
  phone: string
  /** The tap's owner: an email address, or `guest`. */
  maker: string
  atMs: number
  /** What distinguishes its line from every other in the session; only on taps that add or change a line. */
  marker?: string
  /** The device lost what was written down for this tap, with its owner's consent or because the browser cleared it. */
  isWiped: boolean
}

/** Somebody tapped I'M HERE. However often they tap, only one change is written down. */
export type CheckInTap = Pick<Tap, 'phone' | 'maker' | 'atMs' | 'isWiped'> & { ticketId: string }

/** Somebody tapped something that moves money, seeing this amount. */
export type PayTap = {
  phone: string
  serverId: string
  cents: number
  atMs: number
  what: string
  said?: string
}

/** Staff tapped a refund of this amount, seeing that `leftCents` of the order had not been refunded. `answers`: the status of each answer that arrived. */
export type RefundTap = {
  key: string
  ticketId: string
  cents: number
  leftCents: number
  answers: number[]
}

/** Staff tapped a refund of an order of gift cards, seeing this amount. */
export type CardRefundTap = Pick<RefundTap, 'key' | 'cents' | 'answers'> & { orderId: string }

/** A gift that somebody sends, and can follow: a member on every phone, a guest on their own. */
export type Gift = { orderId: string; by: 'email' | 'text'; maker: string; phone: string }

export class Book {
  readonly taps: Tap[] = []
  readonly payTaps: PayTap[] = []
  readonly refundTaps: RefundTap[] = []
  readonly cardRefundTaps: CardRefundTap[] = []
  /** Promo codes that were entered, and for which order, if that was with the restaurant by then. */
  readonly codes: { serverId: string | undefined; code: string }[] = []
  readonly gifts: Gift[] = []
  /** Taps that pass a card on, with the balance on the screen (cents). */
  readonly passes: { cardId: string; cents: number }[] = []
  /** Orders that the staff moved or canceled, or tried to. */
  readonly moved = new Set<string>()
  /** Orders that were shown to their guest as canceled. */
  readonly shownCancelled = new Set<string>()
  /** Ids of orders that were shown to their guest as placed. */
  readonly shownPlaced = new Set<string>()
  /** Errors that no screen has words for. */
  readonly unexpected: string[] = []
  /** Ids of changes: refusals that the guest has read and dismissed, and changes that the guest took back before they left the device. */
  readonly read = new Set<string>()
  readonly takenBack = new Set<string>()
  /** Members whom the restaurant has signed out, and phones whose clock moved forward by more than unsent changes are kept for. */
  readonly signedOut = new Set<string>()
  readonly overdue = new Set<string>()
  /** Everybody has been gone for longer than anything is held for them. */
  isLeft = false
  readonly checkIns: CheckInTap[] = []
  readonly #members = new Map<string, { email: string; atMs: number }>()
  readonly #wipes = new Map<string, number>()
  readonly #signedIn = new Map<string, number>()

  /**
   * Somebody signs in on a phone, or tries to. If a previous member was signed out there by the restaurant rather than by themselves, what they left is lost,
   * including what they had tapped as a guest before. Gives a function that undoes this, to call when it turns out that the previous member is still signed in.
   */
  signsIn(phone: string, email: string, atMs: number): () => void {
    const before = this.#members.get(phone)
    const mine = { email, atMs }
    this.#members.set(phone, mine)
    if (!before || before.email === email) return () => undefined
    const letGo = [...this.taps, ...this.checkIns].filter(
      (tap) =>
        !tap.isWiped &&
        tap.phone === phone &&
        (tap.maker === before.email || (tap.maker === 'guest' && tap.atMs <= before.atMs)),
    )
    for (const tap of letGo) tap.isWiped = true
    const lost = (): string => `${this.wipesOf(phone)} ${this.#signedIn.get(`${phone} ${email}`)}`
    const lostBefore = lost()
    return () => {
      // The data was lost in another way meanwhile.
      if (lost() !== lostBefore) return
      for (const tap of letGo) tap.isWiped = false
      if (this.#members.get(phone) === mine) this.#members.set(phone, before)
    }
  }

  /** The sign-in succeeded. */
  hasSignedIn(phone: string, email: string, atMs: number): void {
    const name = `${phone} ${email}`
    this.#signedIn.set(name, (this.#signedIn.get(name) ?? 0) + 1)
    this.signsIn(phone, email, atMs)
  }

  wipesOf(phone: string): number {
    return this.#wipes.get(phone) ?? 0
  }

  /** The phone loses everything it holds. */
  wipe(phone: string): void {
    this.#wipes.set(phone, this.wipesOf(phone) + 1)
    for (const tap of [...this.taps, ...this.checkIns]) if (tap.phone === phone) tap.isWiped = true
  }
}

/** What a session works with: its people, the record of what was tapped and shown, and the dishes used so far. */
export type Stage = { book: Book; people: People; used: Set<string> }
