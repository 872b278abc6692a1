import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations, requirementsOf, specificationCalls } from '#contract/operations.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { allChecks } from '../../conformance/checks/all.ts'
import { type Row, runChecks } from '../../conformance/run.ts'
import { Visit } from '../../conformance/visit.ts'
import { specOnly } from '../support/spec-only-api/spec-only.ts'
import { reachApp } from '../support/reach-app.ts'
import { kitSettings, rowsWithStatus, runKit } from './support/conformance.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { everybody, goodPassword, newAddress, signUp } from './support/members.ts'

const engine = databases[0]!

describe('the list of checks', () => {
  it('has a check for every call and every requirement of the specification', () => {
    const calls = new Set<EndpointName>(allChecks.flatMap((check) => check.calls))
    expect(specificationCalls.filter((name) => !calls.has(name))).toEqual([])
    const ids = new Set(allChecks.map(({ id }) => id))
    const wanted = Object.values(operations).flatMap(requirementsOf)
    expect(wanted.filter((id) => id !== 'AT-04' && !ids.has(id))).toEqual([])
  })
  it('has a row for every extension', () => {
    const ids = new Set(allChecks.map(({ id }) => id))
    const wanted = Object.values(operations).flatMap((one) =>
      'extension' in one ? [`x:${one.extension}`] : [],
    )
    expect(wanted.filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('the kit, signed in and paying', () => {
  let larder: TestLarder
  let member: { email: string; password: string }
  const isExtension = ({ id }: Row): boolean => id.startsWith('x:')
  beforeAll(async () => {
    larder = await startTestLarder(engine, { verification: everybody })
    member = { email: newAddress(), password: goodPassword }
    await signUp(larder, member.email)
    larder.change('tavola', (document) => {
      document.location.settings.feedback = { enable: true }
      return document
    })
    await larder.database.query(`UPDATE users SET role = 'owner' WHERE email_key = $1`, [member.email])
  })
  afterAll(() => larder.close())

  it('fails nothing of the reference API, and makes every call of the specification', async () => {
    const { rows, called } = await runKit(larder, reachApp(larder.app, tavola.host), { member, pays: true })
    expect(rowsWithStatus(rows, 'fail')).toEqual([])
    expect(specificationCalls.filter((name) => !called.has(name))).toEqual([])
    expect(
      rows.filter((row) => !isExtension(row) && row.status === 'not checked').map(({ id }) => id),
    ).toEqual([])
    for (const id of ['x:etag', 'x:idempotency_keys', 'x:menu_book', 'x:payment_withdrawal'])
      expect(rows.find((row) => row.id === id)).toMatchObject({ status: 'pass' })
  })

  it('finds the reference API’s extensions, also those that no list names', async () => {
    const { rows } = await runKit(larder, reachApp(larder.app, tavola.host), { member, pays: true })
    const missing = rows.filter((row) => isExtension(row) && row.status === 'not offered')
    // This restaurant delivers everywhere, and this server asks nobody for a proof.
    expect(missing.map(({ id }) => id)).toEqual(['x:delivery_area', 'x:human_verification'])
    expect(rows.find(({ id }) => id === 'x:guest_cancel')).toMatchObject({ status: 'pass' })
  })

  it('asks which zip codes are delivered to, and checks that others are refused', async () => {
    const check = allChecks.filter(({ id }) => id === 'x:delivery_area')
    const statusOf = async () =>
      (await runChecks(new Visit(kitSettings(larder, reachApp(larder.app, tavola.host))), check))[0]?.status
    expect(await statusOf()).toBe('not offered')
    const deliverTo = (deliveryZips: string[] | undefined) =>
      larder.change('tavola', (document) => ({
        ...document,
        ordering: { ...document.ordering, deliveryZips },
      }))
    deliverTo(['10014', '10011'])
    expect(await statusOf()).toBe('pass')
    deliverTo(undefined)
  })

  it('passes an API that has only the specification’s calls; extensions are not offered', async () => {
    const reach = specOnly(reachApp(larder.app, tavola.host))
    const { rows } = await runKit(larder, reach, { member, pays: true })
    expect(rowsWithStatus(rows, 'fail')).toEqual([])
    const extras = rows.filter(isExtension)
    expect(extras.filter(({ status }) => status !== 'not offered').map(({ id }) => id)).toEqual([])
    const { rows: reference } = await runKit(larder, reachApp(larder.app, tavola.host), {
      member,
      pays: true,
    })
    const statuses = (of: readonly Row[]) =>
      of.filter((row) => !isExtension(row)).map(({ id, status }) => [id, status])
    expect(statuses(rows)).toEqual(statuses(reference))
  })

  it('neither pays nor signs in unless it is told to', async () => {
    const charges = async (): Promise<unknown> =>
      await larder.database.query(`SELECT id FROM sandbox_objects WHERE kind = 'payment_intent'`)
    const before = await charges()
    const { rows } = await runKit(larder, reachApp(larder.app, tavola.host))
    expect(rowsWithStatus(rows, 'fail')).toEqual([])
    expect(await charges()).toEqual(before)
    const why = rowsWithStatus(rows, 'not checked').join('\n')
    expect(why).toMatch(/^AT-09: needs --pay$/m)
    expect(why).toMatch(/^AU-12: needs --email and --password$/m)
  })
})
