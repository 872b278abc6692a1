import type { Clock } from '#contract/ports.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { holderUntil } from '#server/db/leases.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { lockTicket, updateTicketRow } from '#server/modules/tickets/repository.ts'
import type { SlotTables } from '#server/modules/tickets/slots.ts'
import { isPlaced, type Ticket } from '#server/modules/tickets/ticket.ts'
import { ticketOrderOf } from '#server/modules/tickets/view.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'
import { WorkLoop } from '#server/plugins/work-loop.ts'
import type { KitchenSystem } from '#server/ports/kitchen/kitchen.ts'
import { errorName, type Log } from '#server/ports/log.ts'
import { isDue, type KitchenIntake } from './placing.ts'

export type QueuePorts = {
  database: Database
  directory: MerchantDirectory
  clock: Clock
  slots: SlotTables
  system: KitchenSystem
  log: Log
  /** Called when orders have moved. */
  moved(): void
}

/** Longer than a kitchen's system may take; after that the order is handed on again. */
const leaseMs = 60_000

/**
 * Moves `Queued` orders into the kitchen: those for later when their time has come, those that came while it was away when it is back. It runs after each
 * order, at start and every minute, one round at a time; of several processes each takes what no other has claimed.
 */
export class KitchenQueue implements KitchenIntake {
  readonly takesAtOnce: boolean
  readonly #ports: QueuePorts
  readonly #loop: WorkLoop

  constructor(ports: QueuePorts) {
    this.#ports = ports
    this.takesAtOnce = ports.system.kind === 'embedded'
    this.#loop = new WorkLoop({ log: ports.log, failed: 'kitchen_failed', work: () => this.#round() })
  }

  wake(): void {
    this.#ports.moved()
    // Nothing to hand on: the staff's own page already shows the order.
    if (!this.takesAtOnce) void this.run()
  }

  /** Starts a round, or another one after the current. Resolves when everything due is done. */
  run(): Promise<void> {
    return this.#loop.wake()
  }

  /** Stops after the current work. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** False, so that it is not repeated: one round does all that is due. */
  async #round(): Promise<false> {
    const { directory, log } = this.#ports
    await runSequentially(directory.list(), {
      log,
      failed: 'kitchen_failed',
      nameOf: ({ label }) => label,
      work: (merchant) => this.#submitDue(merchant),
    })
    return false
  }

  async #submitDue(merchant: Merchant): Promise<void> {
    await runSequentially(await listDue(this.#ports.database, merchant, this.#ports), {
      log: this.#ports.log,
      failed: 'kitchen_failed',
      nameOf: () => merchant.label,
      work: async (id) => {
        if (!this.#loop.isStopped) await this.#submit(merchant, id)
      },
    })
  }

  async #submit(merchant: Merchant, id: string): Promise<void> {
    const { database, clock, system, log, moved } = this.#ports
    if (system.kind === 'embedded')
      await database.transaction((tx) => submitQueued(tx, merchant, id, clock.now()))
    else {
      const ticket = await database.transaction((tx) => takeQueued(tx, merchant, id, clock.now()))
      if (!ticket) return
      try {
        await system.send(merchant.locationId, ticketOrderOf(merchant, ticket, clock.now()))
      } catch (error) {
        log({
          level: 'error',
          event: 'kitchen_failed',
          detail: 'send',
          error: errorName(error),
        })
        await database.transaction(async (tx) => putBack(tx, merchant, id))
        return
      }
      await database.transaction(async (tx) => {
        await submitQueued(tx, merchant, id, clock.now())
        putBack(tx, merchant, id)
      })
    }
    moved()
  }
}

/** The queued orders of a location that should be in the kitchen `slackMs` from now, the oldest first; none while it is switched off. */
export async function listDue(
  database: Queryable,
  merchant: Merchant,
  { clock, slots }: Pick<QueuePorts, 'clock' | 'slots'>,
  slackMs = 0,
): Promise<string[]> {
  const nowMs = clock.now()
  const rows = await database.query<{ id: string; ready_date: string | null; ready_time: string | null }>(
    `SELECT t.id, t.ready_date, t.ready_time FROM tickets t LEFT JOIN kitchens k ON k.location_id = t.location_id
     WHERE t.location_id = $1 AND t.status = 'Queued' AND t.kitchen_locked_until <= $2 AND coalesce(k.is_on, true) ORDER BY t.touched_at, t.id`,
    [merchant.locationId, nowMs],
  )
  return rows
    .filter((row) =>
      isDue(
        merchant,
        { readyDate: row.ready_date ?? undefined, readyTime: row.ready_time ?? undefined },
        slots,
        nowMs + slackMs,
      ),
    )
    .map((row) => row.id)
}

/** Moves a queued order into the kitchen. An order that has moved on meanwhile stays where it is. */
export async function submitQueued(
  tx: Transaction,
  merchant: Merchant,
  id: string,
  nowMs: number,
): Promise<void> {
  const ticket = await findQueued(tx, merchant, id)
  if (ticket) updateTicketRow(tx, { ...ticket, status: 'Submitted', touchedAt: nowMs })
}

/** Claims a queued order for handing it on; undefined when another process has it. */
async function takeQueued(
  tx: Transaction,
  merchant: Merchant,
  id: string,
  nowMs: number,
): Promise<Ticket | undefined> {
  const ticket = await findQueued(tx, merchant, id)
  const taken = await tx.query(
    `UPDATE tickets SET kitchen_locked_until = $3, kitchen_locked_by = $5
     WHERE location_id = $1 AND id = $2 AND kitchen_locked_until <= $4 RETURNING 1 AS taken`,
    [merchant.locationId, id, nowMs + leaseMs, nowMs, holderUntil(tx, nowMs + leaseMs)],
  )
  return taken.length > 0 ? ticket : undefined
}

/** Releases what `takeQueued` claimed. */
const putBack = (tx: Transaction, { locationId }: Merchant, id: string): void =>
  tx.later(
    'UPDATE tickets SET kitchen_locked_until = 0, kitchen_locked_by = NULL WHERE location_id = $1 AND id = $2',
    [locationId, id],
  )

async function findQueued(
  tx: Transaction,
  { locationId }: Merchant,
  id: string,
): Promise<Ticket | undefined> {
  const ticket = await lockTicket(tx, locationId, id)
  return ticket && isPlaced(ticket) && ticket.status === 'Queued' ? ticket : undefined
}
