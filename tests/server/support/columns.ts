import type { Queryable } from '#server/db/database.ts'

/**
 * Every column of every table, as `table.column`, that contains one of these texts: as it is, or with spaces or dashes between
 * its characters. The list of columns comes from the database, so that a new table is searched, too. `texts` consist of
 * letters, digits and base64url signs but `-`.
 */
export async function findColumnsWith(database: Queryable, texts: readonly string[]): Promise<string[]> {
  const columns = await database.query<{ table: string; column: string; type: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
     WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
  )
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const rows = await database.query(
      `SELECT 1 AS found FROM "${table}" WHERE regexp_replace(${text}, '[ -]', '', 'g') ~ $1 LIMIT 1`,
      [texts.join('|')],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
