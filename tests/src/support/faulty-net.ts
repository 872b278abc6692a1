import type { FastifyInstance } from 'fastify'
import { fetchNet, type Net } from '#lib/api/net.ts'
import { neverResolved } from '../../support/countdown.ts'
import { reachApp } from '../../support/reach-app.ts'
import type { Given, Reach } from '../../support/spec-only-api/spec-only.ts'

/**
 * What can happen to a call. `before`: it never reaches the server. `after`: the server has handled it, but the answer is lost.
 * `mid-body`: the connection breaks in the middle of the answer; `half-json`: a proxy ends it there as if it were complete.
 * `hang-…` never settles.
 */
export type Fault =
  | 'cut-before'
  | 'cut-after'
  | 'mid-body'
  | 'half-json'
  | 'html'
  | 'html-after'
  | 'broken-json'
  | 'empty'
  | 'no-content'
  | 'hang-before'
  | 'hang-after'
  | { status: number; headers?: Record<string, string>; body?: unknown; html?: true }
  | { holdUntil: Promise<void> }
  /** The server has handled it, and its answer arrives only then. */
  | { answerAfter: Promise<void> }

export type SentCall = {
  method: string
  path: string
  key: string | undefined
  headers: Record<string, string>
  body: string | undefined
}

export type FaultyNet = Net & {
  /** The faults for the next calls, one after the other; later calls have none. */
  faults: (Fault | undefined)[]
  /** Called when `faults` is empty: for faults by address or at random. */
  otherwise: (call: SentCall) => Fault | undefined
  /** Every call that left the device. */
  calls: SentCall[]
  /** Resolves when a call hangs. */
  hung(): Promise<void>
}

const wifiPage = '<!doctype html><title>Sign in to Wi-Fi</title><form></form>'

/** The portal's own `fetchNet` over the server in this process, with faults in between. `through` puts another API in front of the server. */
export function faultyNet(
  app: FastifyInstance,
  host: string,
  through: (reach: Reach) => Reach = (reach) => reach,
): FaultyNet {
  const reach = through(reachApp(app, host))
  let noteHang = (): void => undefined
  let hung = new Promise<void>((resolve) => (noteHang = resolve))
  const hang = (): Promise<never> => {
    noteHang()
    hung = new Promise<void>((resolve) => (noteHang = resolve))
    return neverResolved()
  }
  const travel = async (call: SentCall, fault: Fault | undefined): Promise<Response> => {
    if (fault === 'hang-before') return await hang()
    const before = fault && answerBefore(fault)
    if (before) return before
    if (typeof fault === 'object' && 'holdUntil' in fault) await fault.holdUntil
    const answer = answerOf(await reach(call))
    if (typeof fault === 'object' && 'answerAfter' in fault) {
      await fault.answerAfter
      return answer
    }
    return fault === 'hang-after' ? await hang() : await spoil(answer, fault)
  }
  const net: FaultyNet = {
    faults: [],
    otherwise: () => undefined,
    calls: [],
    hung: () => hung,
    ...fetchNet(async (url, init) => {
      const headers = init?.headers as Record<string, string>
      const key = headers['idempotency-key']
      const call: SentCall = {
        method: init?.method ?? 'GET',
        path: url as string,
        key,
        headers,
        body: (init?.body ?? undefined) as string | undefined,
      }
      net.calls.push(call)
      return await travel(call, net.faults.length > 0 ? net.faults.shift() : net.otherwise(call))
    }),
  }
  return net
}

const answerOf = ({ status, headers, text }: Given): Response =>
  new Response([204, 304].includes(status) ? null : text, { status, headers })

const json = { 'content-type': 'application/json' }
const page = { 'content-type': 'text/html' }

/** The answer to a call that never reached the server; throws where no answer comes, and is undefined where the call goes through. */
function answerBefore(fault: Fault): Response | undefined {
  if (typeof fault === 'object') {
    if ('holdUntil' in fault || 'answerAfter' in fault) return undefined
    const { status, headers = {}, body = {}, html } = fault
    return new Response(html ? wifiPage : JSON.stringify(body), {
      status,
      headers: { ...(html ? page : json), ...headers },
    })
  }
  switch (fault) {
    case 'cut-before':
      throw new TypeError('fetch failed')
    case 'html':
      return new Response(wifiPage, { headers: page })
    case 'broken-json':
      return new Response('{"ticket_order": {', { headers: json })
    case 'empty':
      return new Response('', { headers: json })
    case 'no-content':
      return new Response(null, { status: 204 })
    default:
      return undefined
  }
}

/** Applies the fault to the server's answer. */
async function spoil(answer: Response, fault: Fault | undefined): Promise<Response> {
  if (fault === 'cut-after') throw new TypeError('fetch failed')
  if (fault === 'html-after') return new Response(wifiPage, { headers: page })
  if (fault !== 'half-json' && fault !== 'mid-body') return answer
  const text = await answer.text()
  const half = new TextEncoder().encode(text.slice(0, text.length / 2))
  const { status, headers } = answer
  if (fault === 'half-json') return new Response(half, { status, headers })
  const cut = new ReadableStream({
    pull(controller) {
      controller.enqueue(half)
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(cut, { status, headers })
}
