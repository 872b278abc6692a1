import type { FastifyRequest } from 'fastify'
import type { AccountPorts } from '#server/modules/accounts/ports.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Session } from '#server/plugins/auth.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/** The outside dependencies of the second-factor calls: the same as for accounts. */
export type FactorPorts = AccountPorts

/** A call by a signed-in member of the staff. */
export type OwnCall = { merchant: Merchant; session: Session; request: FastifyRequest }

/** 422 for a wrong proof, with a message for its kind. */
export const wrongProof = (field: string, message: string): ProblemError =>
  new ProblemError(422, 'credentials_invalid', message, { fields: [{ field, message }] })
