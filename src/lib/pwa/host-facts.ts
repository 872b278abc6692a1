import type { ZoneOffsetPeriod } from '#contract/local-time.ts'
import type { HostConfiguration } from '#contract/schemas/location.ts'

/** What the page that the host served says of itself, read from its data block (see server/portal). */
export type HostFacts = {
  label: string
  host: HostConfiguration
  /** How the location's clocks go this year and the next. */
  zone?: { name: string; stretches: readonly ZoneOffsetPeriod[] } | undefined
  payments: { provider: 'sandbox' | 'stripe'; publishableKey: string }
  /** How this host tells people from robots (a port: lib/verification). */
  verification: { provider: 'embedded' | 'recaptcha'; siteKey?: string | undefined }
  /** The hosted log service and its token; without one nothing is logged. */
  log?: { url: string; token: string } | undefined
  /** Google's map of the location, where the server has a key for it; without one a drawn map stands in its place. */
  maps?: { googleKey: string } | undefined
  version: string
}
