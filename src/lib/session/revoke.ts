import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import type { Ids } from '#contract/ports.ts'
import type { LarderDatabase } from '#db/database.ts'
import { listRevocations, removeRevocation } from '#db/revocations.ts'
import type { Api } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'

type RevokePorts = {
  db: LarderDatabase
  /** Without credentials. */
  api: Api
  ids: Ids
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** The lock for sending them: several parts react at once when the network is back. */
const revocationLock = 'larder:revocations'

/**
 * Ends sessions on the server that were ended here. One without an answer waits for the next occasion; any definite answer settles it (an API without the
 * extension answers 404). Returns how many are left.
 */
export async function sendRevocations(ports: RevokePorts): Promise<number> {
  return await ports.withLock(revocationLock, () => sendAll(ports))
}

async function sendAll({ db, api, ids }: RevokePorts): Promise<number> {
  let left = 0
  for (const revocationId of await listRevocations(db)) {
    try {
      // Ending a session twice has the same effect as once, so each try may have its own key.
      await api.send(accountEndpoints.revokeByRevocationId, {
        body: { revocation_id: revocationId },
        key: ids.uuid(),
      })
      await removeRevocation(db, revocationId)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      if (cause.kind === 'refused' || cause.kind === 'unauthorized') await removeRevocation(db, revocationId)
      else left++
    }
  }
  return left
}
