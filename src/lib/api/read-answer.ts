import * as z from 'zod/mini'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { parseLenient } from '#contract/schemas/parse-lenient.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import { AppError, type AppErrorDetails, type ErrorKind } from '#lib/errors/app-error.ts'
import type { NetAnswer } from './net.ts'

/** An answer, checked against the contract. Throws AppError for everything but a 2xx that fits its schema. */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: NetAnswer): AnswerOf<E> {
  const checked = parseLenient(endpoint.answer, openAnswer(endpoint, answer))
  if (!checked.success) throw garbled(endpoint, answer, checked.error)
  return checked.data as AnswerOf<E>
}

/** How a caller reads an answer that takes too long in one piece. */
export type OwnReading<E extends Endpoint> = {
  /** In place of JSON.parse. Throws SyntaxError. */
  parse: (text: string) => Promise<unknown>
  /** In place of the endpoint's schema. Throws ZodError. */
  check: (json: unknown) => Promise<AnswerOf<E>>
}

/** The same, read in the caller's own way. */
export async function readAnswerWith<E extends Endpoint>(
  { parse, check }: OwnReading<E>,
  endpoint: E,
  answer: NetAnswer,
): Promise<AnswerOf<E>> {
  const json = isJson(answer) ? await parse(answer.text).catch(undefinedIfNotJson) : undefined
  refuseErrors(endpoint, json, answer)
  try {
    return await check(json)
  } catch (cause) {
    throw cause instanceof z.core.$ZodError ? garbled(endpoint, answer, cause) : cause
  }
}

/** The JSON of a 2xx; undefined where it is not JSON. Throws AppError for every other status, and for a 2xx that says that it is an error. */
function openAnswer(endpoint: Endpoint, answer: NetAnswer): unknown {
  const json = parseJson(answer)
  refuseErrors(endpoint, json, answer)
  return json
}

function refuseErrors(endpoint: Endpoint, json: unknown, answer: NetAnswer): void {
  const problem = findProblem(endpoint, json, answer.status)
  if (answer.status < 200 || answer.status > 299 || problem) throw errorOf(answer, problem)
}

/**
 * §8: an answer is an error, whatever its status, if it has `errors` of any shape (unless empty) or says `has_error`; a 2xx also with only `error`, any other
 * with `code` and `message`. An error with none of these came from something in between, not from the restaurant.
 */
function findProblem(
  { shownDespiteError = '' }: Endpoint,
  json: unknown,
  status: number,
): Problem | undefined {
  const body = Object(json) as Partial<Record<string, unknown>>
  const { message } = body
  const hasErrorFlag = Boolean(body.has_error ?? (status < 300 && body.error))
  const ownWords = hasErrorFlag && !body[shownDespiteError] ? [body.error] : undefined
  const errors = isNone(body.errors) ? ownWords : body.errors
  const code = textOf(body.code)
  const list = Array.isArray(errors) ? (errors as unknown[]) : undefined
  const isErrorStatus = status >= 400 && code !== undefined && typeof message === 'string'
  if (!errors && !isErrorStatus) return undefined
  const lines = (list ?? []).flatMap(lineOf)
  return {
    ...body,
    errors: lines,
    message: typeof message === 'string' ? message : (lines[0]?.message ?? 'This could not be done.'),
    code: code ?? 'bad_request',
    client_secret: textOf(body.client_secret),
  }
}

/** Servers that always write `errors` write an empty list or object when there are none. */
const isNone = (errors: unknown): boolean =>
  !errors || (typeof errors === 'object' && Object.keys(errors).length === 0)

/** One of the errors: a text, or an object with its `message`. */
function lineOf(error: unknown): Problem['errors'] {
  const { message, field } = Object(typeof error === 'string' ? { message: error } : error) as {
    message?: unknown
    field?: unknown
  }
  const text = textOf(message)
  return text === undefined ? [] : [{ message: text, field: textOf(field) }]
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const requestIdOf = (answer: NetAnswer): string | undefined => answer.header('x-request-id') ?? undefined

function garbled(endpoint: Endpoint, answer: NetAnswer, error: z.core.$ZodError): AppError {
  const path = error.issues[0]?.path.join('.') ?? ''
  const details = { status: answer.status, requestId: requestIdOf(answer), path }
  return new AppError(
    'garbled',
    `${endpoint.method} ${endpoint.path}: ${path} does not fit the contract`,
    details,
  )
}

/** Whether the body says that it is JSON. A Wi-Fi sign-in page does not, so it is never taken for data. */
const isJson = (answer: NetAnswer): boolean => /\bjson\b/.test(answer.header('content-type') ?? '')

/** The body as JSON; undefined for anything else. */
function parseJson(answer: NetAnswer): unknown {
  if (!isJson(answer)) return undefined
  try {
    return JSON.parse(answer.text) as unknown
  } catch (cause) {
    return undefinedIfNotJson(cause)
  }
}

/** A body that was cut short: no schema takes undefined. */
function undefinedIfNotJson(cause: unknown): undefined {
  if (!(cause instanceof SyntaxError)) throw cause
}

function errorOf(answer: NetAnswer, problem: Problem | undefined): AppError {
  const details: AppErrorDetails = {
    status: answer.status,
    requestId: requestIdOf(answer),
    problem,
    retryAfterMs: retryAfterMs(answer),
  }
  const kind = kindOf(answer.status, details)
  return new AppError(kind, problem?.message ?? `status ${answer.status}`, details)
}

function kindOf(status: number, { problem }: AppErrorDetails): ErrorKind {
  if (status === 401 || problem?.code === 'unauthorized') return 'unauthorized'
  // Payments are paused: it certainly was not made, and is not asked about repeatedly.
  if (problem?.code === 'payment_paused') return 'refused'
  if (
    status === 408 ||
    status === 425 ||
    // These scripts are too old for the server: pending changes are sent by newer ones (reliability V8).
    status === 426 ||
    status === 429 ||
    status === 503 ||
    problem?.code === 'idempotency_in_progress'
  )
    return 'busy'
  if (status >= 500) return 'failed'
  return problem ? 'refused' : 'garbled'
}

/** Milliseconds from a Retry-After in seconds, or in its date form, counted from the answer's own Date: this device's clock may be wrong. */
function retryAfterMs(answer: NetAnswer): number | undefined {
  const value = answer.header('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const waitMs = Date.parse(value) - Date.parse(answer.header('date') ?? '')
  return waitMs > 0 ? waitMs : undefined
}
