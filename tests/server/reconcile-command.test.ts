import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { runReconcileCommand } from '#server/reconcile-command.ts'
import { databases, type Engine, urlOf, workerFile } from './support/databases.ts'
import { grill } from './support/larder.ts'
import { dataWithDatabase } from './support/program.ts'
import {
  boughtCard,
  deliverEvents,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
} from './support/stripe/larder.ts'
import { plantDifferences } from './support/stripe/planted-differences.ts'

const day = '2026-11-20'
const month = ['--from', '2026-11-01', '--to', '2026-11-30']

/** A server that has sold something, with its own data folder; returns the command to run on that folder once the server has stopped. */
async function sold(engine: Engine, sell: (larder: StripeLarder) => Promise<void>) {
  const root = mkdtempSync(join(tmpdir(), 'larder-reconcile-'))
  const open = async () => {
    const folder = join(await dataWithDatabase(join(root, 'data')), 'database')
    return openEmbedded({ folder, workerFile: workerFile() })
  }
  const larder = await startStripeLarder(engine.name === 'PGlite' ? { name: engine.name, open } : engine)
  await sell(larder)
  const keysDir = join(root, 'stripe')
  mkdirSync(keysDir)
  // Tavola has keys of its own, the grill has a connected account of the platform.
  const own = { secret_key: 'sk_test_tavola', publishable_key: 'pk_test_tavola' }
  writeFileSync(join(keysDir, 'tavola.json'), JSON.stringify(own))
  writeFileSync(join(keysDir, 'grill.json'), JSON.stringify({ account: 'acct_grill' }))
  const env = {
    ...(engine.name === 'PostgreSQL' && { DATABASE_URL: await urlOf(larder.database) }),
    DATA_DIR: 'data',
    STRIPE_API_URL: larder.stripe.url,
    STRIPE_SECRET_KEY: 'sk_test_platform',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_platform',
    STRIPE_KEYS_DIR: keysDir,
  }
  await larder.app.close()
  await larder.database.close()
  const { clock, stripe } = larder
  const run = async (...args: string[]): Promise<{ code: number; said: string[] }> => {
    const said: string[] = []
    const context = {
      root,
      env,
      clock,
      workerFile: workerFile(),
      say: (line: string) => void said.push(line),
    }
    return { code: await runReconcileCommand(context, args), said }
  }
  return { run, stripe }
}

/** The command as an operator calls it: its settings lead to a database and to Stripe, and its output goes to the terminal. */
describe.for(databases)('npm run reconcile [$name]', (engine) => {
  it('says that both are the same, and ends with 0, for a month in which all was told', async () => {
    const { run, stripe } = await sold(engine, async (larder) => {
      const [order, refunded] = [await paidTicket(larder, grill), await paidTicket(larder)]
      larder.stripe.dashboard('acct_grill').refund(order.intentId, 100)
      larder.stripe.dashboard('acct_tavola').refund(refunded.intentId, 100)
      larder.stripe.dashboard('acct_tavola').dispute((await boughtCard(larder)).intentId)
      await deliverEvents(larder)
      await deliverEvents(larder, grill)
    })
    for (const [label, account] of [
      ['tavola', 'acct_tavola'],
      ['grill', 'acct_grill'],
    ] as const) {
      stripe.asked.length = 0
      expect(await run('--merchant', label, ...month)).toEqual({
        code: 0,
        said: [`${label}, 2026-11-01 to 2026-11-30: Stripe and the ledger say the same.`],
      })
      expect(new Set(stripe.asked.map((one) => one.account))).toEqual(new Set([account]))
    }
    await stripe.close()
  })

  it('names each difference in a line, ends with 1 and changes nothing', async () => {
    let planted: string[] = []
    let byHand = ''
    const { run, stripe } = await sold(engine, async (larder) => {
      planted = await plantDifferences(larder)
      byHand = larder.stripe.dashboard('acct_grill').charge(1250)
    })
    const first = await run('--merchant', 'tavola', ...month)
    expect([first.code, first.said.at(-1)]).toEqual([1, '12 differences, 1 note. Nothing was changed.'])
    const lines = first.said.slice(0, -1)
    expect(lines).toHaveLength(planted.length)
    for (const one of planted) {
      const [kind, id] = one.split(' ') as [string, string]
      expect(
        lines.filter((line) => line.startsWith(`${kind.padEnd(22)} `) && line.includes(id)),
      ).toHaveLength(1)
    }
    // The same again, also for that single day.
    expect(await run('--merchant', 'tavola', '--from', day, '--to', day)).toEqual(first)
    expect(await run('--merchant', 'grill', ...month)).toEqual({
      code: 0,
      said: [
        `charge-by-hand         $12.50 were charged by hand in Stripe (${byHand}): not of any order here.`,
        '1 note, nothing to mend.',
      ],
    })
    expect(await run('--merchant', 'grill', '--from', '2026-11-21', '--to', '2026-11-22')).toEqual({
      code: 0,
      said: ['grill, 2026-11-21 to 2026-11-22: Stripe and the ledger say the same.'],
    })
    await stripe.close()
  })
})

