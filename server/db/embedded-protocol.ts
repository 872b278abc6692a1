import type { Row } from './database.ts'
import type { Statement } from './transaction.ts'

/** Messages between the main thread and the embedded engine's thread. */

export type EngineRequest =
  | { id: number; kind: 'open'; folder: string | undefined; dumpFile: string | undefined }
  /** `isLast`: they end a transaction, which is rolled back if one of them fails. */
  | { id: number; kind: 'statements'; statements: readonly Statement[]; isLast: boolean }
  | { id: number; kind: 'script'; sql: string }
  | { id: number; kind: 'dump'; file: string }
  | { id: number; kind: 'close' }

/** A request before it gets its number. */
export type EngineCall = EngineRequest extends infer R
  ? R extends EngineRequest
    ? Omit<R, 'id'>
    : never
  : never

/** `died`: the engine has given up (a full disk, a damaged file) and answers no more; with its last message. */
export type EngineReply =
  | { id: number; results: Row[][] }
  | { id: number; error: { message: string; sqlState: string } }
  | { died: string }
