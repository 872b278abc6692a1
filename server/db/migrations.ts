import { sql as first } from './migrations/001-first.ts'
import { sql as sharedLists } from './migrations/002-shared-lists.ts'

/**
 * Every migration in the order applied, as modules and not as files read at run time, so that the bundle carries them.
 * A migration that was ever released is never changed: what is wrong with it is put right by the next one.
 */
export const migrations: readonly { id: string; sql: string }[] = [
  { id: '001-first', sql: first },
  { id: '002-shared-lists', sql: sharedLists },
]
