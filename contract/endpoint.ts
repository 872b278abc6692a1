import type * as z from 'zod/mini'
import type { StaffRole } from './rules/roles.ts'

/**
 * What becomes of a change that got no answer (docs/design/offline.md, What may be sent later):
 * `replay` waits in the outbox and may be sent with no window open; `draft` waits there and is sent while the portal is open;
 * `never` is sent only while the user is present, and is repeated only with the same key. `read` changes nothing.
 */
export type QueueClass = 'read' | 'replay' | 'draft' | 'never'

/**
 * Who may call: everybody, who is signed in, or who works there with at least this role (contract/rules/roles.ts). `administrator` is the
 * specification's word (§6) for who runs the place: a manager or an owner. `staff` is each person who works there, about themselves, and no tablet.
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
  /** The caller may cache it by ETag. */
  cacheable?: boolean
  /** Goes without the auth header, whoever is signed in (specification §6): the answer is the same for everybody. */
  anonymous?: boolean
  /** Fields of the body that are secrets: no hash of them is kept, nothing of them is logged. */
  secrets?: readonly string[]
  /** Finishes what was begun, or gives it back: goes on where the server has no room for anything new (503 `ordering_paused`). */
  finishes?: boolean
  /**
   * An act that moves money or powers (decision 061): it leaves one row in `staff_acts`, and its session has shown within five minutes who it is (decision
   * 064). A manager's or an owner's, but for those of `staff` about themselves. A function says so of a body that nobody has checked yet.
   */
  sensitive?: true | ((body: unknown) => boolean)
  /** A screen asks for it again and again by itself (`RepeatMs`): it is nobody's doing, and keeps no manager signed in (decision 061). */
  repeated?: true
  /** Of an answer that says `has_error`: the field with which it is an answer all the same, whose screen shows both. */
  shownDespiteError?: string
  /** Nothing of it lasts without its answer, as of a search or a sign-in: whoever lost that asks again, and nothing is done twice. */
  leavesNothing?: true
  /** The answer bears credentials: it is not stored under the idempotency key. */
  credentials?: boolean
}

/** One row of the table, with its own type kept. */
export const define = <const E extends Endpoint>(endpoint: E): E => endpoint

/** How often a screen reads something by itself, in ms: only what the table calls `repeated`. */
export type RepeatMs<E extends Endpoint & { repeated: true }> = E extends Endpoint ? number : never

export const readMs = 20_000
export const changeMs = 20_000
/** §9: payment timeouts. */
export const paymentMs = 120_000

/** What a call answers, by its row of the table. */
export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>
/** What a call takes as its body, by its row of the table. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType }
  ? z.infer<B>
  : undefined
