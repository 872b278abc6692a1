import { type Database, DatabaseAwayError, type Queryable, type Row } from '#server/db/database.ts'

/**
 * Embedded engines that tests of this process have closed, emptied for reuse: starting another takes a second of processor
 * time, a quarter of the server's tests. An engine whose schema was changed, or that cannot be emptied, is ended.
 */
type EnginePool = { open(): Promise<Database> }

/** A test needs no more at a time; idle engines cost memory. */
const mostIdle = 3

type Engine = { database: Database; fresh: Fresh }

/** A pool of engines; `start` opens a new one with the migrated, empty schema. */
export function createEnginePool(start: () => Promise<Database>): EnginePool {
  const idle: Engine[] = []
  return {
    async open() {
      const engine = idle.pop() ?? (await started(start))
      return lend(engine, async () => {
        const isFit = idle.length < mostIdle && (await restore(engine))
        if (isFit) idle.push(engine)
        else await engine.database.close()
      })
    },
  }
}

async function started(start: () => Promise<Database>): Promise<Engine> {
  const database = await start()
  return { database, fresh: await lookAt(database) }
}

/** The engine as a separate database: once closed it refuses further calls, and it returns to the pool when earlier calls are answered. */
function lend({ database }: Engine, giveBack: () => Promise<void>): Database {
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing) throw new DatabaseAwayError('the embedded database is closed')
    const answer = work()
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }
  return {
    engine: database.engine,
    holder: database.holder,
    hasRoom: () => database.hasRoom(),
    keepHolder: () => whileOpen(() => database.keepHolder()),
    query: (sql, params) => whileOpen(() => database.query(sql, params)),
    script: (sql) => whileOpen(() => database.script(sql)),
    transaction: (work) => whileOpen(() => database.transaction(work)),
    close: () => (closing ??= Promise.allSettled(running).then(giveBack)),
  }
}

/** The contents of a migrated database before its first use. */
type Fresh = { schema: string; tables: string[]; rows: Map<string, string> }

async function lookAt(database: Database): Promise<Fresh> {
  const tables = (
    await database.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
    )
  ).map(({ name }) => name)
  const rows = new Map<string, string>()
  for (const name of await listFilled(database, tables)) {
    const [all] = await database.query<{ rows: unknown }>(`SELECT jsonb_agg(t) AS rows FROM ${name} t`)
    rows.set(name, JSON.stringify(all!.rows))
  }
  return { schema: await schemaOf(database), tables, rows }
}

/** A hash of every column, index, rule, trigger and function. */
async function schemaOf(database: Queryable): Promise<string> {
  const [found] = await database.query<{ schema: string }>(`
    SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS schema FROM (
      SELECT concat_ws(' ', c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull, a.atthasdef) AS line
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    ) lines`)
  return found!.schema
}

async function listFilled(database: Queryable, tables: readonly string[]): Promise<string[]> {
  const asked = tables.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
  return (await database.query<{ name: string }>(asked.join(' UNION ALL '))).map(({ name }) => name)
}

/** Resets an engine to its first state. False when it cannot be reused. */
async function restore({ database, fresh }: Engine): Promise<boolean> {
  try {
    if ((await schemaOf(database)) !== fresh.schema) return false
    await database.transaction((tx) => empty(tx, fresh))
    return true
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return false // It died, or has rows that nobody may delete: the next test starts another.
  }
}

async function empty(tx: Queryable, { tables, rows }: Fresh): Promise<void> {
  // Triggers and foreign keys are off: in the end every row is as it was at first.
  await tx.query(`SET LOCAL session_replication_role = replica`)
  for (const name of await listFilled(tx, tables)) await tx.query(`DELETE FROM ${name}`)
  for (const [name, content] of rows)
    await tx.query(`INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`, [
      content,
    ])
  await tx.query(
    `SELECT setval(format('public.%I', sequencename)::regclass, start_value, false) FROM pg_sequences WHERE last_value IS NOT NULL`,
  )
  await tx.query<Row>('SELECT pg_advisory_unlock_all()')
}
