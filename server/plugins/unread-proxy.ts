import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/ports/log.ts'

/**
 * Says once in the log that somebody in front names the client and `TRUST_PROXY` is not 1: behind a proxy, all guests then share one limit on sign-ins, orders
 * and payments, and a busy evening is refused as if it were one attacker.
 */
export function addProxyWarning(
  app: FastifyInstance,
  { log, trustProxy = false }: { log: Log; trustProxy?: boolean | undefined },
): void {
  if (trustProxy) return
  let isSaid = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log({ level: 'error', event: 'proxy_not_trusted', detail: 'TRUST_PROXY' })
  })
}
