import { parseUrl } from '#lib/paint/parse-url.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'

/** The part of a page that the check needs. */
export type PolicyPage = { origin: string; payments: HostFacts['payments']['provider'] }

/** Built files have a hash in their name; the worker and the payment sandbox's script have one fixed address each. */
const ownScript = /^\/assets\/[\w-]+(?:\.[\w-]+)*\.js$/
const workerPath = '/service-worker.js'
const sandboxPath = '/sandbox/payments/v1.js'
/** The hosts that the page's content policy names for Stripe (server/plugins/security-headers.ts). */
const stripeOrigin = /^https:\/\/(?:[\w-]+\.)*js\.stripe\.com$/

/**
 * The whole address of a script or worker that this page may start, undefined for every other text: our own worker and built files, and the script of
 * the card provider that this merchant has. What a query or a fragment could change about them is refused, too.
 */
export function findScript(address: string, { origin, payments }: PolicyPage): string | undefined {
  const url = /[\s\\\p{Cc}]/u.test(address) ? undefined : parseUrl(address, origin)
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (url.origin === origin)
    return url.search === '' && isOwn(url.pathname, payments) ? url.origin + url.pathname : undefined
  return payments === 'stripe' && stripeOrigin.test(url.origin) ? url.href : undefined
}

const isOwn = (path: string, payments: PolicyPage['payments']): boolean =>
  path === workerPath || ownScript.test(path) || (payments === 'sandbox' && path === sandboxPath)

type PolicyFactory = {
  defaultPolicy?: unknown
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown
}

/**
 * Makes the page's default policy (docs/decisions/022), which the browser asks where a text is about to become the address of a script. It has no
 * answer for markup and for code: those texts the browser refuses and reports. Does nothing where a browser knows no Trusted Types.
 */
export function guardScripts(page: PolicyPage): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  // A browser extension may have made one: there can be no second one, and the portal has to open without it.
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', { createScriptURL: (address) => findScript(address, page) ?? null })
}
