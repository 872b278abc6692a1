import type { LarderDatabase } from '#db/database.ts'
import type { OutboxRow } from '#db/outbox.ts'
import type { Api } from '#lib/api/client.ts'

/** What sending a change needs to know. `timeOfDay` is the location's own, `h:mma`. */
type SendPorts = { db: LarderDatabase; api: Api; now(): number; timeOfDay(): string }

/** How changes of one family are sent, and what their answers mean: `ticketSender` and `userSender`. */
export type ChangeSender<Op extends OutboxRow = OutboxRow> = {
  /** What is said when a change has waited for too long (durable-changes.ts), where there is more to say than that. */
  tooLate?: string[]
  owns(op: OutboxRow): boolean
  /** Changes with the same name stand on each other: the first that must wait holds up the later ones. */
  streamOf(op: Op): string
  /** Sends a change and saves its answer with the acknowledgement, in one transaction. Throws AppError, or OrphanedChangeError. */
  send(ports: SendPorts, op: Op): Promise<void>
  /** The change goes for good, and why stays to be read. */
  refuse(db: LarderDatabase, op: Op, messages: string[], now: number): Promise<void>
  /** What it was about is not there any more (404 `not_found`). */
  drop(db: LarderDatabase, op: Op, messages: string[], now: number): Promise<void>
  /** Words for a refusal that are better than the server's; undefined where they are not. */
  wordsFor?(code: string | undefined): string[] | undefined
}

/** A sender of some family. */
export type AnyChangeSender = ChangeSender

/** A change that has lost what it was about: its ticket was never created, or its line is gone. */
export class OrphanedChangeError extends Error {
  override name = 'OrphanedChangeError'
}
