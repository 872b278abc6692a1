import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint } from '#contract/endpoints.ts'
import { findTimeOfDay } from '#contract/local-time.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type FieldError, fieldProblem, notFound, ProblemError } from './problems.ts'
import { type Answer, withShared } from './shared-list.ts'

/** Registers the calls of `contract/endpoints.ts`: paths, checks of what comes in and of what goes out stand there, once. */

type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType } ? z.infer<Q> : Record<string, never>

export type Call<E extends Endpoint> = {
  merchant: Merchant
  params: Readonly<Record<string, string>>
  query: QueryOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Every call of the merchant API is below this. */
export const apiBase = '/api'

/**
 * Adds a call whose handler answers by itself (prebuilt bytes, stored replies). Parameters, query and body are checked against the table
 * (422 or 400 with the fields named), and the location must be the host's own: else 404, as if it did not exist.
 */
export function registerRaw<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<FastifyReply> | FastifyReply,
): void {
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path,
    handler: (request, reply) => handler(checkedCall(endpoint, request, reply)),
  })
}

/** Adds a call that reads: the handler's answer is checked against the table and sent as JSON, never kept by a cache. */
export function register<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: (call: Call<E>) => Promise<Answer<AnswerOf<E>>>): void {
  registerRaw(app, endpoint, async (call) => {
    const { body, shared } = await handler(call)
    return sendJson(call.reply, 200, withShared(answerText(endpoint, body), shared))
  })
}

/** Sends JSON text that must not be kept: tickets carry names and addresses. */
export const sendJson = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)

/** An answer does not fit its schema: a mistake in the server, told to the diner as such and to the log by its path. */
export class WrongAnswerError extends Error {
  constructor(endpoint: Endpoint, paths: string[]) {
    super(`${endpoint.method} ${endpoint.path} would have answered what its schema refuses, at ${paths.join(', ')}`)
    this.name = 'WrongAnswerError'
  }
}

/** An answer as JSON text, checked. Fields that the schema does not name are left out: they were not meant to leave. Throws WrongAnswerError. */
export function answerText<E extends Endpoint>(endpoint: E, answer: AnswerOf<E>): string {
  const checked = z.safeParse(endpoint.answer, answer)
  if (!checked.success)
    throw new WrongAnswerError(
      endpoint,
      checked.error.issues.map((issue) => issue.path.join('.')),
    )
  return JSON.stringify(checked.data)
}

function checkedCall<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const params = request.params as Record<string, string>
  if (params['loc'] !== undefined && params['loc'] !== request.merchant.locationId) throw notFound()
  const query = endpoint.query ? checked(endpoint.query, request.query, 400) : {}
  const body = endpoint.body ? checked(endpoint.body, request.body, 422) : undefined
  // Both were checked by the very schemas that the types are inferred from.
  return { merchant: request.merchant, params, query: query as QueryOf<E>, body: body as BodyOf<E>, request, reply }
}

function checked(schema: z.ZodMiniType, value: unknown, status: 400 | 422): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const fields = result.error.issues.map((issue): FieldError => ({ field: issue.path.join('.'), message: wordsOf(issue) }))
  throw new ProblemError(status, 'bad_request', fields[0]?.message ?? 'We could not read that request.', { fields })
}

/** A misfit in words for a person: the schema's own speak of types. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const field = String(issue.path.at(-1) ?? '')
  const name = field === '' ? 'This' : field.replaceAll('_', ' ')
  switch (issue.code) {
    case 'too_big':
      return `The ${name} is too ${issue.origin === 'string' ? 'long' : 'large'} (${String(issue.maximum)} at most).`
    case 'too_small':
      return `The ${name} is too ${issue.origin === 'string' ? 'short' : 'small'} (${String(issue.minimum)} at least).`
    default:
      return field === '' ? 'We could not read that request.' : `Please enter a valid ${name}.`
  }
}

/** Checks the `time` query (`h:mma`) where a call takes one. Throws a 400 that names it. */
export function checkTime(time: string | undefined): void {
  if (time !== undefined && findTimeOfDay(time) === undefined) throw fieldProblem(400, 'time', 'Please send the time as 6:30pm.')
}
