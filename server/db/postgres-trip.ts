import type { Connection, FieldDef, PoolClient, Submittable } from 'pg'
import type { Row } from './database.ts'
import { Packet } from './postgres-packet.ts'
import type { Statement } from './transaction.ts'

/** Makes a value of a column's text. */
type Parser = (text: string) => unknown
/** Gives the parser of a type by its id. */
export type ParserOf = (typeId: number) => Parser

type Column = { name: string; parse: Parser }
/** A statement that a connection knows by a name, and what its rows look like: undefined until it has said so. */
type Known = { name: string; columns: readonly Column[] | undefined }

/** More texts than the server's own code has are made anew for each call: preparing those would only take room. */
const mostPrepared = 1000

/** What one connection has prepared: the server parses and plans a statement once, and says once what its rows look like. */
export class PreparedStatements {
  readonly #known = new Map<string, Known>()
  #toForget: string[] = []
  #count = 0

  get(sql: string): Known | undefined {
    return this.#known.get(sql)
  }

  /** A new statement, by a name of its own while there is room for more. */
  add(sql: string): Known {
    if (this.#known.size >= mostPrepared) return { name: '', columns: undefined }
    const added = { name: `larder_${this.#count++}`, columns: undefined }
    this.#known.set(sql, added)
    return added
  }

  /** Whether the server has parsed it is not known: it is forgotten there, too, with the next trip. */
  drop(sql: string): void {
    const name = this.#known.get(sql)?.name
    if (name === undefined) return
    this.#known.delete(sql)
    this.#toForget.push(name)
  }

  /** Another version's start has changed a table: what was prepared for the old one is refused. */
  dropAll(): void {
    for (const sql of this.#known.keys()) this.drop(sql)
  }

  /** The names that the server is to forget, once. */
  takeForgotten(): readonly string[] {
    const names = this.#toForget
    this.#toForget = []
    return names
  }
}

/**
 * Statements that go to the server in one packet and are answered in one. The driver's own queries ask for an answer to each, and for the columns of each
 * every time: that was a third of what a payment took of this process, and woke it for every statement.
 */
class Trip implements Submittable {
  readonly #statements: readonly Statement[]
  readonly #prepared: PreparedStatements
  readonly #parserOf: ParserOf
  readonly #settle: { resolve(results: Row[][]): void; reject(error: unknown): void }
  #sent: Known[] = []
  /** Parsed by this trip, if it gets so far. */
  #added: string[] = []
  #results: Row[][] = []
  #rows: Row[] = []
  #broken: { reason: unknown } | undefined

  constructor(
    statements: readonly Statement[],
    prepared: PreparedStatements,
    parserOf: ParserOf,
    settle: { resolve(results: Row[][]): void; reject(error: unknown): void },
  ) {
    this.#statements = statements
    this.#prepared = prepared
    this.#parserOf = parserOf
    this.#settle = settle
  }

  /** By the driver, when the trips before it are over. An error that it gives is handed to `handleError`. */
  submit(connection: Connection): Error | null {
    const { stream } = connection
    try {
      const packet = this.#packed()
      if (stream.writable) stream.write(packet)
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  #packed(): Buffer {
    const packet = new Packet()
    for (const name of this.#prepared.takeForgotten()) packet.forget(name)
    for (const { sql, params } of this.#statements) {
      const known = this.#prepared.get(sql)
      const statement = known ?? this.#prepared.add(sql)
      if (known === undefined) {
        if (statement.name !== '') this.#added.push(sql)
        packet.parse(statement.name, sql)
      }
      packet.bind(statement.name, params)
      if (known === undefined) packet.describe()
      packet.execute()
      this.#sent.push(statement)
    }
    return packet.closed()
  }

  /** Of the statement whose rows come next; once in its life. */
  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }))
    this.#sent[this.#results.length]!.columns = columns
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { columns = [] } = this.#sent[this.#results.length]!
    const row: Row = {}
    try {
      for (let at = 0; at < columns.length; at++) {
        const { name, parse } = columns[at]!
        const text = fields[at] ?? null
        row[name] = text === null ? null : parse(text)
      }
    } catch (reason) {
      this.#broken ??= { reason }
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleReadyForQuery(): void {
    if (this.#broken) this.#settle.reject(this.#broken.reason)
    else this.#settle.resolve(this.#results)
  }

  /** The server skips the rest, and the driver waits for its end before it sends another trip. */
  handleError(error: unknown): void {
    for (const sql of this.#added) this.#prepared.drop(sql)
    this.#settle.reject(error)
  }
}

/** Runs statements one after the other in one round trip; gives the rows of each. Rejects with what the first of them that fails says; the rest is not run. */
export const sendTrip = (
  client: PoolClient,
  statements: readonly Statement[],
  prepared: PreparedStatements,
  parserOf: ParserOf,
): Promise<Row[][]> =>
  new Promise((resolve, reject) => {
    client.query(new Trip(statements, prepared, parserOf, { resolve, reject }))
  })
