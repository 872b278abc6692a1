import type { LarderDatabase } from '#db/database.ts'
import type { OutboxRow } from '#db/outbox.ts'
import type { Api } from '#lib/api/client.ts'

/** What sending a change needs. `timeOfDay` is the location's own, `h:mma`. */
type SendPorts = { db: LarderDatabase; api: Api; now(): number; timeOfDay(): string }

/** How changes of one family are sent, and what their answers mean: `ticketSender` and `userSender`. */
export type ChangeSender<Op extends OutboxRow = OutboxRow> = {
  /** The message when a change has waited for too long (durable-changes.ts), where the standard one does not say enough. */
  tooLate?: string[]
  owns(op: OutboxRow): boolean
  /** Changes with the same name depend on each other: the first that must wait holds up the later ones. */
  streamOf(op: Op): string
  /** Sends a change and saves its answer with the acknowledgement, in one transaction. Throws AppError, or OrphanedChangeError. */
  send(ports: SendPorts, op: Op): Promise<void>
  /** Removes the change for good; the reason is kept to be read. */
  refuse(db: LarderDatabase, op: Op, messages: string[], now: number): Promise<void>
  /** What it was about no longer exists (404 `not_found`). */
  drop(db: LarderDatabase, op: Op, messages: string[], now: number): Promise<void>
  /** A better message for a refusal than the server's; undefined where there is none. */
  wordsFor?(code: string | undefined): string[] | undefined
}

/** The sender of any family. */
export type AnyChangeSender = ChangeSender

/** What a change was about is gone: its ticket was never created, or its line was removed. */
export class OrphanedChangeError extends Error {
  override name = 'OrphanedChangeError'
}
