import { availableParallelism } from 'node:os'
import { readCount, readOptions } from '../command-line.mjs'
import { Failure, seconds } from '../progress.mjs'
import { bundle, migratedDump } from './bundle.mjs'
import { planted } from './planted.mjs'
import { runProgram } from './run-program.mjs'

const usage = `npm run simulate -- [--sessions N] [--seed S] [--processes P]    plays N sessions from seed S on
npm run simulate -- --story S [--short]                          plays session S, and prints it; --short leaves out what is not needed
npm run simulate -- --planted [--only TEXT] [--sessions N]       shows that planted bugs are found: all, or those whose name contains TEXT`

/** Gives whether nothing was broken (or every planted bug was found). @param {string[]} args */
export async function simulate(args) {
  const { values } = readOptions(
    usage,
    {
      sessions: { type: 'string' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: String(availableParallelism()) },
      story: { type: 'string' },
      short: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
    { args },
  )
  const count = (name, unsaid) => readCount(name, values[name] ?? unsaid, usage)
  const seed = count('seed')
  if (values.planted) return await findPlanted(count('sessions', 2000), seed, values.only)
  const story = values.story && count('story')
  const [sessions, processes] = [count('sessions', 200), count('processes')]
  const { main, dump } = await prepare()
  if (story) return await printStory({ main, dump, seed: story, isShort: values.short })
  const result = await play({ main, dump, seed, sessions, processes })
  const [first] = result.broken
  if (first) {
    console.log(`\nThe first of them, without what is not needed for it:\n`)
    await printStory({ main, dump, seed: first.seed, isShort: true })
  }
  return result.broken.length === 0
}

/** Builds the simulator with the product, and the database that its sessions start from. @returns {Promise<{ main: string, dump: string }>} */
export async function prepare() {
  const main = await bundle()
  return { main, dump: await migratedDump(main) }
}

/** At most this many broken sessions are printed in full. */
const maxReported = 12

/** Plays sessions in several processes. Prints each violation as it is found. */
export async function play({ main, dump, seed, sessions, processes, quiet = false, firstOnly = false }) {
  const began = performance.now()
  const broken = []
  const met = {}
  let done = 0
  const work = Array.from({ length: Math.min(processes, sessions) }, async (_, at) => {
    const share = Math.ceil((sessions - at) / processes)
    const options = [
      '--seed',
      seed + at,
      '--sessions',
      share,
      '--step',
      processes,
      ...(firstOnly ? ['--first-only'] : []),
    ]
    await runProgram([...engineFlags, main, '--dump', dump, ...options.map(String)], (line) => {
      if ('broken' in line) {
        broken.push(line)
        if (!quiet && broken.length <= maxReported)
          console.log(`  session ${line.seed}:\n    ${line.broken.join('\n    ')}`)
      }
      if ('done' in line) done += line.done
      for (const [what, times] of Object.entries(line.met ?? {})) met[what] = (met[what] ?? 0) + times
    })
  })
  await Promise.all(work)
  const tookMs = performance.now() - began
  if (!quiet)
    console.log(
      `${done.toLocaleString('en-US')} sessions from seed ${seed}, ${broken.length} broken, in ${seconds(tookMs)} (${((done * 1000) / tookMs).toFixed(1)} a second)`,
    )
  if (!quiet) console.log(metInWords(met))
  if (!firstOnly && done < sessions)
    throw new Error(`${sessions - done} sessions were not played to their end`)
  return { done, broken, tookMs }
}

/** How often each situation occurred in the sessions: the rare ones are hardly tested. @param {Record<string, number>} met */
function metInWords(met) {
  const kinds = {}
  for (const [what, times] of Object.entries(met).toSorted(([one], [other]) => one.localeCompare(other))) {
    const [kind, which] = what.split(': ')
    kinds[kind] = [
      ...(kinds[kind] ?? []),
      `${which === undefined ? '' : `${which} `}${times.toLocaleString('en-US')}`,
    ]
  }
  return Object.entries(kinds)
    .map(([kind, all]) => `  ${kind}: ${all.join(', ')}`)
    .join('\n')
}

/** Sessions allocate many short-lived objects, which a large young generation collects cheaply. Each process has one core, so one GC thread. */
const engineFlags = ['--max-old-space-size=4096', '--max-semi-space-size=64', '--single-threaded-gc']

/**
 * Plays session `seed` alone and tells what happened, and whether nothing was broken. `isShort`: without the steps that the violation does not need.
 * @param {{ main: string, dump: string, seed: number | string, isShort: boolean }} of
 * @returns {Promise<{ isWhole: boolean, story: string }>}
 */
export async function traceOf({ main, dump, seed, isShort }) {
  const { finish } = await import('../child.mjs')
  const args = [main, '--dump', dump, '--seed', String(seed), '--story', ...(isShort ? ['--shrink'] : [])]
  const { code, output } = await finish(process.execPath, args)
  return { isWhole: code === 0, story: output }
}

async function printStory(of) {
  const { isWhole, story } = await traceOf(of)
  console.log(story)
  return isWhole
}

/** Plays sessions with each planted bug until one breaks. The same session must pass without the bug: otherwise something else was found. */
async function findPlanted(most, seed, only) {
  const chosen = planted.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) throw new Failure(`No planted bug’s name contains “${only}”.`)
  const rightMain = await bundle()
  let missed = 0
  for (const bug of chosen) {
    const main = await bundle(bug)
    const dump = await migratedDump(main)
    const once = { dump, processes: 1, quiet: true }
    const { broken, done, tookMs } = await play({ ...once, main, seed, sessions: most, firstOnly: true })
    const [first] = broken
    const alone = first && (await play({ ...once, main: rightMain, seed: first.seed, sessions: 1 }))
    const isFound = alone !== undefined && alone.broken.length === 0
    if (!isFound) missed++
    const found = first
      ? `${isFound ? 'found' : 'NOT THIS BUG'} after ${first.after} sessions (seed ${first.seed})`
      : `NOT FOUND in ${done}`
    console.log(
      `${isFound ? '✓' : '✗'} ${bug.name}: ${found}, ${seconds(tookMs)}\n    ${first?.broken[0]?.split('\n')[0] ?? ''}`,
    )
  }
  console.log(`${chosen.length - missed} of ${chosen.length} planted bugs were found.`)
  return missed === 0
}
