import type { Connection, FieldDef, PoolClient, Submittable } from 'pg'
import { type Row, TimedOutError } from './database.ts'
import type { Statement } from './transaction.ts'
import { type ParserOf, type PreparedStatements, Trip } from './trip.ts'

/** A trip as the driver's query interface: it is asked to write, and called with the answers. */
class PostgresTrip implements Submittable {
  readonly #trip: Trip
  readonly #resolve: (results: Row[][]) => void
  readonly #reject: (error: unknown) => void
  #broken: { reason: unknown } | undefined

  constructor(trip: Trip, resolve: (results: Row[][]) => void, reject: (error: unknown) => void) {
    this.#trip = trip
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Called when earlier trips are done. An error that it returns is passed to `handleError`. */
  submit({ stream }: Connection): Error | null {
    try {
      const packet = this.#trip.packet()
      if (stream.writable) stream.write(packet)
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#trip.describe(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#trip.row(fields)
    } catch (reason) {
      this.#broken ??= { reason }
    }
  }

  handleCommandComplete(): void {
    this.#trip.complete()
  }

  handleEmptyQuery(): void {
    this.#trip.complete()
  }

  handleReadyForQuery(): void {
    if (this.#broken) this.#reject(this.#broken.reason)
    else this.#resolve(this.#trip.results())
  }

  /** The driver waits for the end of this one before it sends another. */
  handleError(error: unknown): void {
    this.#trip.fail()
    this.#reject(error)
  }
}

/** Rejects with TimedOutError where `work` takes longer than `limitMs`. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOutError(`no answer for ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

type TripOptions = {
  prepared: PreparedStatements
  parserOf: ParserOf
  /** The time limit for its answer (ms). */
  limitMs: number
}

/**
 * Runs statements in order in one round trip; returns the rows of each. Rejects with the error of the first that fails; the rest is not run. Rejects with
 * TimedOutError if no answer comes in time: the driver's own limit needs a callback, which a trip does not have.
 */
export const sendTrip = (
  client: PoolClient,
  statements: readonly Statement[],
  { prepared, parserOf, limitMs }: TripOptions,
): Promise<Row[][]> =>
  withTimeout(
    limitMs,
    new Promise((resolve, reject) => {
      client.query(new PostgresTrip(new Trip(statements, prepared, parserOf), resolve, reject))
    }),
  )