describe('npm run reconcile without what it needs', () => {
  const say = async (args: string[], env: Record<string, string> = {}) => {
    const lines: string[] = []
    const root = mkdtempSync(join(tmpdir(), 'larder-reconcile-'))
    const code = await runReconcileCommand({ root, env, say: (line) => void lines.push(line) }, args)
    return [code, lines.join('\n')]
  }

  it.each([
    [[], {}, 'Missing or invalid --merchant, --from or --to. Usage: npm run reconcile'],
    [
      ['--merchant', 'bella', '--from', '2026-11-31', '--to', '2026-12-01'],
      {},
      'Missing or invalid --merchant, --from or --to',
    ],
    [
      ['--merchant', 'bella', '--from', '2026-11-02', '--to', '2026-11-01'],
      {},
      'Missing or invalid --merchant, --from or --to',
    ],
    [['--whose', 'bella'], {}, "Unknown option '--whose'"],
    [['--merchant', 'bella', '--from', day, '--to', day], {}, 'There are no keys of Stripe'],
    [
      ['--merchant', 'bella', '--from', day, '--to', day],
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'There is no database',
    ],
  ])('says what it lacks: %j', async (args, env, message) => {
    const [code, said] = await say(args, env as Record<string, string>)
    expect(code).toBe(1)
    expect(said).toContain(message)
  })

  it.each(['--help', '-h'])('says how it is used, and ends with 0: %s', async (help) => {
    const [code, said] = await say([help])
    expect([code, said]).toEqual([
      0,
      'Usage: npm run reconcile -- --merchant <label> --from 2026-11-01 --to 2026-11-30',
    ])
  })

  it('says who is not there, and that Stripe could not be asked, and ends with 1', async () => {
    const { run, stripe } = await sold(databases.at(-1)!, async () => undefined)
    expect(await run('--merchant', 'bella', ...month)).toEqual({
      code: 1,
      said: ['The database has no "bella". It has: grill, tavola.'],
    })
    const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' }
    for (const [label, status, words] of [
      [
        'tavola',
        401,
        /^tavola: Stripe refuses the secret key in \/.*\/stripe\/tavola\.json: .* API keys, into it\.$/,
      ],
      ['grill', 401, /^grill: Stripe refuses the secret key in STRIPE_SECRET_KEY: /],
      [
        'tavola',
        403,
        /^tavola: Stripe does not let the key in .*tavola\.json read its books\. A restricted key/,
      ],
      [
        'grill',
        403,
        /^grill: .* STRIPE_SECRET_KEY read the books of acct_grill: that account is not connected/,
      ],
      ['grill', 429, /^grill: Stripe was asked too much at once\. Try again in a few minutes\.$/],
      ['grill', 500, /^grill: Stripe has trouble of its own/],
    ] as const) {
      stripe.fault = () => ({ kind: 'answer', status, body: { error } })
      const refused = await run('--merchant', label, ...month)
      expect(refused).toEqual({ code: 1, said: [expect.stringMatching(words)] })
      expect(refused.said[0]).not.toContain('sk_test')
    }
    await stripe.close()
  })
})
