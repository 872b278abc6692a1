import type { Row } from './database.ts'
import { Packet } from './packet.ts'
import type { Statement } from './transaction.ts'

/** Parses a column's text. */
type Parser = (text: string) => unknown
/** The parser for a type id. */
export type ParserOf = (typeId: number) => Parser

type Column = { name: string; parse: Parser }
/** A named statement of a connection, and its columns: undefined until the server has described them. */
type Known = { name: string; columns: readonly Column[] | undefined }

/** More texts than the server's own code has are built anew for each call, and preparing them would only take memory. */
const maxPrepared = 1000

/** The prepared statements of one connection: the server parses and plans each only once, and describes its rows only once. */
export class PreparedStatements {
  readonly #known = new Map<string, Known>()
  #toForget: string[] = []
  #count = 0

  get(sql: string): Known | undefined {
    return this.#known.get(sql)
  }

  /** Adds a statement, named while there is room for more. */
  add(sql: string): Known {
    if (this.#known.size >= maxPrepared) return { name: '', columns: undefined }
    const added = { name: `larder_${this.#count++}`, columns: undefined }
    this.#known.set(sql, added)
    return added
  }

  /** The server may or may not have parsed it: the next trip closes it there, too. */
  drop(sql: string): void {
    const name = this.#known.get(sql)?.name
    if (name === undefined) return
    this.#known.delete(sql)
    this.#toForget.push(name)
  }

  /** A newer version has changed a table: statements prepared for the old one are refused. */
  dropAll(): void {
    for (const sql of this.#known.keys()) this.drop(sql)
  }

  /** The names that the server must close; each is returned once. */
  takeForgotten(): readonly string[] {
    const names = this.#toForget
    this.#toForget = []
    return names
  }
}

type Described = { name: string; dataTypeID: number }

/**
 * Statements that are sent to an engine in one packet and answered in one. Separate answers, with the columns each time, took a third of this process's time
 * for a payment, and woke it for every statement.
 */
export class Trip {
  readonly #statements: readonly Statement[]
  readonly #prepared: PreparedStatements
  readonly #parserOf: ParserOf
  readonly #sent: Known[] = []
  /** Parsed by this trip, if it gets that far. */
  readonly #added: string[] = []
  readonly #results: Row[][] = []
  #rows: Row[] = []

  constructor(statements: readonly Statement[], prepared: PreparedStatements, parserOf: ParserOf) {
    this.#statements = statements
    this.#prepared = prepared
    this.#parserOf = parserOf
  }

  /** The packet to send. Built only after earlier trips are done: what they have prepared is not prepared again. */
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

  /** The columns of the statement whose rows follow; only once per statement. */
  describe(fields: readonly Described[]): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }))
    this.#sent[this.#results.length]!.columns = columns
  }

  /** A row, as text. Throws a parser's errors. */
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
