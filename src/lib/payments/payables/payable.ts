import type { Clock } from '#contract/ports.ts'
import type { AttemptRow } from '#db/attempts.ts'
import type { LarderDatabase } from '#db/database.ts'
import type { Api } from '#lib/api/client.ts'

/** The ports for reading. */
type ReadPorts = { db: LarderDatabase; api: Api; clock: Clock }

/** The ports for saving. */
type SavePorts = { db: LarderDatabase; clock: Clock }

/**
 * What is paid for, from the point of view of attempts (attempt.ts): one object for each kind of payable. `S` is the payable in the server's answer. `post` and
 * `read` throw AppError.
 */
export type Payable<R extends AttemptRow, S> = {
  /** Fetches the server's newest version. */
  read(ports: ReadPorts, row: R): Promise<S>
  /** Whether it shows that the attempt took effect, or that the outcome no longer matters. */
  isDone(row: R, subject: S): boolean
  /** Whether it looks as if the attempt took effect, where nothing more can be learned (an API with neither keys nor withdrawal). */
  seemsDone?(row: R, subject: S): boolean
  /** Makes exactly the attempt's call, the same each time. `secret` is the part of its body that is never stored. */
  post(api: Api, row: R, secret: unknown): Promise<S>
  /** Whether the row has everything that `post` needs. */
  canRepeat(row: R): boolean
  /** The tables that `save` writes, besides the attempts. */
  tables(db: LarderDatabase): string[]
  /** Saves the server's newest version. For use inside a transaction over `tables`. */
  save(ports: SavePorts, row: R, subject: S): Promise<void>
}
