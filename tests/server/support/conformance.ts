import { randomUUID } from 'node:crypto'
import { allChecks } from '../../../conformance/checks/all.ts'
import { type Row, runChecks } from '../../../conformance/run.ts'
import { testCardAt } from '../../../conformance/test-card.ts'
import { Visit, type VisitSettings } from '../../../conformance/visit.ts'
import type { Wire } from '../../../conformance/wire.ts'
import type { Reach } from '../../support/spec-only-api/spec-only.ts'
import { organization } from './members.ts'
import { tavola, type TestLarder } from './larder.ts'

/** The conformance kit against a server in this process. */

const wireOf =
  (reach: Reach): Wire =>
  ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url)
    return reach({ method, path: pathname + search, headers, body })
  }

type KitOptions = { member?: { email: string; password: string }; pays?: boolean }

/** The kit's settings for the fixture's Tavola, through `reach`. */
export function kitSettings(
  { clock }: TestLarder,
  reach: Reach,
  { member, pays = false }: KitOptions = {},
): VisitSettings {
  const wire = wireOf(reach)
  const base = `http://${tavola.host}/api`
  const locationId = tavola.location
  return {
    wire,
    base,
    locationId,
    organizationId: organization,
    clock,
    ids: { uuid: randomUUID },
    member,
    testCard: pays ? testCardAt({ wire, base, locationId, source: undefined }) : undefined,
  }
}

/** Runs every check; returns the rows, and the calls that were made for them. */
export async function runKit(
  larder: TestLarder,
  reach: Reach,
  options?: KitOptions,
): Promise<{ rows: Row[]; called: ReadonlySet<string> }> {
  const visit = new Visit(kitSettings(larder, reach, options))
  return { rows: await runChecks(visit, allChecks), called: visit.called }
}

/** The rows with one of these statuses, each with its findings. */
export const rowsWithStatus = (rows: readonly Row[], status: Row['status']): string[] =>
  rows
    .filter((row) => row.status === status)
    .map(
      ({ id, notes }) =>
        `${id}: ${notes
          .filter((note) => note.status === status)
          .map(({ expected, came, why }) => why ?? `expected ${expected}; came ${came}`)
          .join(' | ')}`,
    )
