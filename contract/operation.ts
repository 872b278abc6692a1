import type { ProblemCode } from './schemas/problem.ts'

/** Where a call comes from: the specification, by its requirements, or an extension of Larder (docs/design/contract.md). */
export type Origin =
  | { readonly specification: readonly [string, ...string[]] }
  | { readonly extension: string }

export type Operation = Origin & {
  readonly summary: string
  /** The problems that it can answer with, besides those common to all calls of its kind (server/openapi/problem-codes.ts). */
  readonly problems?: readonly ProblemCode[]
}
