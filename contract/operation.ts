import type { ProblemCode } from './schemas/problem.ts'

/** Whose call it is: the specification's, by its requirements, or one that Larder has beyond it, by its extension (docs/design/contract.md). */
export type Origin =
  | { readonly specification: readonly [string, ...string[]] }
  | { readonly extension: string }

export type Operation = Origin & {
  readonly summary: string
  /** What it refuses with, beside what every call of its kind does (server/openapi/problem-codes.ts). */
  readonly problems?: readonly ProblemCode[]
}
