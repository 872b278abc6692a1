import type { Clock } from '#contract/ports.ts'
import type { AttemptRow } from '#db/attempts.ts'
import type { LarderDatabase } from '#db/database.ts'
import type { Api } from '#lib/api/client.ts'

/** What reading needs. */
type ReadPorts = { db: LarderDatabase; api: Api; clock: Clock }

/** What saving needs. */
type SavePorts = { db: LarderDatabase; clock: Clock }

/**
 * What is paid, as the machine of attempts sees it (attempt.ts): one of these for each kind of payable. `S` is the payable as the server tells it. `post` and
 * `read` throw AppError.
 */
export type Payable<R extends AttemptRow, S> = {
  /** The server's newest word of it. */
  read(ports: ReadPorts, row: R): Promise<S>
  /** Whether it shows that the attempt took effect, or needs no more asking. */
  isDone(row: R, subject: S): boolean
  /** Whether it looks as if the attempt took effect, where nobody can say more of it (an API with neither keys nor withdrawal). */
  seemsDone?(row: R, subject: S): boolean
  /** The very call of the attempt, the same each time. `secret` is the part of its body that is written nowhere. */
  post(api: Api, row: R, secret: unknown): Promise<S>
  /** Whether the row holds all that `post` needs. */
  canRepeat(row: R): boolean
  /** The tables that `save` writes, beside the attempts. */
  tables(db: LarderDatabase): string[]
  /** Writes the server's newest word down. For use inside a transaction over `tables`. */
  save(ports: SavePorts, row: R, subject: S): Promise<void>
}
