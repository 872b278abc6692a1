import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, runConformance } from '../../conformance/command.ts'
import { formatReport } from '../../conformance/report.ts'
import { reachApp } from '../support/reach-app.ts'
import { kitSettings, rowsWithStatus, runKit } from './support/conformance.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { everybody, goodPassword, newAddress, signUp } from './support/members.ts'
import { plantedDefects } from './support/planted-defects.ts'

describe('the defects that the kit reports', () => {
  let larder: TestLarder
  let member: { email: string; password: string }
  beforeAll(async () => {
    larder = await startTestLarder(databases[0]!, { verification: everybody })
    member = { email: newAddress(), password: goodPassword }
    await signUp(larder, member.email)
  })
  afterAll(() => larder.close())

  it.each(plantedDefects)('$id: $name', async ({ id, plant }) => {
    const reach = plant(reachApp(larder.app, tavola.host), larder.clock)
    const { rows } = await runKit(larder, reach, { member, pays: id === 'AT-15' })
    expect(rows.find((row) => row.id === id)).toMatchObject({ status: 'fail' })
    // Checks that depend on a broken call cannot be made: they are not reported as failures, too.
    expect(rowsWithStatus(rows, 'fail').length, formatReport(rows)).toBeLessThan(15)
    expect(formatReport(rows)).toMatch(
      new RegExp(`✗ FAIL +${id}.*\\n( +\\S.*\\n)* +expected .+\\n +came +.+`),
    )
  })
})

describe('the command', () => {
  const said: string[] = []
  const context = { root: process.cwd(), say: (line: string) => void said.push(line) }
  it.each([
    { args: [], words: 'Missing --api URL' },
    { args: ['--api', 'http://localhost/api'], words: 'Missing --merchant LABEL' },
    {
      args: ['--api', 'http://localhost/api', '--merchant', 'nobody-at-all'],
      words: 'There is no merchants/nobody',
    },
    {
      args: ['--api', 'http://localhost/api', '--merchant', 'bella', '--email', 'a@b.c'],
      words: 'both or neither',
    },
    { args: ['--wish'], words: '--wish' },
  ])('says what is missing: $words', async ({ args, words }) => {
    said.length = 0
    expect(await runConformance(context, args)).toBe(2)
    expect(said.join('\n')).toContain(words)
    expect(said.join('\n')).toContain('npm run conformance -- --api URL')
  })

  it('fails by requirement where nothing answers, and does not check anything that depends on it', async () => {
    said.length = 0
    const args = ['--api', 'http://127.0.0.1:9/api', '--merchant', 'bella', '--json']
    expect(await runConformance(context, args)).toBe(1)
    const { rows } = JSON.parse(said.join('\n')) as { rows: { id: string; status: string }[] }
    expect(rows.find(({ id }) => id === 'AL-03')?.status).toBe('fail')
    expect(rows.find(({ id }) => id === 'AT-11')?.status).toBe('not checked')
  })

  it('says before it begins what it will create, whom it signs in as, and whether it pays', async () => {
    const larder = await startTestLarder(databases[0]!)
    try {
      const reach = reachApp(larder.app, tavola.host)
      expect(planOf(kitSettings(larder, reach))).toMatch(/four orders[^]*It pays nothing/)
      const member = { email: 'ada@example.com', password: 'secret words' }
      const plan = planOf(kitSettings(larder, reach, { member, pays: true }))
      expect(plan).toMatch(/signs in as ada@example\.com[^]*pays with a test card/)
      expect(plan).not.toContain('secret words')
    } finally {
      await larder.close()
    }
  })
})
