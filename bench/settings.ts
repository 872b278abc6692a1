import { listAddresses } from './addresses.ts'

/** What to measure, as the command line says it. Apart from main.ts, which loads everything that measures: whoever asks for help should not wait for that. */

const parts = ['bytes', 'copy', 'taps', 'api', 'sizes', 'launch', 'lighthouse'] as const
export type Part = (typeof parts)[number]

/** The small menu that large ones are compared with (dishes). */
const smallest = 50

export const usage = `npm run bench [-- options]
  --only ${parts.join(',')}   some parts
  --quick                one run of each instead of three
  --runs 5               another number of runs
  --addresses /menus,/order   launches of some addresses alone
  --dishes 500,5000      menus of these sizes alone, each beside one of ${smallest}
  --traces folder        a trace of each measured visit, and where its time went
  --compare <ref>        another commit beside this tree, in turns`

/** In the form that scripts/command-line.mjs takes. */
export const options = {
  only: { type: 'string' },
  quick: { type: 'boolean', default: false },
  runs: { type: 'string' },
  addresses: { type: 'string' },
  dishes: { type: 'string' },
  compare: { type: 'string' },
  traces: { type: 'string' },
} as const

type Options = {
  [name in Exclude<keyof typeof options, 'quick'>]?: string | undefined
} & { quick: boolean }

export type Settings = {
  chosen: readonly Part[]
  runs: number
  orders: number
  addresses: ReturnType<typeof listAddresses>
  sizes: readonly number[]
  compare: string | undefined
  traces: string | undefined
}

/** What to measure. Throws for an unknown part or address, or an invalid size or number of runs. */
export function settingsOf(values: Options): Settings {
  // Naming addresses or sizes selects their part.
  const implied = [values.addresses !== undefined && 'launch', values.dishes !== undefined && 'sizes'].filter(
    (part) => part !== false,
  )
  const named = values.only?.split(',') ?? (implied.length > 0 ? implied : [...parts])
  const unknown = named.filter((name) => !parts.some((part) => part === name))
  const sizes = values.dishes?.split(',').map(Number) ?? [500, 5000]
  const runs = values.runs === undefined ? (values.quick ? 1 : 3) : Number(values.runs)
  if (unknown.length > 0) throw new Error(`--only: there is no part ${unknown.join(', ')}.`)
  if ([...sizes, runs].some((count) => !Number.isInteger(count) || count < 1))
    throw new Error('--runs and --dishes are whole numbers from 1.')
  return {
    chosen: parts.filter((part) => named.includes(part)),
    runs,
    orders: values.quick ? 200 : 600,
    addresses: listAddresses(values.addresses?.split(',')),
    sizes: [...new Set([smallest, ...sizes])].toSorted((a, b) => a - b),
    compare: values.compare,
    traces: values.traces,
  }
}
