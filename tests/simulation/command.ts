import { parseArgs } from 'node:util'
import { makeDump, Runner } from './runner.ts'
import { shrink } from './shrink.ts'

/**
 * What one process of `npm run simulate` does: makes the starting database, or plays every `--step`-th session from a seed on, or plays one session and prints
 * its story. Reports its findings as lines of JSON (scripts/simulate/run.mjs).
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      'make-dump': { type: 'string' },
      dump: { type: 'string' },
      seed: { type: 'string', default: '1' },
      sessions: { type: 'string', default: '1' },
      step: { type: 'string', default: '1' },
      'first-only': { type: 'boolean', default: false },
      story: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
    },
  })
  if (values['make-dump'] !== undefined) return await makeDump(values['make-dump'])
  const runner = await Runner.open(values.dump ?? '')
  if (values.story) return await tellStory(runner, Number(values.seed), values.shrink)
  await playMany(runner, {
    seed: Number(values.seed),
    sessions: Number(values.sessions),
    step: Number(values.step),
    firstOnly: values['first-only'],
  })
}

type Many = { seed: number; sessions: number; step: number; firstOnly: boolean }

/** The engine is tidied after this many sessions: rolled-back data would otherwise fill it. */
const tidyEvery = 500

async function playMany(runner: Runner, { seed, sessions, step, firstOnly }: Many): Promise<void> {
  const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
  const met: Record<string, number> = {}
  for (let at = 0; at < sessions; at++) {
    const { broken, met: here } = await runner.play(seed + at * step)
    for (const [what, times] of here) met[what] = (met[what] ?? 0) + times
    if (broken.length > 0) say({ seed: seed + at * step, broken, after: at + 1 })
    if (broken.length > 0 && firstOnly) break
    if ((at + 1) % tidyEvery === 0) {
      await runner.tidy()
      say({ played: at + 1 })
    }
  }
  say({ done: runner.played, digest: runner.digest, met })
}

async function tellStory(runner: Runner, seed: number, isShort: boolean): Promise<void> {
  const whole = await runner.play(seed)
  const told = isShort && whole.broken.length > 0 ? await shrink(runner, whole) : whole
  const { steps, people } = told.plan
  const lines = [
    `Session ${seed}: ${people.map((who, at) => `phone${at + 1} ${who ?? 'a guest'}`).join(', ')}; ${steps.length} steps${told === whole ? '' : ` of ${whole.plan.steps.length}`}`,
    ...told.story,
    ...(told.broken.length === 0
      ? ['Nothing is broken.']
      : ['', ...told.broken.map((one) => `BROKEN  ${one}`)]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (told.broken.length > 0) process.exitCode = 1
}
