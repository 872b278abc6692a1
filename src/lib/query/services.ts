import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Contact } from '#contract/rules/contact.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction, UserUpdateBody } from '#contract/schemas/user.ts'
import type { Vehicle } from '#contract/rules/check-in.ts'
import type { PlacedOrderRow } from '#db/placed-orders.ts'
import type { LarderDatabase } from '#db/database.ts'
import type { WatchedTicket } from '#db/observe.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { Offer } from '#db/offers.ts'
import type { Discarded } from '#db/waiting.ts'
import type { Api } from '#lib/api/client.ts'
import type { Session } from '#lib/session/session.ts'
import type { AttemptPorts } from '#lib/payments/attempt.ts'
import type { Aged } from './device-backed.ts'
import type { AgedUser } from './aged-user.ts'

/** The part of the portal that is not on the launch path: the device's store, the API, the sender. It arrives after the first paint. */
export type Services = {
  /** See read-location.ts. */
  readLocation(show: (copy: Aged<LocationCopy>) => void): Promise<Aged<LocationCopy>>
  /** See read-book.ts. */
  readBook(mode: MenuMode, show: (copy: Aged<MenuBook>) => void): Promise<Aged<MenuBook>>
  session: SessionServices
  notifications: NotificationServices
  /** The signed-in user with their edits that wait to be sent: see read-account.ts. Rejects for a guest. */
  readUser(show: (copy: AgedUser) => void): Promise<AgedUser>
  /** The user's transactions, newest first. Rejects for a guest. */
  readTransactions(show: (copy: Aged<Transaction[]>) => void): Promise<Aged<Transaction[]>>
  /** The user's gift cards, those with nothing on them, too. Rejects for a guest. */
  readCards(show: (copy: Aged<Card[]>) => void): Promise<Aged<Card[]>>
  /**
   * Writes an edit of the account down and wakes the sender; answers with the change's id for `outcomeOf`. `editedFrom` is the ETag of the user
   * that the form was opened with; where it is left out, that of the device's copy.
   */
  saveUser(body: UserUpdateBody, editedFrom?: string): Promise<string>
  /** The user has read why an edit was refused. */
  dismissUserRefusal(): Promise<void>
  /** Calls back with the active ticket now, and after every change of it in any tab or in the worker. */
  observeTicket(listener: (watched: WatchedTicket | undefined) => void): void
  /**
   * Writes changes of the order down, all or none of them, and wakes the sender; answers with the first one's id. Rejects when the device cannot hold them.
   */
  record(change: TicketChange, ...others: TicketChange[]): Promise<string>
  /**
   * Writes the adding of a dish down as `record` does: as one more of the line that is the same dish, with the same choices, at the same price, where
   * there is one and it has room, else as a line of its own.
   */
  recordOneMore(change: TicketChange): Promise<string>
  /** What became of a recorded change by now: sent, refused with these words, or still waiting (no signal, or no answer within a few seconds). */
  outcomeOf(opId: string): Promise<ChangeOutcome>
  /** Takes back a change that has not left the device, and says what became of that. Rejects when the device cannot write it down. */
  discard(opId: string): Promise<Discarded>
  /** Writes changes down in the place of what an order offers to put on anew; nothing where that was taken already. Rejects when the device cannot hold them. */
  recordOffered(offer: Offer, changes: readonly TicketChange[]): Promise<void>
  /** The diner has read that these changes were refused. */
  dismissRefusals(draftId: string, opIds: readonly string[]): Promise<void>
  /** Keeps what is typed in the information step, as typed. */
  keepContact(draftId: string, contact: Partial<Contact>): Promise<void>
  /** The order that was placed last from this device, or undefined. */
  findLastPlaced(): Promise<PlacedOrderRow | undefined>
  /**
   * Asks the restaurant what has become of orders: of those placed, by their ids, of the active one where `active` says so, and of all that a member waits for
   * where `ofMember` does. What it answers is kept, where every screen hears of it. Rejects where an answer is missing.
   */
  followOrders(orders: { placed: readonly string[]; active: boolean; ofMember: boolean }): Promise<void>
  /** Tells no more of a placed order on every screen, until it stands elsewhere than at `status`. */
  dismissOrder(ticketId: string, status: string): Promise<void>
  /** Writes down that the guest of an order is here, with the time of the tap, and wakes the sender. Rejects when the device cannot hold it. */
  checkIn(ticketId: string, vehicle: Vehicle): Promise<void>
  /**
   * Extension `order_events`: hears that something became of an order. Only that: what it was is read as ever. `onPassing` tells whether events
   * come through at all. Answers with what ends it.
   */
  watchOrder(
    ticketId: string,
    listener: { onNews: () => void; onPassing: (passing: boolean) => void },
  ): () => void
  db: LarderDatabase
  api: Api
  clock: Clock
  ids: Ids
  locationId: string
  /** `guest`, or the id of who is signed in. */
  principal(): string
  /** True when the browser gave no durable store: everything works, and nothing outlives the tab. */
  storeIsMemory: boolean
  attempts: AttemptPorts
  /** Holds the payment's lock, under which no tab signs out, over paying and placing. */
  whilePaying<T>(pay: () => Promise<T>): Promise<T>
  /** Sends what waits; resolves when nothing can be sent now. `left` counts what still waits. */
  flush(): Promise<{ left: number }>
  /** Tells the log of a call that failed outside of the API, such as one of the card provider's. */
  noteFailure(failure: { what: string; message: string }): void
  /** Keeps the pictures of a menu for when there is no network. */
  keepPictures(urls: string[]): void
}

