import { availableParallelism } from 'node:os'
import { readCount, readOptions } from '../command-line.mjs'
import { Failure, seconds } from '../progress.mjs'
import { bundle, migratedDump } from '../simulate/bundle.mjs'
import { runProgram } from '../simulate/run-program.mjs'

const usage = `npm run random-orders -- [--orders N] [--seed S] [--processes P] [--engine postgresql|embedded]
    plays the N orders of the seeds from S on, each alone the same as among others`

/** At most this many broken orders are printed in full. */
const maxReported = 12
/** How often progress is printed (ms). */
const progressEveryMs = 10_000

/** Gives whether nothing was broken. Throws Failure for invalid options. @param {string[]} args */
export async function randomOrders(args) {
  const { values } = readOptions(
    usage,
    {
      orders: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: String(availableParallelism()) },
      engine: { type: 'string', default: 'postgresql' },
    },
    { args },
  )
  const { engine } = values
  if (engine !== 'postgresql' && engine !== 'embedded')
    throw new Failure(`There is no engine "${engine}".\n${usage}`)
  const [orders, seed, processes] = ['orders', 'seed', 'processes'].map((name) =>
    readCount(name, values[name], usage),
  )
  const { broken } = await play({ orders, seed, processes, engine })
  return broken.length === 0
}

/** Plays orders in several processes. Prints progress, and each violation as it is found. */
export async function play({ orders, seed, processes, engine, quiet = false }) {
  const main = await bundle(undefined, 'random-orders')
  const dump = engine === 'embedded' ? await migratedDump(await bundle()) : ''
  const began = performance.now()
  const broken = []
  let played = 0
  const rate = () => `${((played * 1000) / (performance.now() - began)).toFixed(1)} a second`
  const progress = () =>
    `${played.toLocaleString('en-US')} of ${orders.toLocaleString('en-US')} orders, ${rate()}, ${broken.length} broken`
  const timer = quiet ? undefined : setInterval(() => console.log(progress()), progressEveryMs)
  const onMessage = (line) => {
    played += line.played ?? 0
    if (line.broken === undefined) return
    broken.push(line.broken)
    if (!quiet && broken.length <= maxReported) console.log(inWords(line.broken, engine))
  }
  try {
    await Promise.all(
      sharesOf({ orders, seed, processes }).map((share) => run(main, { ...share, engine, dump }, onMessage)),
    )
  } finally {
    clearInterval(timer)
  }
  const tookMs = performance.now() - began
  if (!quiet) console.log(`${progress()}, in ${seconds(tookMs)} from seed ${seed} on ${engine}`)
  if (played < orders) throw new Error(`${orders - played} orders were not played to their end`)
  return { broken, played, tookMs }
}

/** What each process plays: consecutive seeds. */
export function sharesOf({ orders, seed, processes }) {
  const most = Math.ceil(orders / processes)
  return Array.from({ length: Math.ceil(orders / most) }, (_, at) => ({
    seed: seed + at * most,
    orders: Math.min(most, orders - at * most),
  }))
}

const inWords = ({ seed, orders = 1, message }, engine) =>
  `  npm run random-orders -- --seed ${seed} --orders ${orders} --processes 1 --engine ${engine}\n    ${message.split('\n').slice(0, 14).join('\n    ')}`

/** Plays a share of the orders in a process of its own. */
function run(main, options, onMessage) {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  return runProgram(['--max-old-space-size=4096', main, ...args], onMessage)
}
