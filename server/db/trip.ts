import type { Row } from './database.ts'
import { Packet } from './packet.ts'
import type { Statement } from './transaction.ts'

/** Makes a value of a column's text. */
type Parser = (text: string) => unknown
/** Gives the parser of a type by its id. */
export type ParserOf = (typeId: number) => Parser

type Column = { name: string; parse: Parser }
/** A statement that a connection knows by a name, and what its rows look like: undefined until it has said so. */
type Known = { name: string; columns: readonly Column[] | undefined }

/** More texts than the server's own code has are made anew for each call: preparing those would only take room. */
const maxPrepared = 1000

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
    if (this.#known.size >= maxPrepared) return { name: '', columns: undefined }
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

type Described = { name: string; dataTypeID: number }

/**
 * Statements that go to an engine in one packet and are answered in one. An answer to each of them, and the columns of each every time, were a third of what
 * a payment took of this process, and woke it for every statement.
 */
export class Trip {
  readonly #statements: readonly Statement[]
  readonly #prepared: PreparedStatements
  readonly #parserOf: ParserOf
  readonly #sent: Known[] = []
  /** Parsed by this trip, if it gets so far. */
  readonly #added: string[] = []
  readonly #results: Row[][] = []
  #rows: Row[] = []

  constructor(statements: readonly Statement[], prepared: PreparedStatements, parserOf: ParserOf) {
    this.#statements = statements
    this.#prepared = prepared
    this.#parserOf = parserOf
  }

  /** What is sent. To be made when the trips before it are over: what those have prepared is not prepared again. */
  packet(): Buffer {
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

  /** The columns of the statement whose rows come next; once in its life. */
  describe(fields: readonly Described[]): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }))
    this.#sent[this.#results.length]!.columns = columns
  }

  /** A row, as text. Throws what a parser does. */
  row(fields: readonly (string | null)[]): void {
    const { columns = [] } = this.#sent[this.#results.length]!
    const row: Row = {}
    for (let at = 0; at < columns.length; at++) {
      const { name, parse } = columns[at]!
      const text = fields[at] ?? null
      row[name] = text === null ? null : parse(text)
    }
    this.#rows.push(row)
  }

  /** A statement is done. */
  complete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
  }

  /** The rows of each statement, when all are done. */
  results(): Row[][] {
    return this.#results
  }

  /** One of them has failed, and the engine has skipped the rest. */
  fail(): void {
    for (const sql of this.#added) this.#prepared.drop(sql)
  }
}
