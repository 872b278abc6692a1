import type * as z from 'zod/mini'
import type { StaffRole } from './rules/roles.ts'

/**
 * What happens to a call that got no answer (docs/design/offline.md, What may be sent later):
 * `replay` waits in the outbox and may be sent with no window open; `draft` waits there and is sent while the portal is open;
 * `never` is sent only while the user is present, and is repeated only with the same key. `read` changes nothing.
 */
export type QueueClass = 'read' | 'replay' | 'draft' | 'never'

/**
 * Who may call: everybody, signed-in users, or staff with at least this role (contract/rules/roles.ts). `administrator` is the specification's word (§6) for a
 * manager or an owner. `staff` is any staff member, about themselves, and not a tablet.
 */
export type EndpointCaller = 'anyone' | 'user' | 'staff' | StaffRole | 'administrator'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API's base; `:name` is a parameter. */
  path: string
  caller: EndpointCaller
  queue: QueueClass
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  answer: z.ZodMiniType
  /** Milliseconds until the portal stops waiting. */
  timeoutMs: number
  /** The caller may cache the answer by ETag. */
  cacheable?: boolean
  /** Sent without the auth header, whoever is signed in (specification §6): the answer is the same for everybody. */
  anonymous?: boolean
  /** Fields of the body that are secrets: they are not hashed for storage and not logged. */
  secrets?: readonly string[]
  /** Finishes or reverses something already begun: it still works where the server has no room for anything new (503 `ordering_paused`). */
  finishes?: boolean
  /**
   * An act that moves money or permissions (decision 061): it leaves one row in `staff_acts`, and its session must have proved the person's identity within the
   * last five minutes (decision 064). Only for managers and owners, except those of `staff` about themselves. A function decides by the body, which is not
   * validated yet.
   */
  sensitive?: true | ((body: unknown) => boolean)
  /** A screen repeats it on its own (`RepeatMs`): nobody asked for it, so it does not keep a manager signed in (decision 061). */
  repeated?: true
  /** The field that makes an answer with `has_error` still usable; its screen shows both. */
  shownDespiteError?: string
  /** Without its answer it has no lasting effect, like a search or a sign-in: whoever lost the answer asks again, and nothing is done twice. */
  leavesNothing?: true
  /** The answer contains credentials: it is not stored under the idempotency key. */
  credentials?: boolean
}

/** Defines one row of the table and keeps its exact type. */
export const define = <const E extends Endpoint>(endpoint: E): E => endpoint

/** How often a screen reads something on its own (ms): only for calls that are marked `repeated`. */
export type RepeatMs<E extends Endpoint & { repeated: true }> = E extends Endpoint ? number : never

export const readMs = 20_000
export const changeMs = 20_000
/** §9: payment timeouts. */
export const paymentMs = 120_000

/** The type of a call's answer, from its row of the table. */
export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>
/** The type of a call's body, from its row of the table. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType }
  ? z.infer<B>
  : undefined
