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
import type { MemoryReason } from '#db/store-failure.ts'
import type { Discarded } from '#db/waiting.ts'
import type { Api } from '#lib/api/client.ts'
import type { Session } from '#lib/session/session.ts'
import type { AttemptPorts } from '#lib/payments/attempt.ts'
import type { Aged } from './device-backed.ts'
import type { AgedUser } from './aged-user.ts'

/** The part of the portal that a launch does not need: the device's store, the API, the sender. It loads after the first paint. */
export type Services = {
  /** See read-location.ts. */
  readLocation(show: (copy: Aged<LocationCopy>) => void): Promise<Aged<LocationCopy>>
  /** See read-book.ts. */
  readBook(mode: MenuMode, show: (copy: Aged<MenuBook>) => void): Promise<Aged<MenuBook>>
  session: SessionServices
  notifications: NotificationServices
  /** The signed-in user with their pending edits: see read-account.ts. Rejects for a guest. */
  readUser(show: (copy: AgedUser) => void): Promise<AgedUser>
  /** The user's transactions, newest first. Rejects for a guest. */
  readTransactions(show: (copy: Aged<Transaction[]>) => void): Promise<Aged<Transaction[]>>
  /** The user's gift cards, including empty ones. Rejects for a guest. */
  readCards(show: (copy: Aged<Card[]>) => void): Promise<Aged<Card[]>>
  /**
   * Saves an edit of the account and wakes the sender; returns the change's id for `outcomeOf`. `editedFrom` is the ETag of the user that the form was opened
   * with; if left out, that of the device's copy.
   */
  saveUser(body: UserUpdateBody, editedFrom?: string): Promise<string>
  /** The user has read why an edit was refused. */
  dismissUserRefusal(): Promise<void>
  /** Calls the listener with the active ticket now, and after every change of it in any tab or in the worker. */
  observeTicket(listener: (watched: WatchedTicket | undefined) => void): void
  /** Saves changes of the order, all or none of them, and wakes the sender; returns the first one's id. Rejects when the device cannot save them. */
  record(change: TicketChange, ...others: TicketChange[]): Promise<string>
  /**
   * Saves the adding of a dish as `record` does: as one more of an existing line with the same dish, choices and price, if there is one with room, otherwise as
   * a new line.
   */
  recordOneMore(change: TicketChange): Promise<string>
  /** The current outcome of a recorded change: sent, refused with these messages, or still waiting (no signal, or no answer within a few seconds). */
  outcomeOf(opId: string): Promise<ChangeOutcome>
  /** Takes back a change that has not left the device, and returns the result. Rejects when the device cannot save that. */
  discard(opId: string): Promise<Discarded>
  /**
   * Saves changes in place of the dishes that an order offers to add again; does nothing where the offer was already taken. Rejects when the device cannot save
   * them.
   */
  recordOffered(offer: Offer, changes: readonly TicketChange[]): Promise<void>
  /** The diner has read that these changes were refused. */
  dismissRefusals(draftId: string, opIds: readonly string[]): Promise<void>
  /** Saves what is typed in the information step, unchanged. */
  keepContact(draftId: string, contact: Partial<Contact>): Promise<void>
  /** The order that was last placed from this device, or undefined. */
  findLastPlaced(): Promise<PlacedOrderRow | undefined>
  /**
   * Asks the restaurant for the current state of orders: of placed ones, by their ids, of the active one if `active`, and of all that a member waits for if
   * `ofMember`. The answers are stored, which updates every screen. Rejects where an answer is missing.
   */
  followOrders(orders: { placed: readonly string[]; active: boolean; ofMember: boolean }): Promise<void>
  /** Stops showing a placed order on all screens, until its status is no longer `status`. */
  dismissOrder(ticketId: string, status: string): Promise<void>
  /** Saves that the guest of an order has arrived, with the time of the tap, and wakes the sender. Rejects when the device cannot save it. */
  checkIn(ticketId: string, vehicle: Vehicle): Promise<void>
  /**
   * Extension `order_events`: reports that an order has changed. Only that: the change itself is read as usual. `onPassing` tells whether events get through at
   * all. Returns a function that ends it.
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
  /** `guest`, or the id of the signed-in person. */
  principal(): string
  /** Resolves where the browser gives no durable store to this page, with the reason: everything works, but nothing is kept after the tab is closed. */
  inMemory: Promise<MemoryReason>
  attempts: AttemptPorts
  /** Holds the payment's lock, under which no tab can sign out, while paying and placing. */
  whilePaying<T>(pay: () => Promise<T>): Promise<T>
  /** Sends pending changes; resolves when nothing more can be sent now. `left` counts those that are still waiting. */
  flush(): Promise<{ left: number }>
  /** Logs a call that failed outside of the API, such as one to the card provider. */
  noteFailure(failure: { what: string; message: string }): void
  /** Stores the pictures of a menu for offline use. */
  keepPictures(urls: string[]): void
}

/**
 * Whether this device is notified about an order with the page closed: not possible, forbidden by the person, off, ended by the browser's push service, or on.
 */
export type NotificationState = 'missing' | 'denied' | 'off' | 'ended' | 'on'

export type NotificationServices = {
  /** The current state. Does not ask for any permission. */
  look(ticketId: string): Promise<NotificationState>
  /** Call it in a tap's handler: asks for the permission and tells the restaurant's server where to send. Throws AppError. */
  turnOn(ticketId: string): Promise<NotificationState>
  /** Stops notifications about the order on this device. Throws AppError. */
  turnOff(ticketId: string): Promise<void>
}

/** What somebody signs in with. */
export type Credentials = Parameters<Session['signIn']>[0]

export type SessionServices = {
  /**
   * Signs in, fetches the user, takes over the guest's order. Throws AppError with the server's message, or with the code `signed_in_meanwhile` where another
   * member has signed in in another tab meanwhile and would lose something.
   */
  signIn(credentials: Credentials): Promise<void>
  /** Checks who is signed in now, in any tab. */
  lookAgain(): Promise<void>
  /** The signed-in user's changes that the server has not acknowledged, and payments with an unknown outcome; each by its id. */
  listUnsent(): Promise<readonly string[]>
  /** The number of dishes of their order that the restaurant has and that is not placed. */
  countUnplaced(): Promise<number>
  /** Tries to send them now; returns those that are left. */
  sendUnsent(): Promise<readonly string[]>
  /** True while a payment is being made in any tab. */
  isPaying(): Promise<boolean>
  /**
   * Removes everything personal from every store, tells the other tabs, and ends the session on the server now or when there is a network. Waits for a payment
   * in progress. Returns false, and does nothing, if something would be lost that is not in `losing`.
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