/** Whether this device is told of an order with the page closed: it cannot be, its person forbade it, it is not, it is. */
export type NotificationState = 'missing' | 'denied' | 'off' | 'on'

export type NotificationServices = {
  /** How it stands. Asks nobody for anything. */
  look(ticketId: string): Promise<NotificationState>
  /** In a tap: asks for the permission and tells the restaurant's server where to send. Throws AppError. */
  turnOn(ticketId: string): Promise<NotificationState>
  /** Tells this device no more of the order. Throws AppError. */
  turnOff(ticketId: string): Promise<void>
}

/** How somebody signs in. */
export type Credentials = Parameters<Session['signIn']>[0]

export type SessionServices = {
  /**
   * Signs in, fetches the user, takes the guest's order over. Throws AppError with the server's words, or with the code `signed_in_meanwhile` where another
   * member is signed in by then, in another tab, and would lose something by it.
   */
  signIn(credentials: Credentials): Promise<void>
  /** Looks at who is signed in by now, in whichever tab. */
  lookAgain(): Promise<void>
  /** Changes of the signed-in user that the server has not acknowledged, and payments whose outcome is not known; each by its id. */
  listUnsent(): Promise<readonly string[]>
  /** The dishes of their order that the restaurant has and that is not placed. */
  countUnplaced(): Promise<number>
  /** Tries to send them now; answers what is left. */
  sendUnsent(): Promise<readonly string[]>
  /** True while a payment is being made in any tab. */
  isPaying(): Promise<boolean>
  /**
   * Wipes everything personal from every store, tells the other tabs, and ends the session on the server now or when there is a network. Waits
   * for a payment in flight. False, and nothing done, where anything would be lost by then that is not among `losing`.
   */
  signOut(losing: readonly string[] | 'anything'): Promise<boolean>
}

export type ChangeOutcome =
  | { state: 'sent' }
  | { state: 'waiting' }
  | { state: 'refused'; messages: string[] }

/** The services, loaded once on first use. */
export type LoadServices = () => Promise<Services>

/** What reading the server's data needs. */
export type ReadPorts = Pick<Services, 'db' | 'api' | 'clock' | 'locationId'>
