import type { Endpoint } from '#contract/endpoint.ts'
import type { Operation } from '#contract/operations.ts'
import { type ProblemCode, problemCodes } from '#contract/schemas/problem.ts'
import { staffRoles } from '#contract/rules/roles.ts'
import type { SwitchRow } from '#server/plugins/feature-switches.ts'

/**
 * The problem codes that a call can answer with: those that follow from its row of the contract (who may call, what it takes, whether it changes anything) and
 * from its feature switches, and those in `contract/operations.ts`. In the order of the list of codes.
 */
export function problemCodesOf(
  endpoint: Endpoint,
  operation: Operation,
  switches: SwitchRow,
): readonly ProblemCode[] {
  const { caller, queue, path, query, body } = endpoint
  const isChange = queue !== 'read'
  const isStaff =
    caller === 'administrator' || caller === 'staff' || staffRoles.some((role) => role === caller)
  const all = new Set<ProblemCode>([
    'internal',
    ...(operation.problems ?? []),
    ...when(query !== undefined || body !== undefined, 'bad_request'),
    // A token that is sent must be valid even where none is needed (server/plugins/auth.ts).
    ...when(endpoint.anonymous !== true, 'unauthorized'),
    ...when(isStaff || caller === 'user', 'forbidden'),
    ...when(endpoint.sensitive !== undefined, 'step_up_required'),
    ...when(path.includes(':'), 'not_found'),
    ...when(switches.needs !== undefined || switches.parts !== undefined, 'not_offered'),
    ...when(isChange, 'idempotency_key_missing'),
    ...when(isChange && endpoint.credentials !== true, 'idempotency_mismatch', 'idempotency_in_progress'),
    ...when(isChange && endpoint.finishes !== true, 'ordering_paused'),
  ])
  return problemCodes.filter((code) => all.has(code))
}

const when = (holds: boolean, ...codes: ProblemCode[]): ProblemCode[] => (holds ? codes : [])
