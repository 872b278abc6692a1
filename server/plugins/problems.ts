import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem, ProblemCode } from '#contract/schemas/problem.ts'
import { DatabaseAwayError, isDiskFull } from '#server/db/database.ts'
import type { Log } from '#server/ports/log.ts'

export type FieldError = { field: string; message: string }

/** A refusal that the diner is told: HTTP status, code and words. Anything else that is thrown becomes a 500 without details. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly fields: readonly FieldError[]
  readonly clientSecret: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Further fields that a code has. */
  readonly asked: Readonly<Record<string, unknown>> | undefined
  constructor(
    status: number,
    code: ProblemCode,
    message: string,
    extra: {
      fields?: readonly FieldError[]
      clientSecret?: string | undefined
      retryAfterSeconds?: number
      asked?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(message)
    this.name = 'ProblemError'
    this.status = status
    this.code = code
    this.fields = extra.fields ?? []
    this.clientSecret = extra.clientSecret
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.asked = extra.asked
  }
}

/** A 422 or 400 about one field. */
export const fieldProblem = (status: 400 | 422, field: string, message: string): ProblemError =>
  new ProblemError(status, 'bad_request', message, { fields: [{ field, message }] })

/** 404: it does not exist, or the caller may not know that it does. */
export const notFound = (message = 'We could not find what you were looking for.'): ProblemError =>
  new ProblemError(404, 'not_found', message)

/** 409: what was requested no longer fits the current state. */
export const changedMeanwhile = (message: string): ProblemError =>
  new ProblemError(409, 'changed_meanwhile', message)

/** 409: it is already placed, or too far along for this. */
export const alreadySubmitted = (message: string): ProblemError =>
  new ProblemError(409, 'already_submitted', message)

/** The single format of error answers (docs/design/contract.md). `has_error` and `error` are the specification's for card and order calls. */
export function problemBody(
  problem: ProblemError,
): Problem & { has_error: true; error: { message: string } } {
  return {
    ...problem.asked,
    errors:
      problem.fields.length > 0
        ? problem.fields.map(({ field, message }) => ({ field, message }))
        : [{ message: problem.message }],
    message: problem.message,
    code: problem.code,
    ...(problem.clientSecret === undefined ? {} : { client_secret: problem.clientSecret }),
    has_error: true,
    error: { message: problem.message },
  }
}

const internalWords = 'Something went wrong on our side. Please try again in a moment.'

/** Turns every error of the app into that format, and logs what a diner must not see: never a body, a URL with ids in it, a token or a card. */
export function addProblems(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendProblem(reply, asProblem(error, request, log)),
  )
}

/** Answers with a problem. */
function sendProblem(reply: FastifyReply, problem: ProblemError): FastifyReply {
  if (problem.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem)))
}

/** A retry in a moment may succeed. The operator was told when the database went away (db/database.ts). */
const databaseAway = (): ProblemError =>
  new ProblemError(503, 'internal', internalWords, { retryAfterSeconds: 5 })

/** 503: there is no disk space for a new order, and nothing was changed or charged. What has been started goes on (plugins/idempotency-store.ts). */
export const orderingPaused = (): ProblemError =>
  new ProblemError(
    503,
    'ordering_paused',
    'We cannot take new orders right now. Nothing was charged. Please try again later, or call us.',
    {
      retryAfterSeconds: 30,
    },
  )

/** The same for staff, whose call is no order. */
export const noRoom = (): ProblemError =>
  new ProblemError(
    503,
    'ordering_paused',
    'The server’s disk is full, so nothing new can be saved, and nothing was changed. Please tell whoever runs the server.',
    { retryAfterSeconds: 30 },
  )

function asProblem(error: FastifyError | Error, request: FastifyRequest, log: Log): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof DatabaseAwayError || isDiskFull(error)) return databaseAway()
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new ProblemError(413, 'bad_request', 'That is more than we can take at once.')
  if (status !== undefined && status >= 400 && status < 500)
    return new ProblemError(status, 'bad_request', 'We could not read that request.')
  log({
    level: 'error',
    event: 'request_failed',
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    error: error.name,
    detail: error.stack ?? error.message,
  })
  return new ProblemError(500, 'internal', internalWords)
}
