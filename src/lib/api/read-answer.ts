import * as z from 'zod/mini'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/schemas/problem.ts'
import { AppError, type AppErrorDetails, type ErrorKind } from '#lib/errors/app-error.ts'
import type { NetAnswer } from './net.ts'

/** What an answer says, checked against the contract. Throws AppError for everything but a 2xx that fits its schema. */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: NetAnswer): AnswerOf<E> {
  const requestId = answer.header('x-request-id') ?? undefined
  const json = parseJson(answer)
  if (answer.status < 200 || answer.status > 299) throw problemOf(answer, json, requestId)
  const checked = z.safeParse(endpoint.answer, json)
  if (!checked.success) {
    const path = checked.error.issues[0]?.path.join('.') ?? ''
    throw new AppError('garbled', `${endpoint.method} ${endpoint.path}: ${path} does not fit the contract`, {
      status: answer.status,
      requestId,
      path,
    })
  }
  return checked.data as AnswerOf<E>
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
  if (status === 408 || status === 425 || status === 429 || status === 503 || problem?.code === 'idempotency_in_progress') return 'busy'
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
