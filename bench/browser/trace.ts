import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'

/**
 * Traces of the measured visits, for a browser's performance panel, and a line saying where a launch's time went. Figures are higher while traces are taken.
 */

let folder: string | undefined
let taken = 0

/** From now on each measured visit writes a trace into this folder. */
export async function keepTraces(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  folder = path
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number }

const categories = [
  'devtools.timeline',
  'blink.user_timing',
  'loading',
  'ServiceWorker',
  'v8.execute',
  'disabled-by-default-v8.compile',
]

/** The phases of a launch, by the trace's own event names. Only the outermost event counts: it includes what is nested in it. */
const phases = {
  script: /^(EvaluateScript|v8\.evaluateModule|FunctionCall|RunMicrotasks)$/,
  compile: /^v8\.compile/,
  parse: /^ParseHTML$/,
  style: /^(UpdateLayoutTree|ParseAuthorStyleSheet)$/,
  layout: /^Layout$/,
  paint: /^(PrePaint|Paint|Layerize|Commit)$/,
}

/**
 * Traces until the returned function is called, which writes the trace and prints the main thread's time (ms) by phase, up to the page's mark `larder-content`.
 * Does nothing where no traces are kept.
 */
export async function startTrace(session: CDPSession): Promise<(name: string) => Promise<void>> {
  if (folder === undefined) return async () => undefined
  const into = folder
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: categories },
  })
  return async (name) => {
    const text = await readTrace(session)
    taken += 1
    const file = `${String(taken).padStart(3, '0')}${name.replaceAll(/[^\w]+/g, '-')}.json`
    await writeFile(join(into, file), text)
    console.log(
      `    ${file}: ${describePhases((JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents)}`,
    )
  }
}

async function readTrace(session: CDPSession): Promise<string> {
  const complete = new Promise<string>((resolve) =>
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream!)),
  )
  await session.send('Tracing.end')
  const handle = await complete
  const parts: string[] = []
  for (;;) {
    const { data, eof } = await session.send('IO.read', { handle })
    parts.push(data)
    if (eof) return parts.join('')
  }
}

/** The main thread's time by phase, from the start of the page until its content was there. */
function describePhases(events: TraceEvent[]): string {
  const mark = events.find(({ name }) => name === 'larder-content')
  const start = events
    .filter(({ name, ts }) => name === 'navigationStart' && ts <= (mark?.ts ?? 0))
    .toSorted((a, b) => b.ts - a.ts)[0]
  if (!mark || !start) return 'no content'
  const ms = (us: number) => Math.round(us / 1000)
  const own = events.filter(
    ({ ph, pid, tid, ts }) =>
      ph === 'X' && pid === mark.pid && tid === mark.tid && ts >= start.ts && ts < mark.ts,
  )
  const sums = Object.entries(phases).map(([phase, names]) => {
    const of = own.filter(({ name }) => names.test(name)).toSorted((a, b) => a.ts - b.ts)
    let until = 0
    let sum = 0
    for (const { ts, dur = 0 } of of)
      if (ts + dur > until) {
        sum += ts + dur - Math.max(ts, until)
        until = ts + dur
      }
    return `${phase} ${ms(sum)}`
  })
  return `content after ${ms(mark.ts - start.ts)} ms; ${sums.join(', ')} ms`
}
