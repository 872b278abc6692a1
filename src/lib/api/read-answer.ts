import * as z from 'zod/mini'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/schemas/problem.ts'
import { AppError, type AppErrorDetails, type ErrorKind } from '#lib/errors/app-error.ts'
import type { NetAnswer } from './net.ts'

/** What an answer says, checked against the contract. Throws AppError for everything but a 2xx that fits its schema. */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: NetAnswer): AnswerOf<E> {
  const checked = z.safeParse(endpoint.answer, openAnswer(answer))
  if (!checked.success) throw garbled(endpoint, answer, checked.error)
  return checked.data as AnswerOf<E>
}

/** The same by a check of the caller's own, which throws ZodError for what does not fit. */
export async function readAnswerWith<E extends Endpoint>(
  check: (json: unknown) => Promise<AnswerOf<E>>,
  endpoint: E,
  answer: NetAnswer,
): Promise<AnswerOf<E>> {
  const json = openAnswer(answer)
  try {
    return await check(json)
  } catch (cause) {
    throw cause instanceof z.core.$ZodError ? garbled(endpoint, answer, cause) : cause
  }
}

/** The JSON of a 2xx; undefined where it is none. Throws AppError for every other status. */
function openAnswer(answer: NetAnswer): unknown {
  const json = parseJson(answer)
  if (answer.status < 200 || answer.status > 299) throw problemOf(answer, json, requestIdOf(answer))
  return json
}

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

/** The body as JSON; undefined for anything else, so that a Wi-Fi sign-in page never passes for data. */
function parseJson(answer: NetAnswer): unknown {
  if (!/\bjson\b/.test(answer.header('content-type') ?? '')) return undefined
  try {
    return JSON.parse(answer.text) as unknown
  } catch {
    return undefined // A body cut short is told apart below: no schema takes undefined.
  }
}

function problemOf(answer: NetAnswer, json: unknown, requestId: string | undefined): AppError {
  const problem = z.safeParse(Problem, json)
  const details: AppErrorDetails = {
    status: answer.status,
    requestId,
    problem: problem.success ? problem.data : undefined,
    retryAfterMs: retryAfterMs(answer),
  }
  const kind = kindOf(answer.status, details)
  return new AppError(kind, details.problem?.message ?? `status ${answer.status}`, details)
}

function kindOf(status: number, { problem }: AppErrorDetails): ErrorKind {
  if (status === 401 || problem?.code === 'unauthorized') return 'unauthorized'
  // Payments are paused: it certainly was not made, and is not asked about again and again.
  if (problem?.code === 'payment_paused') return 'refused'
  if (
    status === 408 ||
    status === 425 ||
    // These scripts are too old for it: what waits goes with the next ones (reliability V8).
    status === 426 ||
    status === 429 ||
    status === 503 ||
    problem?.code === 'idempotency_in_progress'
  )
    return 'busy'
  if (status >= 500) return 'failed'
  // A 4xx that is not in our shape came from something in between, not from the restaurant.
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
