import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, EndpointCaller } from '#contract/endpoint.ts'
import { findTimeOfDay } from '#contract/local-time.ts'
import { isState } from '#contract/reference-data.ts'
import { nameOfField } from '#contract/rules/fields.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { getSession, needsNoSession, type Session, type TabletSession } from './auth.ts'
import { checkSwitches } from './feature-switches.ts'
import { type FieldError, fieldProblem, notFound, ProblemError } from './problems.ts'
import { type Answer, withShared } from './shared-list.ts'
import { checkStorable } from './storable.ts'

/** Registers the calls of `contract/endpoints.ts`: their paths, and the schemas of requests and answers, are defined there only. */

type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType }
  ? z.infer<Q>
  : Record<string, never>

type SessionOf<E extends Endpoint> = E extends { caller: 'kitchen' }
  ? Session | TabletSession
  : E extends { caller: Exclude<EndpointCaller, 'anyone'> }
    ? Session
    : Session | undefined

export type Call<E extends Endpoint> = {
  merchant: Merchant
  /** Who makes the call; undefined for a guest. */
  session: SessionOf<E>
  params: Readonly<Record<string, string>>
  query: QueryOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** The base path of the merchant API's calls. */
export const apiBase = '/api'

/**
 * Adds a call whose handler sends its own answer (prebuilt bytes, stored replies). Parameters, query and body are checked against the table (422 or 400 naming
 * the fields), the location must be the host's own (else 404, as if it did not exist), and the caller must be allowed: 401 unauthorized, 403 forbidden. Before
 * all that, calls that the location has switched off are refused (feature-switches.ts): 403 not_offered.
 */
export function registerRaw<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<FastifyReply> | FastifyReply,
): void {
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path,
    handler: (request, reply) => {
      checkLocation(request)
      // Switched-off calls are refused first: nobody should be asked to sign in or to correct a field for them.
      const switches = checkSwitches(endpoint, request)
      if (switches) return switches.then(() => passOn(endpoint, request, reply, handler))
      return passOn(endpoint, request, reply, handler)
    },
  })
}

/** Passes an offered call to its handler. */
function passOn<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: (call: Call<E>) => Promise<FastifyReply> | FastifyReply,
): Promise<FastifyReply> | FastifyReply {
  // Most calls come from guests or are the same for everybody: those skip the session lookup.
  if (needsNoSession(endpoint, request)) return handler(checkedCall(endpoint, request, reply, undefined))
  return getSession(endpoint, request).then((session) =>
    handler(checkedCall(endpoint, request, reply, session)),
  )
}

/** Adds a call that reads: the handler's answer is checked against the table and sent as JSON that no cache stores. */
export function register<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<AnswerOf<E>>>,
): void {
  registerRaw(app, endpoint, async (call) => {
    const { body, shared } = await handler(call)
    return sendJson(call.reply, 200, withShared(answerText(endpoint, body), shared))
  })
}

/** Sends JSON text that must not be cached: tickets contain names and addresses. */
export const sendJson = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)

/** An answer does not fit its schema: a server error, shown to the diner as such and logged with its path. */
class WrongAnswerError extends Error {
  constructor(endpoint: Endpoint, paths: string[]) {
    super(
      `${endpoint.method} ${endpoint.path} would have answered what its schema refuses, at ${paths.join(', ')}`,
    )
    this.name = 'WrongAnswerError'
  }
}

/** An answer as JSON text, validated. Fields that the schema does not name are left out: they were not meant to be sent. Throws WrongAnswerError. */
export function answerText<E extends Endpoint>(endpoint: E, answer: AnswerOf<E>): string {
  const checked = z.safeParse(endpoint.answer, answer)
  if (!checked.success)
    throw new WrongAnswerError(
      endpoint,
      checked.error.issues.map((issue) => issue.path.join('.')),
    )
  return JSON.stringify(checked.data)
}

function checkLocation({ params, merchant }: FastifyRequest): void {
  const { loc } = params as Record<string, string>
  if (loc !== undefined && loc !== merchant.locationId) throw notFound()
}

function checkedCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | TabletSession | undefined,
): Call<E> {
  const params = request.params as Record<string, string>
  checkStorable(params)
  checkStorable(request.query)
  const query = endpoint.query ? checked(endpoint.query, request.query, 400) : {}
  const body = endpoint.body ? checked(endpoint.body, request.body, 422) : undefined
  // Validated by the schemas that the types are inferred from; a call without a session gets here only where the table allows it.
  return {
    merchant: request.merchant,
    session: session as SessionOf<E>,
    params,
    query: query as QueryOf<E>,
    body: body as BodyOf<E>,
    request,
    reply,
  }
}

/** A body validated by another row of the table than the call's own. Throws 422 naming the fields. */
export const checkedBody = <E extends Endpoint & { body: z.ZodMiniType }>(
  endpoint: E,
  body: unknown,
): BodyOf<E> =>
  // Validated by the schema that the type is inferred from.
  checked(endpoint.body, body, 422) as BodyOf<E>

/** No form has more errors than this: it limits the answer to a body with thousands. */
const maxFieldErrors = 20

function checked(schema: z.ZodMiniType, value: unknown, status: 400 | 422): unknown {
  const result = z.safeParse(schema, value)
  const fields = result.success
    ? unknownStates(result.data)
    : result.error.issues.slice(0, maxFieldErrors).map((issue): FieldError => ({
        field: issue.path.join('.'),
        message: wordsOf(issue),
      }))
  if (result.success && fields.length === 0) return result.data
  throw new ProblemError(status, 'bad_request', fields[0]?.message ?? 'We could not read that request.', {
    fields,
  })
}

/** The fields of a body that name an unknown state. Checked here for all calls: the list is kept out of the portal's initial scripts. */
function unknownStates(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null) return []
  return ['state', 'recipient_state'].flatMap((field) => {
    const state: unknown = Object.getOwnPropertyDescriptor(body, field)?.value
    return typeof state !== 'string' || state.trim() === '' || isState(state.trim())
      ? []
      : [{ field, message: 'Please choose one of the states.' }]
  })
}

/** An error in words for a person: the schema's own messages are about types. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const field = String(issue.path.at(-1) ?? '')
  const name = nameOfField(field)
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `The ${name} is too long (${String(issue.maximum)} characters at most).`
        : `The ${name} is too large (${String(issue.maximum)} at most).`
    case 'too_small':
      return issue.origin === 'string'
        ? `The ${name} is too short (${String(issue.minimum)} characters at least).`
        : `The ${name} is too small (${String(issue.minimum)} at least).`
    default:
      return field === '' ? 'We could not read that request.' : `Please enter a valid ${name}.`
  }
}

/** Checks the `time` query (`h:mma`) where a call takes one. Throws a 400 naming it. */
export function checkTime(time: string | undefined): void {
  if (time !== undefined && findTimeOfDay(time) === undefined)
    throw fieldProblem(400, 'time', 'Please send the time as 6:30pm.')
}
