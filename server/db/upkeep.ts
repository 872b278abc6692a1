import { DatabaseAwayError, type DatabaseNews, type Row } from './database.ts'
import type { Statement } from './transaction.ts'

/** Like PostgreSQL's autovacuum: a table is due when this many of its rows have changed, and this share of them. */
const minChangedRows = 200
const changedPart = 0.2

const changedTable = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i

type UpkeepPorts = {
  /** VACUUM for an engine that nobody else maintains; ANALYZE for a server, which vacuums on its own. */
  command: 'VACUUM ANALYZE' | 'ANALYZE'
  /** Runs one statement outside any transaction. */
  query(sql: string): Promise<Row[]>
  tell(news: DatabaseNews): void
}

/**
 * Analyzes tables as they grow. Prepared statements keep the plan that was made for an empty table, where any index looks as good as any other, until the table
 * is analyzed: each payment would then read all payments of its restaurant.
 */
export class Upkeep {
  readonly #ports: UpkeepPorts
  readonly #tables = new Map<string, { changes: number; due: number }>()

  constructor(ports: UpkeepPorts) {
    this.#ports = ports
  }

  /** Counts the changes of all sent statements. Due work starts without anybody waiting for it. */
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
      // It becomes due again after as many changes, and callers that need the database will report that it is away.
      if (!(error instanceof DatabaseAwayError))
        tell({
          event: 'upkeep_failed',
          detail: `${name}: ${error instanceof Error ? error.message : String(error)}`,
        })
    }
  }
}
