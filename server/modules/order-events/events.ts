import type { Clock } from '#contract/ports.ts'
import { isTerminal } from '#contract/rules/ticket.ts'
import type { TicketStatus } from '#contract/schemas/ticket-order.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { historyOf, statusAt, type Ticket, type TicketStep } from '#server/modules/tickets/ticket.ts'
import { stepView } from '#server/modules/tickets/view.ts'
import { errorName, type Log } from '#server/ports/log.ts'

/** What a listener learns of an order, without personal data. `touchedAt` (ms): a refund changes nothing else. */
type EventData = {
  status: TicketStatus
  history: TicketStep[]
  checkedInAt: number | undefined
  touchedAt: number
}

type Listener = {
  merchant: Merchant
  ticketId: string
  /** The network it listens from (`clientNetwork`). */
  network: string
  /** Receives the text of an event stream. */
  write(text: string): void
  /** The stream ends. */
  end(): void
}

/** The most streams per process; clients beyond it poll instead, as the portal does without events. */
const maxListeners = 5000
/** An office that orders together stays far below; it keeps one client from taking what others need. */
export const maxPerNetwork = 100
/** All devices and tabs of the order's guest. */
export const maxPerTicket = 10

type Row = {
  location_id: string
  id: string
  status: TicketStatus
  name: string
  touched_at: number
  checked_in_at: number | null
  history: TicketStep[]
}

/**
 * Extension `order_events`: tells listeners what becomes of orders. Each process polls the rows of its own listeners' orders, in one query every two seconds
 * and whenever it moves one itself, so that it does not matter which process moves an order.
 */
export class OrderEvents {
  readonly #ports: { database: Database; clock: Clock; log: Log }
  readonly #listeners = new Map<Listener, string>()
  #looking: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(ports: { database: Database; clock: Clock; log: Log }) {
    this.#ports = ports
  }

  get isFull(): boolean {
    return this.#closed || this.#listeners.size >= maxListeners
  }

  /** Whether one network, or one order, has reached its limit of streams. */
  isCrowded({ merchant, ticketId, network }: Pick<Listener, 'merchant' | 'ticketId' | 'network'>): boolean {
    let [ofNetwork, ofTicket] = [0, 0]
    for (const one of this.#listeners.keys()) {
      if (one.network === network) ofNetwork++
      if (one.ticketId === ticketId && one.merchant.locationId === merchant.locationId) ofTicket++
    }
    return ofNetwork >= maxPerNetwork || ofTicket >= maxPerTicket
  }

  /** The number of listeners. */
  get size(): number {
    return this.#listeners.size
  }

  /** Sends the ticket's current state, and from then on its changes. Returns a function that stops it. */
  listen(listener: Listener, ticket: Ticket): () => void {
    this.#listeners.set(listener, '')
    this.#tell(listener, {
      status: statusAt(ticket, this.#ports.clock.now()),
      history: historyOf(ticket),
      checkedInAt: ticket.checkedInAt,
      touchedAt: ticket.touchedAt,
    })
    return () => void this.#listeners.delete(listener)
  }

  /** Checks every order that has listeners. Never throws. */
  look(): Promise<void> {
    if (this.#listeners.size === 0) return Promise.resolve()
    this.#again = true
    this.#looking ??= this.#looks()
    return this.#looking
  }

  /** Sends each a comment, so that nothing in between takes the silence for a dead connection. */
  beat(): void {
    for (const listener of this.#listeners.keys()) listener.write(': still here\n\n')
  }

  /** Ends every stream and the check that is running. */
  async close(): Promise<void> {
    this.#closed = true
    const listeners = [...this.#listeners.keys()]
    this.#listeners.clear()
    for (const listener of listeners) listener.end()
    await this.#looking
  }

  async #looks(): Promise<void> {
    try {
      while (this.#again && !this.#closed) {
        this.#again = false
        await this.#lookOnce()
      }
    } catch (error) {
      // The database is away: the next check sends what was missed.
      this.#ports.log({
        level: 'error',
        event: 'order_events_failed',
        error: errorName(error),
      })
    } finally {
      this.#looking = undefined
    }
  }

  async #lookOnce(): Promise<void> {
    const listeners = [...this.#listeners.keys()]
    const each = (of: (listener: Listener) => string): string => [...new Set(listeners.map(of))].join()
    const rows = await this.#ports.database.query<Row>(
      `SELECT location_id, id, status, name, touched_at, checked_in_at, history FROM tickets
       WHERE location_id = ANY (string_to_array($1, ',')) AND id = ANY (string_to_array($2, ','))`,
      [each(({ merchant }) => merchant.locationId), each(({ ticketId }) => ticketId)],
    )
    const found = new Map(rows.map((row) => [`${row.location_id}/${row.id}`, row]))
    for (const listener of listeners) {
      const row = found.get(`${listener.merchant.locationId}/${listener.ticketId}`)
      if (row) this.#tell(listener, eventDataOf(row))
    }
  }

  #tell(listener: Listener, told: EventData): void {
    const last = this.#listeners.get(listener)
    // Compared as a row: most checks find nothing new, and formatting times costs more than all the rest.
    const mark = JSON.stringify(told)
    if (last === undefined || last === mark) return
    this.#listeners.set(listener, mark)
    const { status, history, checkedInAt } = told
    const timeZone = listener.merchant.location.time_zone
    const data = JSON.stringify({
      status,
      history: history.map((step) => stepView(step, timeZone)),
      recipient_checked_in: checkedInAt !== undefined,
    })
    listener.write(`event: ticket\ndata: ${data}\n\n`)
    if (!isTerminal(status)) return
    this.#listeners.delete(listener)
    listener.end()
  }
}

const eventDataOf = (row: Row): EventData => ({
  touchedAt: row.touched_at,
  status: row.status,
  history: historyOf({ name: row.name, status: row.status, touchedAt: row.touched_at, history: row.history }),
  checkedInAt: row.checked_in_at ?? undefined,
})
