import type { FastifyRequest } from 'fastify'
import type { AccountPorts } from '#server/modules/accounts/ports.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Session } from '#server/plugins/auth.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/** What the calls about second factors need of the world: those of accounts. */
export type FactorPorts = AccountPorts

/** A call of somebody who is signed in and works there. */
export type OwnCall = { merchant: Merchant; session: Session; request: FastifyRequest }

/** 422 on what was shown: it is not right, and says so in words for its kind. */
export const wrongProof = (field: string, message: string): ProblemError =>
  new ProblemError(422, 'credentials_invalid', message, { fields: [{ field, message }] })
