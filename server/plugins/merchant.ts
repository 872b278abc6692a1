import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { notFound } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The merchant of the request's host. Set before any handler runs. */
    merchant: Merchant
  }
}

/**
 * Finds the merchant of every request by the exact host name (reliability H12): an unknown name gets a neutral 404 without anything of any merchant. A bare
 * `localhost` or an IP address is the default merchant's.
 */
export function addMerchant(
  app: FastifyInstance,
  directory: MerchantDirectory,
  defaultLabel: string | undefined,
): void {
  // The hook below sets the value before anything can read it.
  app.decorateRequest('merchant', null as unknown as Merchant)
  app.addHook('onRequest', async (request, reply) => {
    const merchant = findMerchant(directory, request.headers.host, defaultLabel)
    if (merchant) {
      request.merchant = merchant
      return undefined
    }
    if (!request.headers.accept?.includes('text/html')) throw notFound(nobody)
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(neutralPage)
  })
}

const nobody = 'There is no restaurant at this address.'
const neutralPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Not found</title></head><body><h1>Not found</h1><p>${nobody}</p></body></html>`

/** The merchant of a Host header. X-Forwarded-Host is not trusted: a proxy must pass the host on. */
function findMerchant(
  directory: MerchantDirectory,
  hostHeader: string | undefined,
  defaultLabel: string | undefined,
): Merchant | undefined {
  const host = hostNameOf(hostHeader ?? '')
  const named = directory.findByHost(host)
  if (named || defaultLabel === undefined) return named
  return host === 'localhost' || isIP(host) > 0 ? directory.findByLabel(defaultLabel) : undefined
}

/** The name in a Host header without port and brackets, in lowercase. */
export function hostNameOf(header: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(header)
  return (bracketed?.[1] ?? header.replace(/:\d+$/, '')).toLowerCase()
}
