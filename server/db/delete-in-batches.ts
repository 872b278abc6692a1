import type { Queryable } from './database.ts'

/** As many rows as one statement can surely delete within its time limit, on the slowest disk. */
export const deleteBatchSize = 2000
/** The most batches per round, since a shutdown waits for the current round. The next round does the rest. */
const maxBatches = 100

/**
 * Deletes the rows of a table that meet `condition` (SQL, over the table's columns), one batch per statement: a single statement could exceed its time limit,
 * and would then never succeed.
 */
export async function deleteInBatches(
  database: Queryable,
  table: string,
  condition: string,
  params: readonly unknown[],
): Promise<void> {
  // The condition is repeated: a row may have changed since its position was read.
  const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${deleteBatchSize})) AND ${condition}
    RETURNING 1 AS deleted`
  for (let count = 0; count < maxBatches; count++)
    if ((await database.query(sql, params)).length < deleteBatchSize) return
}
