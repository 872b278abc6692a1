import type { ApiExtension } from './schemas/location.ts'
import type { ProblemCode } from './schemas/problem.ts'

/** Extensions that `api_extensions` does not name: the portal recognizes them by their fields in answers, or only pages for staff call them. */
export const unlistedExtensions = [
  'guest_cancel',
  'receipt_details',
  'purchases',
  'guest_language',
  'places',
  'kitchen',
  'refunds',
  'failed_refunds',
  'staff',
  'staff_orders',
  'staff_cards',
  'second_factor',
] as const

/** Every extension of Larder beyond the specification. docs/design/contract.md describes each. */
export type Extension = ApiExtension | (typeof unlistedExtensions)[number]

/** Where a call comes from: the specification, by its requirements, or an extension. */
export type Origin =
  | { readonly specification: readonly [string, ...string[]] }
  | { readonly extension: Extension }

export type Operation = Origin & {
  readonly summary: string
  /** The problems that it can answer with, besides those common to all calls of its kind (server/openapi/problem-codes.ts). */
  readonly problems?: readonly ProblemCode[]
}
