import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, describe, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isAtLeast } from '#contract/rules/roles.ts'
import type { AttemptRow } from '#db/attempts.ts'
import type { ChangeKind } from '#db/outbox.ts'
import { durableChanges } from '#lib/sync/durable-changes.ts'
import { endpoints } from '#contract/endpoints.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/design/durable-changes.md'), 'utf8')

/** The cells of the page's row about a change. */
const rowOf = (name: string): string[] | undefined =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first === `\`${name}\``)
    ?.slice(1, -1)

const spelled = (ms: number): string => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`)
const nameOf = (call: Endpoint): string | undefined =>
  Object.entries(endpoints).find(([, endpoint]) => endpoint === call)?.[0]

/** A guest's calls that change something. Staff work at a desk with a network. */
const changing = Object.entries(endpoints).filter(
  ([, { queue, caller }]) =>
    queue !== 'read' && (caller === 'anyone' || caller === 'user') && !isAtLeast(caller, 'kitchen'),
)

/** A new kind of attempt does not compile here without an entry. */
const attempts = Object.keys({
  payment: true,
  submit: true,
  redeem: true,
  reward: true,
  release: true,
  'import-redeem': true,
  checkout: true,
} satisfies Record<AttemptRow['kind'], true>)

/** Words of the page that look like calls. */
const notCalls = new Set(['paymentAttempts'])

describe('docs/design/durable-changes.md', () => {
  test.each(Object.keys(durableChanges) as ChangeKind[])('describes %s as the code does', (kind) => {
    const { call, lifetimeMs } = durableChanges[kind]
    expect(rowOf(kind)?.slice(0, 4)).toEqual([
      `\`${kind}\``,
      call.queue,
      spelled(lifetimeMs),
      `\`${nameOf(call)}\``,
    ])
    expect(rowOf(kind)?.every((cell) => cell !== '')).toBe(true)
  })

  test.each(attempts)('describes the attempt %s', (kind) => {
    expect(rowOf(kind)).toHaveLength(3)
  })

  test('describes every call of a guest that changes something', () => {
    expect(changing.length).toBeGreaterThan(30)
    expect(changing.map(([name]) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('names no call that does not exist', () => {
    const told = [...page.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name!)
    expect(told.length).toBeGreaterThan(30)
    expect(told.filter((name) => !(name in endpoints) && !notCalls.has(name))).toEqual([])
  })

  test('no call waits in the outbox whose contract forbids sending it later', () => {
    for (const { call } of Object.values(durableChanges)) expect(['replay', 'draft']).toContain(call.queue)
  })
})
