import { DatabaseAwayError, type DatabaseNews, type Row } from './database.ts'
import type { Statement } from './transaction.ts'

/** As PostgreSQL's autovacuum has it: a table is looked after when so many of its rows have changed, and such a part of them. */
const minChangedRows = 200
const changedPart = 0.2

const changedTable = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i

type UpkeepPorts = {
  /** VACUUM for an engine that nobody else looks after; ANALYZE for a server, which vacuums by itself. */
  command: 'VACUUM ANALYZE' | 'ANALYZE'
  /** Runs one statement outside any transaction. */
  query(sql: string): Promise<Row[]>
  tell(news: DatabaseNews): void
}

/**
 * Has tables analyzed as they grow. Statements are prepared once, and go on with the plan that was made for an empty table, where any index looks as
 * good as any other, until the table is analyzed: each payment then reads all payments of its restaurant.
 */
export class Upkeep {
  readonly #ports: UpkeepPorts
  readonly #tables = new Map<string, { changes: number; due: number }>()

  constructor(ports: UpkeepPorts) {
    this.#ports = ports
  }

  /** To be told of all that is sent. What becomes due is begun, and nobody waits for it. */
  count(statements: readonly Statement[]): void {
    for (const { sql } of statements) {
      const name = changedTable.exec(sql)?.[1]
      if (name === undefined) continue
      const table = this.#tables.get(name) ?? { changes: 0, due: minChangedRows }
      this.#tables.set(name, table)
      table.changes += 1
      if (table.changes < table.due) continue
      table.changes = 0
      void this.#lookAfter(name, table)
    }
  }

  async #lookAfter(name: string, table: { due: number }): Promise<void> {
    const { command, query, tell } = this.#ports
    try {
      await query(`${command} ${name}`)
      const [found] = await query(`SELECT reltuples AS rows FROM pg_class WHERE oid = to_regclass('${name}')`)
      table.due = minChangedRows + Math.round(Number(found?.['rows'] ?? 0) * changedPart)
    } catch (error) {
      // It comes up again after as many changes, and that the database is away is told by whoever needs it.
      if (!(error instanceof DatabaseAwayError))
        tell({
          event: 'upkeep_failed',
          detail: `${name}: ${error instanceof Error ? error.message : String(error)}`,
        })
    }
  }
}
