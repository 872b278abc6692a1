import type { Queryable } from './database.ts'

/** A statement deletes as many rows at once as it is sure to in the time that it has, on the slowest disk. */
export const deleteBatchSize = 2000
/** So many times: a stop waits for the round that runs. What is left then is the next round's. */
const maxBatches = 100

/**
 * Deletes the rows of a table that `condition` (SQL, by the table's own columns) finds, a batch a statement: all at once could take longer than a statement
 * may, and would then never be done.
 */
export async function deleteInBatches(
  database: Queryable,
  table: string,
  condition: string,
  params: readonly unknown[],
): Promise<void> {
  // The condition again: a row may have been changed since its place was read.
  const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${deleteBatchSize})) AND ${condition}
    RETURNING 1 AS deleted`
  for (let count = 0; count < maxBatches; count++)
    if ((await database.query(sql, params)).length < deleteBatchSize) return
}
