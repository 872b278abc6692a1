import type { ChildProcess } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { callLimits } from '#server/db/engine-thread.ts'
import { FolderLockedError } from '#server/db/folder-lock.ts'
import { describeStartFailure } from '#server/describe-start-failure.ts'
import { readSettings, SettingsError } from '#server/env.ts'
import { workerFile } from './support/databases.ts'
import { margherita } from './support/orders.ts'
import {
  dataWithDatabase,
  makeTree,
  openAllDay,
  portOf,
  type Run,
  run,
  startHere,
} from './support/program.ts'

describe('a running Larder', () => {
  const children: ChildProcess[] = []
  const started = (one: Run): Run => {
    children.push(one.child)
    return one
  }
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  const call = async (
    port: number,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ id: string; items: { index: number }[]; totals: { due: string } }> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/location/tavola-nyc/ticketorder/${path}`, {
      method,
      headers: {
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await reply.json()) as {
      ticket_order: { id: string; items: { index: number }[]; totals: { due: string } }
    }
    if (!reply.ok) throw new Error(JSON.stringify(answer))
    return answer.ticket_order
  }

  it('keeps every item that it acknowledged, through SIGKILL', async () => {
    const root = makeTree()
    openAllDay(root)
    await dataWithDatabase(join(root, 'data'))
    let ticket = ''
    let acknowledged = 0
    for (let life = 0; life < 2; life++) {
      const running = started(run(root))
      const port = await portOf(running)
      if (ticket === '') ticket = (await call(port, 'GET', 'create')).id
      expect((await call(port, 'GET', ticket)).items.length).toBeGreaterThanOrEqual(acknowledged)
      const adding = (async (): Promise<void> => {
        // Until the process is killed.
        for (;;)
          acknowledged = Math.max(
            acknowledged,
            (await call(port, 'POST', `${ticket}/items`, { items: [margherita()] })).items.length,
          )
      })().catch(() => undefined)
      const wanted = acknowledged + 15
      await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(wanted)
      running.child.kill('SIGKILL')
      await Promise.all([adding, running.ended])
    }
    const port = await portOf(started(run(root)))
    const after = await call(port, 'GET', ticket)
    expect(acknowledged).toBeGreaterThan(30)
    // One item more is right, too: it was stored, and its answer was lost.
    expect(after.items.length - acknowledged).toBeGreaterThanOrEqual(0)
    expect(after.items.length - acknowledged).toBeLessThanOrEqual(1)
    expect(new Set(after.items.map((line) => line.index)).size).toBe(after.items.length)
  }, 300_000)

  it('prints the merchants’ addresses once they answer, closes an older data folder to others, refuses it to another Larder in one line, and ends cleanly when told to', async () => {
    const root = makeTree()
    mkdirSync(join(root, 'data/outgoing'), { recursive: true })
    const running = started(run(root))
    const port = await portOf(running)
    expect((await fetch(`http://127.0.0.1:${port}/menus`)).status).toBe(200)
    expect(running.output()).toContain(`http://grill.localhost:${port}`)
    for (const folder of ['data', 'data/outgoing', 'data/database'])
      expect(statSync(join(root, folder)).mode & 0o077).toBe(0)
    const second = started(run(root))
    expect(await second.ended).toBe(1)
    expect(second.errors()).toMatch(/^The data folder .* is in use by another Larder\..*\n$/)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(running.errors()).toBe('')
  }, 180_000)
})

describe('a start', () => {
  /** What the program would print (main.ts). */
  const refusal = async (env: Record<string, string>): Promise<string> => {
    return await startHere(makeTree(), env).then(() => 'It has started.', describeStartFailure)
  }

  it.each([
    [
      'a data folder that cannot be created',
      { DATA_DIR: 'package.json/data' },
      /^The data folder .*package\.json\/data cannot be written \(\w+\)\. Choose another with DATA_DIR\.$/,
    ],
    ['an invalid port', { PORT: 'eighty' }, /^PORT must be a number from 0 to 65535, not "eighty"\.$/],
    [
      'production with the sandbox’s payments',
      { ENVIRONMENT: 'prod' },
      /^ENVIRONMENT=prod does not start with the payment sandbox: .*\nENVIRONMENT=prod does not write emails .*\nENVIRONMENT=prod keeps no card key .*$/,
    ],
  ])('refuses %s, in one line for each that is wrong', async (_what, env, line) =>
    expect(await refusal(env)).toMatch(line),
  )

  it.runIf(process.platform === 'linux')(
    'refuses a data folder that cannot be created, in one line, instead of trying forever',
    async () =>
      expect(await refusal({ DATA_DIR: '/proc/larder/data' })).toBe(
        'The data folder /proc/larder/data cannot be written (ENOENT). Choose another with DATA_DIR.',
      ),
  )
})

