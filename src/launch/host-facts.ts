import type { ZoneOffsetPeriod } from '#contract/local-time.ts'
import { blockIds } from '#contract/page-format.ts'
import type { FirstScreen } from '#contract/schemas/first-screen.ts'
import type { HostConfiguration } from '#contract/schemas/location.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'

/** The block as the server writes it (server/portal/page.ts). */
type HostBlock = {
  label: string
  host: HostConfiguration
  version: string
  payments: { provider: 'sandbox' | 'stripe'; publishable_key: string }
  /** Scripts of other versions read this block, so its names never change. A server older than these scripts leaves these two out. */
  zone?: { name: string; stretches: ZoneOffsetPeriod[] }
  verification?: { provider: 'embedded' | 'recaptcha'; site_key?: string }
  log?: { url: string; token: string }
  maps?: { google_key: string }
}

/** The facts in the page's data block. Throws when the page has none, so that it is not one of ours. */
export function readHostFacts(page: Document): HostFacts {
  const block = page.getElementById(blockIds.host)
  if (!block?.textContent) throw new Error('no host in the page')
  const { label, host, zone, payments, verification, log, maps, version } = JSON.parse(
    block.textContent,
  ) as HostBlock
  return {
    label,
    host,
    zone,
    payments: { provider: payments.provider, publishableKey: payments.publishable_key },
    verification: { provider: verification?.provider ?? 'embedded', siteKey: verification?.site_key },
    log,
    maps: maps && { googleKey: maps.google_key },
    version,
  }
}

/** The server's data for the first screen; undefined where there is none. */
export function findFirstScreen(page: Document): FirstScreen | undefined {
  const block = page.getElementById(blockIds.first)
  return block?.textContent ? (JSON.parse(block.textContent) as FirstScreen) : undefined
}
