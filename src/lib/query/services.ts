import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Contact } from '#contract/rules/contact.ts'
import type { PlacedOrderRow } from '#db/placed-orders.ts'
import type { LarderDatabase } from '#db/database.ts'
import type { WatchedTicket } from '#db/observe.ts'
import type { Change } from '#db/outbox.ts'
import type { Api } from '#lib/api/client.ts'
import type { AttemptPorts } from '#lib/sync/attempts.ts'
import type { Aged } from './device-backed.ts'

/** The part of the portal that is not on the launch path: the device's store, the API, the sender. It arrives after the first paint. */
export type Services = {
  /** See read-location.ts. */
  readLocation(show: (copy: Aged<LocationCopy>) => void): Promise<Aged<LocationCopy>>
  /** See read-book.ts. */
  readBook(mode: MenuMode, show: (copy: Aged<MenuBook>) => void): Promise<Aged<MenuBook>>
  /** Calls back with the active ticket now, and after every change of it in any tab or in the worker. */
  observeTicket(hear: (watched: WatchedTicket | undefined) => void): void
  /** Writes a change of the order down and wakes the sender; answers with the change's id. Rejects when the device cannot hold it. */
  record(change: Change): Promise<string>
  /** What became of a recorded change by now: sent, refused with these words, or still waiting (no signal, or no answer within a few seconds). */
  outcomeOf(opId: string): Promise<ChangeOutcome>
  /** The diner has read what was refused. */
  dismissRefusals(draftId: string): Promise<void>
  /** Keeps what is typed in the information step, as typed. */
  keepContact(draftId: string, contact: Partial<Contact>): Promise<void>
  /** The order that was placed last from this device, or undefined. */
  findLastPlaced(): Promise<PlacedOrderRow | undefined>
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
  /** Sends what waits; resolves when nothing can be sent now. `left` counts what still waits. */
  flush(): Promise<{ left: number }>
  /** Keeps the pictures of a menu for when there is no network. */
  keepPictures(urls: string[]): void
}

export type ChangeOutcome = { state: 'sent' } | { state: 'waiting' } | { state: 'refused'; messages: string[] }

/** The services, loaded once on first use. */
export type LoadServices = () => Promise<Services>

/** What reading the server's data needs. */
export type ReadPorts = Pick<Services, 'db' | 'api' | 'clock' | 'locationId'>