describe('the lock of a data folder', () => {
  it('has one winner of eight, and is free again afterwards', async () => {
    const folder = join(await dataWithDatabase(), 'database')
    const open = () => openEmbedded({ folder, workerFile: workerFile() })
    const results = await Promise.allSettled(Array.from({ length: 8 }, open))
    const winners = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(winners).toHaveLength(1)
    const refusals = results.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(FolderLockedError)
    await winners[0]!.close()
    const again = await openEmbedded({ folder, workerFile: workerFile() })
    expect(await again.query('SHOW fsync')).toEqual([{ fsync: 'on' }])
    await again.close()
  })

  it('is free again when the engine did not end in time', async () => {
    const folder = join(await dataWithDatabase(), 'database')
    const limits = { ...callLimits, close: 1 }
    const slow = await openEmbedded({ folder, workerFile: workerFile(), limits })
    await expect(slow.close()).rejects.toThrow('did not answer')
    const again = await openEmbedded({ folder, workerFile: workerFile() })
    await again.close()
  })
})

describe('settings', () => {
  it.each(['daily', 'stage', 'prod'])(
    'refuse, in %s too, keys of Stripe in each other’s place, or of two modes: pages show the publishable one to everybody',
    (environment) => {
      const withKeys = (secret: string, publishable: string) => () =>
        readSettings({
          ENVIRONMENT: environment,
          STRIPE_SECRET_KEY: secret,
          STRIPE_PUBLISHABLE_KEY: publishable,
        })
      expect(withKeys('pk_live_x', 'sk_live_x')).toThrow('STRIPE_SECRET_KEY must be one of Stripe’s, sk_')
      expect(withKeys('sk_live_x', 'sk_live_y')).toThrow(
        'STRIPE_PUBLISHABLE_KEY must be one of Stripe’s, pk_',
      )
      expect(withKeys('sk_live_x', 'pk_test_x')).toThrow('both must be of the same kind')
    },
  )

  it('have the environments daily, stage and prod; production starts only with live keys, and each environment has its own keys for the human check @BC-21 @OV-09', () => {
    const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'hello@larder.example' }
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      CARD_KEY: `${'A'.repeat(43)}=`,
    }
    const live = { ENVIRONMENT: 'prod', ...keys, ...mail }
    expect(readSettings(live)).toMatchObject({
      environment: 'prod',
      stripe: { keys: { secretKey: 'sk_live_x' } },
    })
    expect(() => readSettings({ ...live, STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow(SettingsError)
    expect(() => readSettings({ ...live, STRIPE_PUBLISHABLE_KEY: undefined })).toThrow('must be set together')
    expect(() => readSettings({ ENVIRONMENT: 'production' })).toThrow('daily, stage or prod')
    expect(() =>
      readSettings({ PORT: '70000', TRUST_PROXY: 'yes', HOST: '', ALLOW_MISSING_PICTURES: 'true' }),
    ).toThrow(
      'PORT must be a number from 0 to 65535, not "70000".\nALLOW_MISSING_PICTURES must be 1 or 0, not "true".\nTRUST_PROXY must be 1 or 0, not "yes".',
    )
    expect(() => readSettings({ DATABASE_URL: 'mysql://x' })).toThrow('postgres://')
    expect(() => readSettings({ LOG_URL: 'https://logs.example/in' })).toThrow(
      'LOG_URL and LOG_TOKEN must be set together',
    )
    expect(readSettings({ LOG_URL: 'https://logs.example/in', LOG_TOKEN: 't' }).log).toEqual({
      url: 'https://logs.example/in',
      token: 't',
    })
    expect(readSettings({}).log).toBeUndefined()
    expect(readSettings({}).verification.recaptcha).toBeUndefined()
    expect(() => readSettings({ RECAPTCHA_SITE_KEY: 'k' })).toThrow('must be set together')
    const secret = 'whsec_x'
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET']) {
      const { STRIPE_SECRET_KEY: _one, STRIPE_PUBLISHABLE_KEY: _other, ...without } = live
      for (const env of [{}, { ...without, STRIPE_KEYS_DIR: '/keys' }])
        expect(() => readSettings({ ...env, [name]: secret })).toThrow(
          `${name} needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: `,
        )
      expect(() => readSettings({ ...live, [name]: secret })).not.toThrow()
    }
    expect(
      readSettings({ ENVIRONMENT: 'stage', RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET_KEY: 's' }),
    ).toMatchObject({
      environment: 'stage',
      verification: { recaptcha: { siteKey: 'k', secretKey: 's' } },
    })
    expect(readSettings({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      environment: 'daily',
      defaultMerchant: 'bella',
      databaseUrl: undefined,
    })
  })
})
