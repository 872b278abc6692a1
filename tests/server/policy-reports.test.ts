import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PolicyReport } from '#contract/schemas/privacy.ts'
import { countReports } from '#server/modules/policy-reports/reports.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'

describe.for(databases)('a report of the page’s policy [$name]', (engine) => {
  let larder: TestLarder
  let admin: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine, { limits: { policyReportOfClient: { max: 14, minutes: 60 } } })
    admin = await administratorOf(larder)
  })
  afterAll(() => larder.close())

  const post = async (payload: unknown, type: string, host = tavola.host): Promise<number> => {
    const { statusCode } = await larder.app.inject({
      method: 'POST',
      url: '/api/policyreports',
      headers: { host, 'content-type': type },
      payload: JSON.stringify(payload),
    })
    return statusCode
  }
  const old = (report: object, host = tavola.host) =>
    post(
      { 'csp-report': { 'document-uri': `http://${tavola.host}/ordercheckout?x=secret`, ...report } },
      'application/csp-report',
      host,
    )
  const list = async (): Promise<PolicyReport[]> =>
    (await admin.send<{ reports: PolicyReport[] }>('GET', '/admin/policyreports')).body.reports

  it('is counted by rule and source, from either kind of report, without addresses (X15)', async () => {
    const skimmer = {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/skim.js?card=4242',
    }
    expect(await old(skimmer)).toBe(204)
    expect(
      await post(
        [
          {
            type: 'csp-violation',
            url: `http://${tavola.host}/checkout`,
            body: {
              documentURL: `http://${tavola.host}/checkout`,
              effectiveDirective: 'script-src-elem',
              blockedURL: 'https://evil.example/other.js',
            },
          },
          { type: 'deprecation', url: `http://${tavola.host}/`, body: { id: 'x' } },
        ],
        'application/reports+json',
      ),
    ).toBe(204)
    expect(await old({ 'violated-directive': 'style-src-attr', 'blocked-uri': 'inline' })).toBe(204)
    larder.clock.advance(24 * 60 * 60 * 1000)
    // The administrator's session has ended by now.
    admin = await administratorOf(larder)
    expect(await old({ ...skimmer, 'blocked-uri': 'chrome-extension://abc/x.js' })).toBe(204)
    expect(await list()).toEqual([
      {
        directive: 'script-src-elem',
        source: 'extension',
        screens: ['/ordercheckout'],
        count: 1,
        first_day: '2026-11-21',
        last_day: '2026-11-21',
      },
      {
        directive: 'script-src-elem',
        source: 'https://evil.example',
        screens: ['/checkout', '/ordercheckout'],
        count: 2,
        first_day: '2026-11-20',
        last_day: '2026-11-20',
      },
      expect.objectContaining({ directive: 'style-src-attr', source: 'inline' }),
    ])
    const rows = await larder.database.query<{ row: string }>('SELECT t::text AS row FROM policy_reports t')
    expect(JSON.stringify(rows)).not.toMatch(/secret|4242|skim/)
  })

  it('raises the alarm once a day when a payment page’s script comes from elsewhere or sends to elsewhere, and for nothing else (X15)', async () => {
    larder.clock.advance(24 * 60 * 60 * 1000)
    const alarms = () => larder.log.filter(({ event }) => event === 'payment_page_changed')
    const before = alarms().length
    const refused = (directive: string, blocked: string, page = '/ordercheckout') => ({
      type: 'csp-violation',
      body: {
        documentURL: `http://${tavola.host}${page}`,
        effectiveDirective: directive,
        blockedURL: blocked,
      },
    })
    const all = [
      refused('script-src-elem', 'https://evil.example/skim.js?card=4242'),
      refused('connect-src', 'https://evil.example/take'),
      refused('script-src-elem', 'chrome-extension://abc/x.js'),
      refused('img-src', 'https://pictures.example/a.png'),
      refused('script-src-elem', 'https://evil.example/skim.js', '/menus'),
    ]
    for (let time = 0; time < 2; time++) expect(await post(all, 'application/reports+json')).toBe(204)
    expect(alarms().slice(before)).toMatchObject([
      {
        level: 'error',
        detail: 'tavola-nyc /ordercheckout script-src-elem https://evil.example',
      },
      { level: 'error', detail: 'tavola-nyc /ordercheckout connect-src https://evil.example' },
    ])
    await larder.database.query('DELETE FROM policy_reports')
    admin = await administratorOf(larder)
  })

  it('counts no invalid report, and none about other hosts', async () => {
    const before = await list()
    for (const report of [
      { 'effective-directive': 'made-up', 'blocked-uri': 'inline' },
      { 'effective-directive': 'script-src', 'document-uri': 'http://elsewhere.example/' },
      { 'effective-directive': 'script-src', 'document-uri': 'no address' },
    ])
      expect(await old(report)).toBe(204)
    expect(await post('nonsense', 'application/csp-report')).toBe(204)
    expect(await list()).toEqual(before)
  })

  it('counts new kinds as “other” once there are very many in a day, and known ones as before', async () => {
    const { database, clock } = larder
    const when = { day: '2026-12-01', nowMs: clock.now() }
    const kind = (source: string) => ({ screen: '/checkout', takesCards: true, directive: 'img-src', source })
    const count = (...sources: string[]) => countReports(database, tavola.location, sources.map(kind), when)
    const many = Array.from({ length: 199 }, (_, at) => `https://s${at}.example`)
    await count(...many, 'https://known.example')
    await count('https://known.example', 'https://new.example', 'https://newer.example')
    const rows = await database.query<{ source: string; seen: number }>(
      `SELECT source, seen FROM policy_reports WHERE day = $1 AND (seen > 1 OR source IN ('other', 'https://known.example')) ORDER BY source`,
      [when.day],
    )
    expect(rows).toEqual([
      { source: 'https://known.example', seen: 2 },
      { source: 'other', seen: 2 },
    ])
    await database.query('DELETE FROM policy_reports WHERE day = $1', [when.day])
  })

  it('is for administrators, and limited', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    expect((await member.send('GET', '/admin/policyreports')).status).toBe(403)
    expect((await new Guest(larder).send('GET', '/admin/policyreports')).status).toBe(401)
    const answers: number[] = []
    for (let count = 0; count < 12; count++)
      answers.push(
        await old({ 'effective-directive': 'img-src', 'blocked-uri': `https://s${count}.example/` }),
      )
    expect(answers.at(-1)).toBe(429)
  })

  it('is deleted after a time', async () => {
    larder.clock.advance(92 * 24 * 60 * 60 * 1000)
    await larder.minute()
    const rows = await larder.database.query('SELECT 1 AS there FROM policy_reports')
    expect(rows).toEqual([])
  })
})
