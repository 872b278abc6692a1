import './node-version.mjs'
import { ensureTestBrowser } from './browser.mjs'
import { readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { Failure, fail, seconds } from './progress.mjs'
import { broken, lastLine, sum } from './test/counts.mjs'
import { wholeEnvironment } from './test/shares.mjs'

const usage = `npm test [-- options]
  --only format,lint,types,build,unit,e2e,readme   some steps
  --changed              what is nearest to what was changed since main
  --full                 the large runs whole: simulated sessions, random orders`

/** `npm test`: everything that must pass, in one command. */
async function main() {
  const { values } = readOptions(usage, {
    only: { type: 'string' },
    changed: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  })
  if (values.full) Object.assign(process.env, wholeEnvironment)
  await install()
  const { steps, changedSteps } = await import('./test/steps.mjs')
  const { findChangedSince } = await import('./test/changed.mjs')
  const chosen = choose(values.changed ? await changedSteps(await findChangedSince()) : steps, values.only)
  if (chosen.some(({ id }) => id === 'e2e')) await ensureTestBrowser()

  const results = new Map()
  for (const step of chosen) results.set(step.id, await runStep(step, results))
  const total = sum([...results.values()])
  if (total.failures.length > 0) console.log(`\nFailed:\n  ${total.failures.join('\n  ')}\n`)
  console.log(lastLine(total))
  // "0 passed, 0 failed" is not a success.
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

function choose(steps, only) {
  if (!only) return steps
  const ids = only.split(',')
  const unknown = ids.filter((id) => !steps.some((step) => step.id === id))
  if (unknown.length > 0)
    throw new Failure(`--only knows ${steps.map(({ id }) => id).join(', ')}; not ${unknown.join(', ')}.`)
  const needed = new Set(ids.flatMap((id) => [id, steps.find((step) => step.id === id).needs]))
  return steps.filter(({ id }) => needed.has(id))
}

/** A step that fails prints why and lets the others go on: one run shows everything there is to fix. */
async function runStep({ name, needs, run }, results) {
  console.log(`\n▶ ${name}`)
  if (needs && results.get(needs)?.failed)
    return said(name, broken(), `not run: it needs the step “${needs}”`)
  const started = performance.now()
  try {
    return said(name, await run(), seconds(performance.now() - started))
  } catch (error) {
    if (error.output) console.error(error.output.trimEnd())
    console.error(error instanceof Failure ? error.message : error)
    return said(name, { ...broken(), failures: [name] }, seconds(performance.now() - started))
  }
}

function said(name, counts, note) {
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name}  ${note}  (${lastLine(counts)})`)
  return counts
}

await main().catch(fail)
