import type { TicketChange } from '#db/outbox.ts'
import type { People } from './people.ts'

/** What was tapped and what was said of it, kept beside the product's own code. */

export type Tap = {
  opId: string
  change: TicketChange | { kind: 'user.update' }
  phone: string
  /** Whose it is: an address, or `guest`. */
  maker: string
  atMs: number
  /** Tells its line from every other in the session; of lines alone. */
  marker?: string
  /** What it was written down in was wiped, with its person's knowledge or by the browser. */
  isWiped: boolean
}

/** Somebody tapped I'M HERE. However often they do, one change is written down. */
export type CheckInTap = Pick<Tap, 'phone' | 'maker' | 'atMs' | 'isWiped'> & { ticketId: string }

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
  /** Refusals that their person has read and put away, and changes that they took back before those left the device: ids of changes. */
  readonly read = new Set<string>()
  readonly takenBack = new Set<string>()
  /** Members whom the restaurant has signed out, and phones whose clock went on by more than what they leave is kept for. */
  readonly signedOut = new Set<string>()
  readonly overdue = new Set<string>()
  /** Everybody has gone for longer than anything is held for them. */
  isLeft = false
  readonly checkIns: CheckInTap[] = []
  readonly #members = new Map<string, { email: string; atMs: number }>()
  readonly #wipes = new Map<string, number>()
  readonly #signedIn = new Map<string, number>()

  /**
   * Somebody signs in on a phone, or tries to. What a member before them has left there, signed out by the restaurant and not by themselves, goes: with it what
   * they had tapped as a guest before. Gives what is to be called when that member turns out to be signed in, so that nothing of theirs goes.
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
      // It went some other way meanwhile.
      if (lost() !== lostBefore) return
      for (const tap of letGo) tap.isWiped = false
      if (this.#members.get(phone) === mine) this.#members.set(phone, before)
    }
  }

  /** They are signed in. */
  hasSignedIn(phone: string, email: string, atMs: number): void {
    const name = `${phone} ${email}`
    this.#signedIn.set(name, (this.#signedIn.get(name) ?? 0) + 1)
    this.signsIn(phone, email, atMs)
  }

  wipesOf(phone: string): number {
    return this.#wipes.get(phone) ?? 0
  }

  /** All that a phone holds goes. */
  wipe(phone: string): void {
    this.#wipes.set(phone, this.wipesOf(phone) + 1)
    for (const tap of [...this.taps, ...this.checkIns]) if (tap.phone === phone) tap.isWiped = true
  }
}

/** What a session is played with: who is there, what was tapped and shown, and the dishes that were had. */
export type Stage = { book: Book; people: People; used: Set<string> }
